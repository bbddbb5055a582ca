import type { ExpectedCharge } from "../card-processor.ts";

/**
 * A charge's merchant category code, at an account that takes one per payment: the operator's, or else the account's.
 * `accountCategory` absent: none is sent.
 */
export function categoryOf(
  accountCategory: string | undefined,
  { merchantCategory }: Pick<ExpectedCharge, "merchantCategory">,
): string | undefined {
  return accountCategory === undefined ? undefined : (merchantCategory ?? accountCategory);
}
