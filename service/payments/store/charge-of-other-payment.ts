/** The processor's response has the charge of another payment. This payment must neither use nor reverse it. */
export class ChargeOfOtherPayment extends Error {
  override name = "ChargeOfOtherPayment";
}
