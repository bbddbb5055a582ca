import { erasure } from "#contract/api/erasure";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { type ErasureSubject, entryKeysOf } from "./blockers.ts";
import { resourceIdsOf } from "./redact-events.ts";

type Deps = Pick<PlatformDeps, "database" | "keyring" | "clock">;

const rowsAtOnce = 500;

/** Responses to the customer's own calls contain neither the customer's id nor the intent's. */
export async function idsInResponses(tx: Tx, subject: ErasureSubject): Promise<string[]> {
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
 * Deletes stored responses with the customer's id or one of `searchTexts` (personal data, ids of resources). Responses
 * do not say whose they are, so this opens all of the operator's of the last 24 hours, a few hundred at a time. A second
 * call is harmless.
 *
 * The customer's id must match a complete text, because an id like `1` is part of almost every response. Deleting
 * another customer's response would let a repeated request act twice.
 */
export async function deleteResponses(
  { database, keyring }: Deps,
  { operatorId, externalCustomerId }: ErasureSubject,
  searchTexts: readonly string[],
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
      const opened = unlessBroken(() => keyring.decryptField(place, sealed ?? ""));
      if (opened === undefined) return [];
      const body: unknown = JSON.parse(opened);
      // The erasure's own response has no personal data, and a repeat of the request needs it.
      if (erasure.safeParse(body).success) return [];
      const isNamed = textsOf(body).some(
        (text) =>
          text === externalCustomerId ||
          searchTexts.some((searchText) => mentions(text, searchText)),
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

/** Matches only the whole text: neither `joann@example.com` nor `ann@example.com.au` contains `ann@example.com`. */
function mentions(text: string, searchText: string): boolean {
  for (let at = text.indexOf(searchText); at !== -1; at = text.indexOf(searchText, at + 1)) {
    const end = at + searchText.length;
    const continuesBefore = /[\w.+%-]/.test(text.charAt(at - 1));
    const continuesAfter = /^(?:[\w-]|\.\w)/.test(text.slice(end, end + 2));
    if (!continuesBefore && !continuesAfter) return true;
  }
  return false;
}

/** All texts of a response, including property names. */
function textsOf(body: unknown): string[] {
  if (typeof body === "string") return [body];
  if (typeof body !== "object" || body === null) return [];
  if (Array.isArray(body)) return body.flatMap(textsOf);
  return Object.entries(body).flatMap(([name, value]) => [name, ...textsOf(value)]);
}
