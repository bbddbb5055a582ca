/**
 * Screens a customer and opens a review for each listed person that they may be.
 *
 * Guarantees
 * - A customer has at most one undecided or confirmed review for a listed person.
 * - What staff cleared stays cleared for exactly the data that they saw: the customer's names, date of
 *   birth and place, and the listed entry. If either changes, the match is reviewed again. A review covers each of
 *   the customer's names that matches the listed person; `subject_index` has the fingerprint of each.
 * - A change of the customer's data closes no review: otherwise customers could rename themselves out
 *   of it.
 */
import { createHash } from "node:crypto";
import type { Tx } from "../../../platform/database/transaction.ts";
import { newId } from "../../../platform/randomness.ts";
import {
  type ListEntry,
  type Match,
  type ScreenedPerson,
  wordsOf,
} from "../../../providers/sanctions/index.ts";
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

/** Makes the customer one who was never screened. */
export async function forgetScreening(
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
  const screenOne = (person: ScreenedPerson) => screen.screen(person, leastScore);
  for (const matches of matchesByEntry(persons, screenOne, indexOf))
    await openReview(deps, tx, key, reviews, matches);
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
  readonly subjectIndex: string;
}

/** `matches` are of one listed person, one for each name that matches, the best first. */
async function openReview(
  deps: ReviewDeps,
  tx: Tx,
  key: { operator_id: string; external_customer_id: string },
  reviews: readonly StoredReview[],
  matches: readonly FoundMatch[],
): Promise<void> {
  const entry = matches[0]?.match.entry;
  if (!entry) return;
  const entryHash = hashOf(entry);
  const ofEntry = reviews.filter(
    (each) => each.list === entry.list && each.entry_id === entry.entryId,
  );
  if (ofEntry.some(({ state }) => state === "confirmed")) return;
  const covered = (all: readonly StoredReview[]) =>
    new Set(
      all
        .filter(({ entry_hash: hash }) => hash === entryHash)
        .flatMap((each) => each.subject_index.split(" ")),
    );
  const undecided = ofEntry.find(({ state }) => state === "open" || state === "clearing");
  const cleared = covered(ofEntry.filter(({ state }) => state === "cleared"));
  const waiting = covered(undecided ? [undecided] : []);
  const open = matches.filter(({ subjectIndex }) => !cleared.has(subjectIndex));
  const [best, ...others] = open;
  if (!best || open.every(({ subjectIndex }) => waiting.has(subjectIndex))) return;
  const { person, match } = best;
  const { operator_id: operatorId } = key;
  const now = new Date(deps.clock.nowMs());
  const reviewId = undecided?.sanctions_review_id ?? newId(deps, "sanctionsReview");
  const evidence: ReviewEvidence = {
    person,
    otherNames: others.map((other) => personName(other.person)),
    entry,
    explanation: match.explanation,
  };
  const values = {
    entry_hash: entryHash,
    subject_index: open.map((each) => each.subjectIndex).join(" "),
    score: match.explanation.score,
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

/** The matches with each listed person, the best first. An entry that a file has twice is one person. */
function matchesByEntry(
  persons: readonly ScreenedPerson[],
  screen: (person: ScreenedPerson) => Match[],
  indexOf: (person: ScreenedPerson) => string,
): Iterable<readonly FoundMatch[]> {
  const found = new Map<string, FoundMatch[]>();
  for (const person of persons) {
    for (const match of screen(person)) {
      const { list, entryId } = match.entry;
      const key = `${list} ${entryId}`;
      const ofEntry = found.get(key) ?? [];
      if (ofEntry.some((other) => other.person === person)) continue;
      found.set(key, [...ofEntry, { person, match, subjectIndex: indexOf(person) }]);
    }
  }
  const points = ({ match }: FoundMatch) => match.explanation.score;
  return [...found.values()].map((all) => all.sort((a, b) => points(b) - points(a)));
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
  // The same words in another order or case are no other name.
  const known = new Set<string>();
  return [own, ...others].filter((person) => {
    const words = wordsOf(personName(person)).sort().join(" ");
    if (personName(person) === "" || known.has(words)) return false;
    known.add(words);
    return true;
  });
}

/** A person's name in one line. */
export function personName({ firstName, middleName, lastName }: ScreenedPerson): string {
  return [firstName, middleName, lastName].filter((name) => name).join(" ");
}

function hashOf(entry: ListEntry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("base64url");
}
