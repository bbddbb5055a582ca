import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { ErasureSubject } from "./blockers.ts";

type Deps = Pick<PlatformDeps, "database" | "keyring" | "clock">;

const rowsAtOnce = 500;

/**
 * Deletes the answers stored for repeated requests that name the customer or one of `needles` (their data,
 * ids of theirs). Stored answers do not say whose they are, so all of the operator's from the last 24 hours
 * are opened, some hundred at a time. Repeating it does no harm.
 */
export async function forgetAnswers(
  { database, keyring }: Deps,
  { operatorId, externalCustomerId }: ErasureSubject,
  needles: readonly string[],
): Promise<void> {
  await keyring.load(operatorId);
  const named = [externalCustomerId, ...needles].map((each) => JSON.stringify(each).slice(1, -1));
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
      const text = keyring.decryptField(place, sealed ?? "");
      const isNamed = named.some((each) => text.includes(each)) && !text.includes('"erasedAt"');
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
