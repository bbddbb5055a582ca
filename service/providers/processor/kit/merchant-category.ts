import type { ExpectedCharge } from "../card-processor.ts";

/**
 * The merchant category code to send with a charge: the operator's, or else the account's. Undefined if
 * `accountCategory` is, because such an account takes none per payment.
 */
export function categoryOf(
  accountCategory: string | undefined,
  { merchantCategory }: Pick<ExpectedCharge, "merchantCategory">,
): string | undefined {
  return accountCategory === undefined ? undefined : (merchantCategory ?? accountCategory);
}
