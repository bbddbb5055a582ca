/** `tessera/elements`: the widgets as custom elements, for any framework and for plain HTML. */
export { defineTesseraElements } from "./define-elements.ts";
export type {
  TesseraDisbursementElement,
  TesseraKycElement,
  TesseraPaymentElement,
} from "./element-types.ts";
