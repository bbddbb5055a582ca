/**
 * Screens a customer and opens a review for each listed person that they may be.
 *
 * Guarantees
 * - A customer has at most one undecided or confirmed review for a listed person.
 * - What staff cleared stays cleared for exactly the data that they saw: the customer's name, date of
 *   birth and place, and the listed entry. If either changes, the match is reviewed again.
 * - A change of the customer's data closes no review: otherwise customers could rename themselves out
 *   of it.
 */
import { createHash } from "node:crypto";
import type { Tx } from "../../../platform/database/transaction.ts";
import { newId } from "../../../platform/randomness.ts";
import type { ListEntry, Match, ScreenedPerson } from "../../../providers/sanctions/index.ts";
import type { KnownCustomer } from "../../profile/index.ts";
import type { CurrentScreen } from "../list/current-screen.ts";
import {
  type ReviewDeps,
  type ReviewEvidence,
  reviewPlace,
  reviewsOfCustomer,
  type SanctionsState,
  type StoredReview,
  statesOf,
} from "./review-store.ts";

/** What {@link screenCustomer} needs. */
export interface ScreeningRequest {
  readonly operatorId: string;
  readonly customer: KnownCustomer;
  /** Other names that money goes to: the holder of a bank account or card. */
  readonly otherNames: readonly string[];
  /** The list, read before the transaction. Undefined if there is none: only earlier decisions count. */
  readonly current: CurrentScreen | undefined;
  readonly leastScore: number;
}

/**
 * Screens the customer unless the same data was screened against the same list before, and returns
 * whether they can be paid. Call it in a transaction that holds the customer's lock.
 */
export async function screenCustomer(
  deps: ReviewDeps,
  tx: Tx,
  request: ScreeningRequest,
): Promise<SanctionsState> {
  const { operatorId, customer, current } = request;
  const { externalCustomerId } = customer;
  if (current) await screenAgainst(deps, tx, request, current);
  const states = await statesOf(tx, operatorId, [externalCustomerId]);
  return states.get(externalCustomerId) ?? "clear";
}

async function screenAgainst(
  deps: ReviewDeps,
  tx: Tx,
  { operatorId, customer, otherNames, leastScore }: ScreeningRequest,
  { version, screen }: CurrentScreen,
): Promise<void> {
  const { externalCustomerId } = customer;
  const key = { operator_id: operatorId, external_customer_id: externalCustomerId };
  const persons = personsOf(customer, otherNames);
  const indexOf = (value: unknown) =>
    deps.keyring.blindIndex(operatorId, "sanctions_subject", JSON.stringify(value));
  const all = indexOf([persons, leastScore]);
  const before = await tx
    .selectFrom("sanctions_screenings")
    .select(["list_version", "subject_index"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirst();
  if (before?.list_version === version && before.subject_index === all) return;
  const reviews = await reviewsOfCustomer(tx, operatorId, externalCustomerId);
  for (const [entry, { person, match }] of bestMatches(persons, (person) =>
    screen.screen(person, leastScore),
  )) {
    const found = { person, match, entryHash: hashOf(entry), subjectIndex: indexOf(person) };
    await openReview(deps, tx, key, reviews, found);
  }
  const now = new Date(deps.clock.nowMs());
  const seen = { list_version: version, subject_index: all, screened_at: now };
  await tx
    .insertInto("sanctions_screenings")
    .values({ ...key, ...seen })
    .onConflict((conflict) =>
      conflict.columns(["operator_id", "external_customer_id"]).doUpdateSet(seen),
    )
    .execute();
}

interface FoundMatch {
  readonly person: ScreenedPerson;
  readonly match: Match;
  readonly entryHash: string;
  readonly subjectIndex: string;
}

async function openReview(
  deps: ReviewDeps,
  tx: Tx,
  key: { operator_id: string; external_customer_id: string },
  reviews: readonly StoredReview[],
  { person, match, entryHash, subjectIndex }: FoundMatch,
): Promise<void> {
  const { entry, explanation } = match;
  const ofEntry = reviews.filter(
    (each) => each.list === entry.list && each.entry_id === entry.entryId,
  );
  if (ofEntry.some(({ state }) => state === "confirmed")) return;
  const isSeen = (each: StoredReview) =>
    each.entry_hash === entryHash && each.subject_index === subjectIndex;
  const undecided = ofEntry.find(({ state }) => state === "open" || state === "clearing");
  if (undecided ? isSeen(undecided) : ofEntry.some(isSeen)) return;
  const { operator_id: operatorId } = key;
  const now = new Date(deps.clock.nowMs());
  const reviewId = undecided?.sanctions_review_id ?? newId(deps, "sanctionsReview");
  const evidence: ReviewEvidence = { person, entry, explanation };
  const values = {
    entry_hash: entryHash,
    subject_index: subjectIndex,
    score: explanation.score,
    // What one person cleared was other data.
    state: "open" as const,
    cleared_by: null,
    reason_sealed: null,
    evidence_sealed: deps.keyring.encryptField(
      reviewPlace(operatorId, reviewId, "evidence_sealed"),
      JSON.stringify(evidence),
    ),
    updated_at: now,
  };
  if (undecided) {
    await tx
      .updateTable("sanctions_reviews")
      .set({ ...values, version: undecided.version + 1 })
      .where("operator_id", "=", operatorId)
      .where("sanctions_review_id", "=", reviewId)
      .execute();
    return;
  }
  await tx
    .insertInto("sanctions_reviews")
    .values({
      ...key,
      ...values,
      sanctions_review_id: reviewId,
      list: entry.list,
      entry_id: entry.entryId,
      decided_by: null,
      version: 1,
      opened_at: now,
      decided_at: null,
    })
    .execute();
}

/** The best match of each entry among all names. */
function bestMatches(
  persons: readonly ScreenedPerson[],
  screen: (person: ScreenedPerson) => Match[],
): Map<ListEntry, { person: ScreenedPerson; match: Match }> {
  const best = new Map<ListEntry, { person: ScreenedPerson; match: Match }>();
  for (const person of persons) {
    for (const match of screen(person)) {
      const before = best.get(match.entry);
      if (before && before.match.explanation.score >= match.explanation.score) continue;
      best.set(match.entry, { person, match });
    }
  }
  return best;
}

/** The customer, and the same person under each other name. Without any name there is nothing to compare. */
function personsOf(
  { data }: KnownCustomer,
  otherNames: readonly string[],
): readonly ScreenedPerson[] {
  const { firstName, middleName, lastName, dateOfBirth, address } = data;
  const common = {
    dateOfBirth,
    city: address?.city ?? null,
    country: address?.country ?? null,
  };
  const own = { firstName: firstName ?? "", middleName, lastName: lastName ?? "", ...common };
  const others = [...new Set(otherNames)].sort().map((name) => {
    const words = name.trim().split(/\s+/);
    const family = words.at(-1) ?? "";
    const given = words.slice(0, -1).join(" ");
    return { firstName: given, middleName: null, lastName: family, ...common };
  });
  return [own, ...others].filter((person) => person.firstName + person.lastName !== "");
}

function hashOf(entry: ListEntry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("base64url");
}
