import type { ExpectedCharge } from "../card-processor.ts";

/**
 * The merchant category code of a charge at an account that takes one with each payment: the operator's, or else the
 * account's own. `accountCategory` absent: the account takes none, so none is sent.
 */
export function categoryOf(
  accountCategory: string | undefined,
  { merchantCategory }: Pick<ExpectedCharge, "merchantCategory">,
): string | undefined {
  return accountCategory === undefined ? undefined : (merchantCategory ?? accountCategory);
}
