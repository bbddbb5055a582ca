/** An operator's page in React, as a bundler makes it: `TesseraPayment` in StrictMode. */
import { createElement, createRef, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { TesseraPayment, type TesseraPaymentElement, TesseraProvider } from "tessera/react";
import { type PageOptions, present } from "./page-options.ts";

export function mount({ sdk, publishableKey, clientSecretKey, handlers }: PageOptions): void {
  const ref = createRef<TesseraPaymentElement>();
  const payment = createElement(TesseraPayment, {
    ref,
    clientSecretKey,
    onReady: handlers.ready,
    onComplete: handlers.complete,
    onLoadError: handlers.loaderror,
  });
  const provider = createElement(TesseraProvider, { sdk, publishableKey }, payment);
  createRoot(present("#pay")).render(createElement(StrictMode, null, provider));
  window.payment = { confirm: () => (ref.current as TesseraPaymentElement).confirm() };
}
