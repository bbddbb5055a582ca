/**
 * A processor named another payment's charge. Its answer says nothing about this payment, and this
 * payment must not reverse that charge.
 */
export class ChargeOfOtherPayment extends Error {
  override name = "ChargeOfAnother";
}
