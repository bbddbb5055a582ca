/** `tessera/vue`: the widgets as components, for Vue 3.3 and later. */
import type {
  DisbursementEvents,
  DisbursementOptions,
  KycEvents,
  KycOptions,
  PaymentEvents,
  PaymentOptions,
} from "../../src/index.ts";
import { createComponent, type Widget } from "./create-component.ts";

export { type SharedOptions, tessera, type Widget } from "./create-component.ts";

/** The payment form. Its template ref has `confirm()`. */
export const TesseraPayment: Widget<PaymentOptions, PaymentEvents> =
  /* @__PURE__ */ createComponent("payment");

/** The customer's choice of a payout method. */
export const TesseraDisbursement: Widget<DisbursementOptions, DisbursementEvents> =
  /* @__PURE__ */ createComponent("disbursement");

/** The identity check. */
export const TesseraKyc: Widget<KycOptions, KycEvents> = /* @__PURE__ */ createComponent("kyc");
