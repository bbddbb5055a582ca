import { sql } from "kysely";
import { requireActorStillAllowed } from "../../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../../operators/audit/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import { anyOf } from "../../../platform/database/any-of.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { FieldPlace } from "../../../platform/secrets/keyring.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { type Lift, openLift } from "../lift.ts";

const stoppedForMs = 30 * 24 * 60 * 60_000;

type StopDeps = Pick<PaymentsDeps, "database" | "clock" | "keyring">;
type Db = Tx | PaymentsDeps["database"]["kysely"];

/**
 * Whether a network forbade another try with this card, in a payment of any of the operator's customers. The schemes
 * fine merchants who try anyway. The issuer can change its mind, so a stop ends after 30 days, or when staff lift it.
 */
export async function isStoppedCard(
  { database, clock }: Pick<PaymentsDeps, "database" | "clock">,
  operatorId: string,
  instrumentIndex: string,
): Promise<boolean> {
  const found = await stopping(database.kysely, operatorId, clock.nowMs())
    .where("instrument_index", "=", instrumentIndex)
    .where("stop_lifted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A decline that stops a card, or that stopped it until staff lifted the stop. */
export interface CardStop {
  readonly paymentId: string;
  readonly paymentIntentId: string;
  readonly declinedAt: string;
  /** When the stop ends, unless staff lift it earlier. */
  readonly endsAt: string;
  /** Null while it stops the card. */
  readonly lifted: Lift | null;
}

/** A card, named by a payment made with it, or by the saved card of a customer. */
export type StoppedCard =
  | { readonly type: "payment"; readonly paymentId: string }
  | {
      readonly type: "payment_method";
      readonly externalCustomerId: string;
      readonly paymentMethodId: string;
    };

/** Stops of a payment's card in the last 30 days, across all customers, newest first. Includes lifted ones. */
export async function readStops(
  deps: StopDeps,
  operatorId: string,
  paymentId: string,
): Promise<CardStop[]> {
  const { kysely } = deps.database;
  const instrument = await instrumentOf(kysely, operatorId, { type: "payment", paymentId });
  if (!instrument) return [];
  const rows = await stopping(kysely, operatorId, deps.clock.nowMs())
    .where("instrument_index", "=", instrument)
    .orderBy("created_at", "desc")
    .orderBy("payment_id", "desc")
    .execute();
  return rows.map((row) => present(deps, row));
}

export interface StoppedSavedCard {
  readonly paymentMethodId: string;
  /** When the last of its stops ends. */
  readonly endsAt: string;
  /** The payments whose declines stop it. */
  readonly paymentIds: string[];
}

export async function listStoppedSavedCards(
  { database, clock }: Pick<PaymentsDeps, "database" | "clock">,
  { operatorId, externalCustomerId }: { operatorId: string; externalCustomerId: string },
): Promise<StoppedSavedCard[]> {
  const rows = await stopping(database.kysely, operatorId, clock.nowMs())
    .innerJoin("payments as saved", (join) =>
      join
        .onRef("saved.operator_id", "=", "payments.operator_id")
        .onRef("saved.instrument_index", "=", "payments.instrument_index"),
    )
    .innerJoin("payment_methods as m", (join) =>
      join
        .onRef("m.operator_id", "=", "saved.operator_id")
        .onRef("m.payment_id", "=", "saved.payment_id"),
    )
    .select("m.payment_method_id")
    .where("m.operator_id", "=", operatorId)
    .where("m.external_customer_id", "=", externalCustomerId)
    .where("m.status", "=", "kept")
    .where("payments.stop_lifted_at", "is", null)
    .orderBy("m.payment_method_id")
    .orderBy("payments.created_at")
    .execute();
  const stopped = new Map<string, StoppedSavedCard>();
  for (const row of rows) {
    const { payment_method_id: paymentMethodId, payment_id: paymentId } = row;
    const earlier = stopped.get(paymentMethodId)?.paymentIds ?? [];
    stopped.set(paymentMethodId, {
      paymentMethodId,
      endsAt: endOf(row.created_at),
      paymentIds: [...earlier, paymentId],
    });
  }
  return [...stopped.values()];
}

/** Who lifts a stop, and why: for example, the issuer has told the customer that the card works again. */
export interface StopLift {
  readonly actor: AuditActor;
  readonly reason: string;
  /** Payments with declines that the person saw. Later declines keep the card stopped. */
  readonly seen: readonly string[];
}

/**
 * Allows charges of the card again, for all of the operator's customers. The next such decline stops it again. Throws
 * `resource_not_found`, `conflicting_state` if no seen decline stops the card, and what
 * {@link requireActorStillAllowed} throws. Needs the operator's key.
 */
export async function liftStop(
  deps: StopDeps,
  operatorId: string,
  card: StoppedCard,
  { actor, reason, seen }: StopLift,
): Promise<void> {
  const now = new Date(deps.clock.nowMs());
  await inTransaction(deps.database, async (tx) => {
    const instrument = await instrumentOf(tx, operatorId, card);
    if (instrument === undefined) throw new ApiError("resource_not_found");
    const stops = await stopping(tx, operatorId, now.getTime())
      .where("instrument_index", "=", instrument)
      .where("stop_lifted_at", "is", null)
      .where("payment_id", "=", anyOf(seen))
      .orderBy("payment_id")
      .forUpdate()
      .execute();
    await requireActorStillAllowed(tx, operatorId, actor, "cards.lift_stop");
    if (stops.length === 0) {
      throw new ApiError("conflicting_state", {
        message: "The card is not stopped by these declines.",
      });
    }
    for (const row of stops) {
      const sealed = deps.keyring.encryptField(placeOf(row), JSON.stringify({ actor, reason }));
      await tx
        .updateTable("payments")
        .set({ stop_lifted_at: now, stop_lift_sealed: sealed })
        .where("operator_id", "=", operatorId)
        .where("payment_id", "=", row.payment_id)
        .execute();
    }
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "card.stop_lifted",
      subject: {
        type: card.type,
        id: card.type === "payment" ? card.paymentId : card.paymentMethodId,
      },
      details: { declines: stops.map((row) => row.payment_id) },
    });
  });
}

