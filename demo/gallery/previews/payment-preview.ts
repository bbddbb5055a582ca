import "../../../styles/payment.css";
import "../../../styles/payment-methods.css";
import "../../../styles/saved-methods.css";
import "../../../styles/crypto-payment.css";
import { allMethodsSession, pricedSession, stateWith } from "../example-payment.ts";
import type { DrawPreview } from "../preview.tsx";
import { renderPayment } from "../render-payment.tsx";

export const draw: DrawPreview = (place, view) => {
  const { dataset } = document.documentElement;
  dataset["submit"] = "here";
  dataset["methods"] = allMethodsSession.paymentMethodTypes.join(" ");
  dataset["choice"] = "many";
  const session = { ...allMethodsSession, breakdown: pricedSession.breakdown };
  return renderPayment(place, view, { state: stateWith({}, session) });
};
