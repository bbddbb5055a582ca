import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Tessera } from "tessera";
import { TesseraPayment, TesseraProvider } from "tessera/react";

const { publishableKey, tesseraUrl } = await (await fetch("/config")).json();

function Shop() {
  const [order, setOrder] = useState(null);
  const [outcome, setOutcome] = useState("");
  useEffect(() => {
    const left = new AbortController();
    fetch("/orders", { method: "POST", signal: left.signal })
      .then((answer) => answer.json())
      .then(setOrder, () => undefined);
    return () => left.abort();
  }, []);
  return (
    <TesseraProvider sdk={Tessera} publishableKey={publishableKey} apiUrl={tesseraUrl}>
      <h1>Enamel mug, $49.99</h1>
      {order && (
        <TesseraPayment
          clientSecretKey={order.clientSecretKey}
          onComplete={({ type }) =>
            setOutcome(type === "success" ? `Thank you! ${order.orderId}` : `Not paid: ${type}`)
          }
        />
      )}
      <p id="outcome" role="status">
        {outcome}
      </p>
    </TesseraProvider>
  );
}

createRoot(document.querySelector("#shop")).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
