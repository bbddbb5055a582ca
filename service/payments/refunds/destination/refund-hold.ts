import { sql } from "kysely";
import type {
  CustomerKey,
  CustomerMoney,
  Destinations,
  HoldChange,
} from "../../../customers/sanctions/index.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { RefundRecord } from "../records.ts";
import { toRefund } from "../refund-rows.ts";
import { moveLocked, writeHold } from "../refund-store.ts";
import { achName, openDestination } from "./transfers.ts";

/*
 * How sanctions reviews affect refunds to a destination that the customer named (docs/payouts/sanctions.md). Refunds by
 * the payment's own route are not held.
 *
 * Guarantees: a review holds unsent refunds, under the lock of their rows, as for payouts
 * (../../../payouts/flow/payout-hold.ts). `blocked`: unsent refunds fail, which frees their amounts, and unfiled ACH
 * credits are canceled. What may be on its way is left to its outcome.
 */

/** Steps of possibly unsent refunds: in `processing` they may wait for the next ACH file. */
const unsentSteps = ["awaiting_approval", "requested", "processing"] as const;

type Needs = Pick<
  PaymentsDeps,
  "ach" | "clock" | "config" | "random" | "keyring" | "database" | "webhooks"
>;

/** Refunds to named destinations, for the sanctions domain. */
export function refundMoney(deps: Needs): CustomerMoney {
  return {
    async destinations(tx, customer) {
      const rows = await unsent(tx, customer).execute();
      return rows.length === 0 ? null : destinationsOf(deps, rows.map(toRefund));
    },
    findUnscreened: (version, range) => findUnscreened(deps, version, range),
    async follow(tx, change) {
      const rows = await unsent(tx, change).forUpdate().execute();
      for (const row of rows) await followOne(deps, tx, toRefund(row), change);
    },
  };
}

function unsent(tx: Tx, { operatorId, externalCustomerId }: CustomerKey) {
  return tx
    .selectFrom("refunds")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("transfer_type", "is not", null)
    .where("step", "in", [...unsentSteps])
    .where((row) =>
      row.or([row("step", "!=", "processing"), row("transfer_provider", "=", achName)]),
    )
    .orderBy("refund_id");
}

function destinationsOf(deps: Needs, refunds: readonly RefundRecord[]): Destinations {
  const named = refunds.map((refund) => {
    const open = () => openDestination(deps, refund);
    // Without a readable destination a refund cannot be approved, so it must not hold up the others.
    const destination = refund.step === "awaiting_approval" ? unlessBroken(open) : open();
    return { refund, destination };
  });
  return {
    names: named.flatMap(({ destination }) =>
      destination?.type === "bank" ? [destination.bank.holderName] : [],
    ),
    addresses: named.flatMap(({ refund, destination }) =>
      destination?.type === "crypto"
        ? [
            {
              network: refund.transfer?.network ?? "",
              address: destination.address,
              use: "refund" as const,
            },
          ]
        : [],
    ),
  };
}

async function followOne(
  deps: Needs,
  tx: Tx,
  refund: RefundRecord,
  { outcome }: HoldChange,
): Promise<void> {
  const { operatorId, refundId, step, sentAtMs, transfer } = refund;
  const isAtAch = step !== "awaiting_approval" && transfer?.provider === achName;
  const isUnsent = step === "awaiting_approval" || (step === "requested" && sentAtMs === null);
  const nowMs = deps.clock.nowMs();
  switch (outcome) {
    case "held": {
      if (refund.heldAtMs !== null) return;
      // An entry that is not ordered yet stays so while the review is open: transfers.ts.
      const isHeld = isAtAch
        ? (await deps.ach.hold(operatorId, refundId, tx)) !== "too_late"
        : isUnsent;
      return isHeld ? writeHold(deps, tx, refund, nowMs) : undefined;
    }
    case "released":
      if (isAtAch) await deps.ach.release(operatorId, refundId, tx);
      return refund.heldAtMs === null ? undefined : writeHold(deps, tx, refund, null);
    case "blocked":
      if (isAtAch && (await deps.ach.cancel(operatorId, refundId, tx))) return;
      if (!isUnsent) return;
      await moveLocked(deps, tx, refund, step === "requested" ? "refused" : "declined", {
        failureCode: "destination_declined",
      });
  }
}

async function findUnscreened(
  { database }: Needs,
  listVersion: string,
  { after, most }: { readonly after: CustomerKey; readonly most: number },
): Promise<CustomerKey[]> {
  const rows = await database.kysely
    .selectFrom("refunds as f")
    .leftJoin("sanctions_screenings as s", (join) =>
      join
        .onRef("s.operator_id", "=", "f.operator_id")
        .onRef("s.external_customer_id", "=", "f.external_customer_id"),
    )
    .select(["f.operator_id", "f.external_customer_id"])
    .distinct()
    .where("f.transfer_type", "is not", null)
    .where("f.step", "in", [...unsentSteps])
    .where((row) =>
      row.or([row("f.step", "!=", "processing"), row("f.transfer_provider", "=", achName)]),
    )
    .where(
      sql<boolean>`(f.operator_id, f.external_customer_id) > (${after.operatorId}, ${after.externalCustomerId})`,
    )
    .where((row) =>
      row.or([row("s.list_version", "is", null), row("s.list_version", "!=", listVersion)]),
    )
    .orderBy("f.operator_id")
    .orderBy("f.external_customer_id")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    externalCustomerId: row.external_customer_id,
  }));
}
