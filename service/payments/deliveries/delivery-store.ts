import type { Kysely } from "kysely";
import type { Delivery, PutDelivery } from "#contract/api/deliveries";
import { toIsoTime } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type { PaymentDeliveryRow } from "./tables.ts";

export interface DeliveryKey {
  readonly operatorId: string;
  readonly paymentIntentId: string;
}

function deliveryPlace({ operatorId, paymentIntentId }: DeliveryKey) {
  const id = paymentIntentId;
  return { operatorId, table: "payment_deliveries", column: "delivery_sealed", id };
}

/** Stores a delivery and replaces an earlier one. Needs the operator's data key. */
export async function storeDelivery(
  { keyring }: { readonly keyring: Pick<Keyring, "encryptField" | "decryptField"> },
  tx: Tx,
  key: DeliveryKey,
  delivery: PutDelivery,
  nowMs: number,
): Promise<Delivery> {
  const sealed = keyring.encryptField(deliveryPlace(key), JSON.stringify(delivery));
  const now = new Date(nowMs);
  const row = await tx
    .insertInto("payment_deliveries")
    .values({
      operator_id: key.operatorId,
      payment_intent_id: key.paymentIntentId,
      delivery_sealed: sealed,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["operator_id", "payment_intent_id"])
        .doUpdateSet({ delivery_sealed: sealed, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDelivery(keyring, row);
}

/** Reads the delivery; undefined if the operator reported none. Needs the data key. */
export async function findDelivery(
  { keyring }: { readonly keyring: Pick<Keyring, "decryptField"> },
  db: Kysely<Tables>,
  { operatorId, paymentIntentId }: DeliveryKey,
): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom("payment_deliveries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .executeTakeFirst();
  return row && toDelivery(keyring, row);
}

/** Intent id → delivery address; null if there is none, or it cannot be decrypted. Needs the data key. */
export async function deliveryAddresses(
  {
    keyring,
    database,
  }: { readonly keyring: Pick<Keyring, "decryptField">; readonly database: Database },
  operatorId: string,
  paymentIntentIds: readonly string[],
): Promise<(paymentIntentId: string) => Delivery["address"]> {
  if (paymentIntentIds.length === 0) return () => null;
  const rows = await database.kysely
    .selectFrom("payment_deliveries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "in", [...new Set(paymentIntentIds)])
    .execute();
  const found = new Map(
    rows.map((row) => {
      const address = unlessBroken(() => toDelivery(keyring, row).address);
      return [row.payment_intent_id, address] as const;
    }),
  );
  return (paymentIntentId) => found.get(paymentIntentId) ?? null;
}

function toDelivery(keyring: Pick<Keyring, "decryptField">, row: PaymentDeliveryRow): Delivery {
  const { operator_id: operatorId, payment_intent_id: paymentIntentId } = row;
  const place = deliveryPlace({ operatorId, paymentIntentId });
  const delivery = JSON.parse(keyring.decryptField(place, row.delivery_sealed)) as PutDelivery;
  const { recipientName = null, address, shipments = [], digital = [] } = delivery;
  const time = (at: string | undefined) => (at === undefined ? null : toIsoTime(Date.parse(at)));
  return {
    paymentIntentId,
    recipientName,
    address: address
      ? {
          line1: address.line1 ?? null,
          line2: address.line2 ?? null,
          city: address.city ?? null,
          state: address.state ?? null,
          postalCode: address.postalCode ?? null,
          country: address.country ?? null,
        }
      : null,
    shipments: shipments.map(({ carrier, trackingNumber, shippedAt, deliveredAt, signedBy }) => ({
      carrier,
      trackingNumber: trackingNumber ?? null,
      shippedAt: time(shippedAt),
      deliveredAt: time(deliveredAt),
      signedBy: signedBy ?? null,
    })),
    digital: digital.map(({ at, description, ipAddress, deviceId }) => ({
      at: toIsoTime(Date.parse(at)),
      description,
      ipAddress: ipAddress ?? null,
      deviceId: deviceId ?? null,
    })),
    createdAt: toIsoTime(row.created_at.getTime()),
    updatedAt: toIsoTime(row.updated_at.getTime()),
  };
}
