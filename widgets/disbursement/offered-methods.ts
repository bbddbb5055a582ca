import type { PayoutOption } from "#contract/client/disbursements";
import type { ReadDisbursementSession } from "../client/disbursement-responses.ts";

/** Payout methods that this version has a form for. */
export const knownTypes = ["bank", "card", "crypto", "pay_by_bank"] as const;
export type KnownType = (typeof knownTypes)[number];

export type KnownOption = PayoutOption & { readonly type: KnownType };

/** The options that this version knows, in the service's order. */
export function knownOptions(session: ReadDisbursementSession): readonly KnownOption[] {
  return session.payoutOptions.filter((option): option is KnownOption =>
    (knownTypes as readonly string[]).includes(option.type),
  );
}

/** Whether the customer can choose anything. */
export function isOffered(session: ReadDisbursementSession): boolean {
  return session.savedPayoutMethods.length > 0 || knownOptions(session).length > 0;
}
