import type { Database } from "../../../platform/database/database.ts";
import { shortReference } from "../../processor/kit/short-reference.ts";

/** References of payouts, for a vendor that accepts fewer characters than our keys have. */
export interface PayoutReferences {
  /** Stores a key's reference before the first request, and returns the stored one. */
  reserve(operatorId: string, key: string): Promise<string>;
  /** Finds a key's reference; undefined if nothing was ever sent under this key. */
  find(operatorId: string, key: string): Promise<string | undefined>;
}

/** More tries than any two keys need: each try has a new reference of at least 60 bits. */
const maxTries = 5;

/**
 * Stored references, unique per processor: if another payout has the same one, the key gets another. A payout keeps its
 * reference even if a later release derives them differently.
 */
export function storedReferences(
  database: Pick<Database, "kysely">,
  provider: string,
  length: number,
  nowMs: () => number,
): PayoutReferences {
  async function find(operatorId: string, key: string): Promise<string | undefined> {
    const row = await database.kysely
      .selectFrom("payout_references")
      .select("reference")
      .where("operator_id", "=", operatorId)
      .where("provider", "=", provider)
      .where("payout_key", "=", key)
      .executeTakeFirst();
    return row?.reference;
  }
  return {
    find,
    async reserve(operatorId, key) {
      for (let attempt = 0; attempt < maxTries; attempt += 1) {
        const found = await find(operatorId, key);
        if (found !== undefined) return found;
        const reference = shortReference(attempt === 0 ? key : `${key} ${attempt}`, length);
        await database.kysely
          .insertInto("payout_references")
          .values({
            operator_id: operatorId,
            provider,
            payout_key: key,
            reference,
            created_at: new Date(nowMs()),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      const found = await find(operatorId, key);
      if (found === undefined) throw new Error("a payout has no free reference");
      return found;
    },
  };
}
