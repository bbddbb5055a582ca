import {
  type ChangedCustomer,
  type KnownCustomer,
  lockCustomer,
} from "../../customers/profile/index.ts";
import type { ReadList, SanctionsHold } from "../../customers/sanctions/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import type { PayoutDestination, PayoutRecord } from "../records.ts";
import { findStoppable } from "../store/held-payouts.ts";
import { payoutPlace } from "../store/rows.ts";

/**
 * Screens a payee against the sanctions list, with the names on the accounts and cards of all their payouts that are
 * not sent. Returns what holds the payouts; null if nothing does. Reviews that it opens must commit. Needs the
 * customer's lock.
 */
export async function sanctionsHold(
  deps: DisbursementsDeps,
  tx: Tx,
  { operatorId, customer }: { operatorId: string; customer: KnownCustomer },
  list: ReadList,
): Promise<SanctionsHold | null> {
  const { externalCustomerId } = customer;
  const payouts = await findStoppable(deps, tx, { operatorId, externalCustomerId });
  const otherNames = payouts.flatMap((payout) => holderNames(deps, payout));
  return deps.sanctions.check(tx, { operatorId, customer, otherNames }, list);
}

/**
 * Screens a payee again in the transaction that changed their name or date of birth, if they have payouts that are not
 * sent. A review that it opens holds those.
 */
export async function rescreenChanged(
  deps: DisbursementsDeps,
  tx: Tx,
  { operatorId, externalCustomerId }: ChangedCustomer,
): Promise<void> {
  const payouts = await findStoppable(deps, tx, { operatorId, externalCustomerId });
  if (payouts.length === 0) return;
  const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
  if (!customer) return;
  const otherNames = payouts.flatMap((payout) => holderNames(deps, payout));
  await deps.sanctions.recheck(tx, { operatorId, customer, otherNames });
}

/** Without the reason: the response may reach the customer. */
export function holdError(hold: SanctionsHold): ApiError {
  return new ApiError(
    "payout_on_hold",
    hold === "not_screened" ? { message: "The sanctions list is missing or too old." } : {},
  );
}

function holderNames(deps: DisbursementsDeps, payout: PayoutRecord): string[] {
  const sealed = payout.record?.destinationSealed;
  if (!sealed) return [];
  const text = deps.keyring.decryptField(payoutPlace(payout, "destination_sealed"), sealed);
  const destination = JSON.parse(text) as PayoutDestination;
  if (destination.type === "card") return [destination.card.holderName];
  return destination.type === "crypto" ? [] : [destination.bank.holderName];
}
