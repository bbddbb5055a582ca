import { setModuleUrl } from "./base-url.ts";

export type { Party } from "../contract/channel/channel-error.ts";
export type { DisbursementResult } from "../contract/channel/disbursement-messages.ts";
export type { KycResult } from "../contract/channel/kyc-messages.ts";
export type { PaymentResult } from "../contract/channel/payment-messages.ts";
export type { W9Result } from "../contract/channel/w9-messages.ts";
export type {
  DisbursementElements,
  DisbursementEvents,
  DisbursementOptions,
} from "./disbursement-elements.ts";
export type { KycElements, KycEvents, KycOptions } from "./kyc-elements.ts";
export type {
  PaymentDefaultValues,
  PaymentElements,
  PaymentEvents,
  PaymentOptions,
} from "./payment-elements.ts";
export { Tessera, type TesseraOptions } from "./tessera.ts";
export { TesseraError, type TesseraErrorCode } from "./tessera-error.ts";
export type { TraceEntry } from "./trace.ts";
export type { W9Options, W9Window } from "./w9-window.ts";

setModuleUrl(import.meta.url);
