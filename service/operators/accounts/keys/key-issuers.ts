import type { Tx } from "../../../platform/database/transaction.ts";

/** The line of a key: the first of the keys that replaced one another. Undefined for an unknown key. */
export async function lineOfKey(
  tx: Tx,
  operatorId: string,
  keyId: string,
): Promise<string | undefined> {
  const key = await tx
    .selectFrom("api_keys")
    .select(["key_id", "line_id"])
    .where("operator_id", "=", operatorId)
    .where("key_id", "=", keyId)
    .executeTakeFirst();
  return key && (key.line_id ?? key.key_id);
}

/**
 * The staff, as `staff:<id>`, who issued or rolled a line's keys: they saw a key's text. Keys from the command line
 * have no issuer.
 */
export async function issuersOfKeys(
  tx: Tx,
  operatorId: string,
  lineId: string,
): Promise<Set<string>> {
  const keys = await tx
    .selectFrom("api_keys")
    .select("created_by")
    .where("operator_id", "=", operatorId)
    .where((key) => key.or([key("key_id", "=", lineId), key("line_id", "=", lineId)]))
    .where("created_by", "like", "staff:%")
    .execute();
  return new Set(keys.flatMap(({ created_by }) => created_by ?? []));
}
