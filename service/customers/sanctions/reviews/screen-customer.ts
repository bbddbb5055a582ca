/**
 * Screens a customer and opens a review for each listed person they may be, and each entry with a crypto address they
 * use.
 *
 * Guarantees
 * - A customer has at most one undecided or confirmed review of each kind per entry.
 * - What staff cleared stays cleared for exactly the data they saw: the entry, and the customer's names, date of birth
 *   and place, or the address. `subject_index` has the fingerprint of each name or address that a review covers. If any
 *   changes, staff review the match again.
 * - A change of the customer's data does not close a review; otherwise customers could rename themselves out of it.
 */
import { createHash } from "node:crypto";
import type { Tx } from "../../../platform/database/transaction.ts";
import { canonicalAddress } from "../../../providers/sanctions/index.ts";
import type { KnownCustomer } from "../../profile/index.ts";
import type { CustomerKey, Destinations } from "../held-money.ts";
import type { CurrentScreen } from "../list/current-screen.ts";
import { matchAddresses } from "./match-addresses.ts";
import { matchNames, personOf, personsOf } from "./match-names.ts";
import { openReview } from "./open-review.ts";
import {
  type ReviewDeps,
  reviewsOfCustomer,
  type SanctionsState,
  sanctionsStatesOf,
} from "./review-store.ts";

export interface ScreeningRequest {
  readonly operatorId: string;
  readonly customer: KnownCustomer;
  readonly destinations: Destinations;
  /** The list, read before the transaction. If it is undefined, only earlier decisions count. */
  readonly current: CurrentScreen | undefined;
  readonly minScore: number;
}

/**
 * Whether we can pay the customer. Screens them unless the same data was screened against the same list. The
 * transaction must hold the customer's lock.
 */
export async function screenCustomer(
  deps: ReviewDeps,
  tx: Tx,
  request: ScreeningRequest,
): Promise<SanctionsState> {
  const { operatorId, customer, current } = request;
  const { externalCustomerId } = customer;
  if (current) await screenAgainst(deps, tx, request, current);
  const states = await sanctionsStatesOf(tx, operatorId, [externalCustomerId]);
  return states.get(externalCustomerId) ?? "clear";
}

/** Deletes the screening, so that the customer counts as never screened. */
export async function deleteScreening(
  tx: Tx,
  operatorId: string,
  externalCustomerId: string,
): Promise<void> {
  await tx
    .deleteFrom("sanctions_screenings")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
}

async function screenAgainst(
  deps: ReviewDeps,
  tx: Tx,
  { operatorId, customer, destinations, minScore }: ScreeningRequest,
  { version, screen, addresses }: CurrentScreen,
): Promise<void> {
  const { externalCustomerId } = customer;
  const own = personOf(customer);
  const persons = personsOf(own, destinations.names);
  const fingerprints = {
    indexOf: (value: unknown) =>
      deps.keyring.blindIndex(operatorId, "sanctions_subject", JSON.stringify(value)),
    hashOf: (value: unknown) =>
      createHash("sha256").update(JSON.stringify(value)).digest("base64url"),
  };
  const used = destinations.addresses.map(({ address }) => canonicalAddress(address));
  const subjectIndex = fingerprints.indexOf([persons, minScore, [...new Set(used)].sort()]);
  const before = await tx
    .selectFrom("sanctions_screenings")
    .select(["list_version", "subject_index"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirst();
  if (before?.list_version === version && before.subject_index === subjectIndex) return;
  const key: CustomerKey = { operatorId, externalCustomerId };
  const reviews = await reviewsOfCustomer(tx, operatorId, externalCustomerId);
  for (const match of matchNames(persons, { screen, minScore }, fingerprints))
    await openReview(deps, tx, key, reviews, match);
  for (const match of matchAddresses(destinations.addresses, addresses, own, fingerprints))
    await openReview(deps, tx, key, reviews, match);
  const now = new Date(deps.clock.nowMs());
  const screening = { list_version: version, subject_index: subjectIndex, screened_at: now };
  await tx
    .insertInto("sanctions_screenings")
    .values({ operator_id: operatorId, external_customer_id: externalCustomerId, ...screening })
    .onConflict((conflict) =>
      conflict.columns(["operator_id", "external_customer_id"]).doUpdateSet(screening),
    )
    .execute();
}
