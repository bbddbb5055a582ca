/**
 * The charge that a processor names is another payment's. Whatever it says of it, it says nothing of this
 * one; and it must not be given back in this one's name.
 */
export class ChargeOfOtherPayment extends Error {
  override name = "ChargeOfAnother";
}
