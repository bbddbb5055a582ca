import { expect, it } from "vitest";
import { methodText, shownProcessor } from "./method-text.ts";

it("names the payment method and its processor, and a network only once", () => {
  const card = { brand: "visa", last4: "4242", expiryMonth: 1, expiryYear: 2030 } as const;
  expect([methodText("card", card), shownProcessor("northbank", card)]).toEqual([
    "Visa ····\u00a04242",
    "northbank",
  ]);
  const bitcoin = { asset: "BTC", network: "bitcoin", address: "bc1q" } as const;
  expect([methodText("crypto", bitcoin), shownProcessor("bitcoin", bitcoin)]).toEqual([
    "BTC · Bitcoin",
    null,
  ]);
  // Without an address, only the processor names the network.
  expect([methodText("crypto", null), shownProcessor("bitcoin", null)]).toEqual([
    "Crypto",
    "Bitcoin",
  ]);
});
