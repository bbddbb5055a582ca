/** The processor's answer says nothing about this payment, which must not reverse another payment's charge. */
export class ChargeOfOtherPayment extends Error {
  override name = "ChargeOfAnother";
}
