import { useState } from "react";
import { data } from "react-router";
import { Tessera } from "tessera";
import { TesseraPayment, TesseraProvider } from "tessera/react";
import { findOrder } from "../orders.server.js";
import { pageOptions } from "../tessera.server.js";

/** With customer accounts, check here that the order is this customer's. */
export function loader({ params: { orderId } }) {
  const order = findOrder(orderId);
  if (!order) throw data("There is no such order.", { status: 404 });
  const { clientSecretKey } = order;
  // The page has the order's client secret.
  const headers = { "cache-control": "no-store" };
  return data({ ...pageOptions, clientSecretKey, orderId }, { headers });
}

export const headers = ({ loaderHeaders }) => loaderHeaders;

export default function Order({ loaderData }) {
  const { publishableKey, apiUrl, clientSecretKey, orderId } = loaderData;
  const [outcome, setOutcome] = useState("");
  return (
    <TesseraProvider sdk={Tessera} publishableKey={publishableKey} apiUrl={apiUrl}>
      <h1>Enamel mug, $49.99</h1>
      <TesseraPayment
        clientSecretKey={clientSecretKey}
        onComplete={({ type }) =>
          setOutcome(type === "success" ? `Thank you! ${orderId}` : `Not paid: ${type}`)
        }
      />
      <p id="outcome" role="status">
        {outcome}
      </p>
    </TesseraProvider>
  );
}
