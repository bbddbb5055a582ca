import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { showText } from "../../platform/secrets/show-text.ts";

export interface LastSeen {
  record(operatorId: string, externalCustomerId: string, ipAddress: string): Promise<void>;
  /** The customer's last address; null if it is damaged, or if they were never seen while the operator had rules. */
  find(operatorId: string, externalCustomerId: string): Promise<string | null>;
}

/** Writes an unchanged address at most this often. */
const refreshMs = 10 * 60_000;

/** Stores where a customer was last seen, sealed like other personal data. */
export function createLastSeen(
  deps: Pick<PlatformDeps, "database" | "clock" | "keyring">,
): LastSeen {
  const { database, clock, keyring } = deps;
  const place = (operatorId: string, externalCustomerId: string) => ({
    operatorId,
    table: "customer_last_seen",
    column: "ip_address",
    id: externalCustomerId,
  });
  const read = async (operatorId: string, externalCustomerId: string) => {
    const row = await database.kysely
      .selectFrom("customer_last_seen")
      .select(["ip_address_sealed", "seen_at"])
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const sealedIn = place(operatorId, externalCustomerId);
    return {
      ipAddress: showText(keyring, sealedIn, row.ip_address_sealed),
      seenAt: row.seen_at,
    };
  };

  return {
    async record(operatorId, externalCustomerId, ipAddress) {
      const nowMs = clock.nowMs();
      // Not cached, because another process may have stored another address since.
      const last = await read(operatorId, externalCustomerId);
      if (last?.ipAddress === ipAddress && last.seenAt.getTime() + refreshMs > nowMs) return;
      await database.kysely
        .insertInto("customer_last_seen")
        .values({
          operator_id: operatorId,
          external_customer_id: externalCustomerId,
          ip_address_sealed: keyring.encryptField(place(operatorId, externalCustomerId), ipAddress),
          seen_at: new Date(nowMs),
        })
        .onConflict((conflict) =>
          conflict.columns(["operator_id", "external_customer_id"]).doUpdateSet((row) => ({
            ip_address_sealed: row.ref("excluded.ip_address_sealed"),
            seen_at: row.ref("excluded.seen_at"),
          })),
        )
        .execute();
    },
    async find(operatorId, externalCustomerId) {
      return (await read(operatorId, externalCustomerId))?.ipAddress ?? null;
    },
  };
}
