import { erasure } from "#contract/api/erasure";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { type ErasureSubject, entryKeysOf } from "./blockers.ts";
import { resourceIdsOf } from "./redact-events.ts";

type Deps = Pick<PlatformDeps, "database" | "keyring" | "clock">;

const rowsAtOnce = 500;

/**
 * The ids by which stored answers name the customer's resources: what a customer's own calls are answered
 * names neither the customer nor the intent.
 */
export async function idsInAnswers(tx: Tx, subject: ErasureSubject): Promise<string[]> {
  const { operatorId, externalCustomerId } = subject;
  const entries = await entryKeysOf(tx, subject).execute();
  const codes = await tx
    .selectFrom("sms_verifications")
    .select("sms_verification_id as id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
  return [...(await resourceIdsOf(tx, subject)), ...[...entries, ...codes].map(({ id }) => id)];
}

/**
 * Deletes the answers stored for repeated requests that name the customer or one of `needles` (their data,
 * ids of theirs). Stored answers do not say whose they are, so all of the operator's from the last 24 hours
 * are opened, some hundred at a time. Repeating it does no harm.
 *
 * The customer's id must be a whole text of the answer: an id like `1` is a part of almost every answer, and an
 * answer of another customer that is deleted lets a repeated request act twice.
 */
export async function forgetAnswers(
  { database, keyring }: Deps,
  { operatorId, externalCustomerId }: ErasureSubject,
  needles: readonly string[],
): Promise<void> {
  await keyring.load(operatorId);
  for (let after = ""; ; ) {
    const rows = await database.kysely
      .selectFrom("idempotency_keys")
      .select(["scope", "answer_sealed"])
      .where("operator_id", "=", operatorId)
      .where("scope", ">", after)
      .where("answer_sealed", "is not", null)
      .orderBy("scope")
      .limit(rowsAtOnce)
      .execute();
    const scopes = rows.flatMap(({ scope, answer_sealed: sealed }) => {
      const place = { operatorId, table: "idempotency_keys", column: "answer", id: scope };
      const answer: unknown = JSON.parse(keyring.decryptField(place, sealed ?? ""));
      // The erasure's own answer holds nothing personal, and is repeated.
      if (erasure.safeParse(answer).success) return [];
      const isNamed = textsOf(answer).some(
        (text) => text === externalCustomerId || needles.some((each) => names(text, each)),
      );
      return isNamed ? [scope] : [];
    });
    if (scopes.length > 0) {
      await database.kysely
        .deleteFrom("idempotency_keys")
        .where("operator_id", "=", operatorId)
        .where("scope", "in", scopes)
        .execute();
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.scope ?? after;
  }
}

/**
 * Whether `text` holds `needle` whole: `ann@example.com` is not named by `joann@example.com`, nor by
 * `ann@example.com.au`.
 */
function names(text: string, needle: string): boolean {
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    const end = at + needle.length;
    const goesOnBefore = /[\w.+%-]/.test(text.charAt(at - 1));
    const goesOnAfter = /^(?:[\w-]|\.\w)/.test(text.slice(end, end + 2));
    if (!goesOnBefore && !goesOnAfter) return true;
  }
  return false;
}

/** Every text in an answer, names of members included. */
function textsOf(answer: unknown): string[] {
  if (typeof answer === "string") return [answer];
  if (typeof answer !== "object" || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap(textsOf);
  return Object.entries(answer).flatMap(([name, value]) => [name, ...textsOf(value)]);
}