/** Lifted stops, for the export of a customer's data. */
export async function liftsOfIntent(
  deps: Pick<StopDeps, "database" | "keyring">,
  operatorId: string,
  paymentIntentId: string,
): Promise<{ paymentId: string; lifted: CardStop["lifted"] }[]> {
  const rows = await deps.database.kysely
    .selectFrom("payments")
    .select(columns)
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .where("stop_lifted_at", "is not", null)
    .orderBy("payment_id")
    .execute();
  return rows.map((row) => ({ paymentId: row.payment_id, lifted: present(deps, row).lifted }));
}

const columns = [
  "payments.operator_id",
  "payments.payment_id",
  "payments.payment_intent_id",
  "payments.created_at",
  "payments.stop_lifted_at",
  "payments.stop_lift_sealed",
] as const;

/** Declines of the last 30 days, lifted ones included. */
function stopping(db: Db, operatorId: string, nowMs: number) {
  return db
    .selectFrom("payments")
    .select(columns)
    .where("payments.operator_id", "=", operatorId)
    .where("payments.created_at", ">", new Date(nowMs - stoppedForMs))
    .where(sql<boolean>`payments.detail @> '{"stopsCard": true}'`);
}

/** The card of a payment or a saved card; undefined if the operator has no such payment or card. */
async function instrumentOf(
  db: Db,
  operatorId: string,
  card: StoppedCard,
): Promise<string | undefined> {
  const found =
    card.type === "payment"
      ? await db
          .selectFrom("payments")
          .select("instrument_index")
          .where("operator_id", "=", operatorId)
          .where("payment_id", "=", card.paymentId)
          .executeTakeFirst()
      : await db
          .selectFrom("payment_methods as m")
          // The payment that saved the card has its index, so nothing is decrypted.
          .innerJoin("payments as p", (join) =>
            join
              .onRef("p.operator_id", "=", "m.operator_id")
              .onRef("p.payment_id", "=", "m.payment_id"),
          )
          .select("p.instrument_index")
          .where("m.operator_id", "=", operatorId)
          .where("m.external_customer_id", "=", card.externalCustomerId)
          .where("m.payment_method_id", "=", card.paymentMethodId)
          .where("m.status", "=", "kept")
          .executeTakeFirst();
  return found?.instrument_index ?? undefined;
}

type Row = Awaited<ReturnType<ReturnType<typeof stopping>["execute"]>>[number];

const endOf = (declinedAt: Date) => toIsoTime(declinedAt.getTime() + stoppedForMs);

function present({ keyring }: Pick<StopDeps, "keyring">, row: Row): CardStop {
  const { stop_lifted_at: liftedAt, stop_lift_sealed: sealed } = row;
  return {
    paymentId: row.payment_id,
    paymentIntentId: row.payment_intent_id,
    declinedAt: toIsoTime(row.created_at.getTime()),
    endsAt: endOf(row.created_at),
    lifted: openLift(keyring, placeOf(row), liftedAt, sealed),
  };
}

function placeOf({ operator_id: operatorId, payment_id: id }: Row): FieldPlace {
  return { operatorId, table: "payments", column: "stop_lift_sealed", id };
}
