"use client";

/** `tessera/react`: the widgets as components, for React 18 and later. */
import type {
  DisbursementEvents,
  DisbursementOptions,
  KycEvents,
  KycOptions,
  PaymentEvents,
  PaymentOptions,
} from "../../src/index.ts";
import type {
  TesseraDisbursementElement,
  TesseraKycElement,
  TesseraPaymentElement,
} from "../elements/element-types.ts";
import { createComponent, type Widget } from "./create-component.ts";

export type {
  TesseraDisbursementElement,
  TesseraKycElement,
  TesseraPaymentElement,
} from "../elements/element-types.ts";
export {
  type SharedProps,
  TesseraProvider,
  type Widget,
  type WidgetProps,
} from "./create-component.ts";

/** The payment form. Its ref has `confirm()`. */
export const TesseraPayment: Widget<PaymentOptions, PaymentEvents, TesseraPaymentElement> =
  /* @__PURE__ */ createComponent("payment");

/** The customer's choice of a payout method. */
export const TesseraDisbursement: Widget<
  DisbursementOptions,
  DisbursementEvents,
  TesseraDisbursementElement
> = /* @__PURE__ */ createComponent("disbursement");

export const TesseraKyc: Widget<KycOptions, KycEvents, TesseraKycElement> =
  /* @__PURE__ */ createComponent("kyc");
