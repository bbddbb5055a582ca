import type { AmountParts } from "#contract/refund-parts";
import { type LedgerItem, type LedgerSource, withoutNulls } from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { type PriceDetail, priceOf } from "../pricing/index.ts";
import { approvedPosting, type PostedAttempt, undonePosting } from "../store/payment-posting.ts";

/** Payments that are or were successful. Debits are in debit-source.ts. */
export const paymentSource: LedgerSource = {
  name: "payments",
  sourceType: "payment",
  causes: ["charge", "charge_reversed", "refunds_lost"],
  async page(tx, operatorId, afterId, most) {
    const rows = await readPayments(tx, operatorId, afterId, most);
    const undone = rows.filter(({ isSuccess }) => !isSuccess);
    const failedLater = await readFailedLater(tx, operatorId, undone);
    return rows.map(({ isSuccess, attempt, currency }) => {
      const returned = addParts(attempt.returned, failedLater.get(attempt.paymentId) ?? noParts);
      return toItem({ operatorId, currency }, { ...attempt, returned }, isSuccess);
    });
  },
};

const noParts: AmountParts = { baseMinor: 0, feesMinor: 0, taxMinor: 0 };

function addParts(one: AmountParts, other: AmountParts): AmountParts {
  return {
    baseMinor: one.baseMinor + other.baseMinor,
    feesMinor: one.feesMinor + other.feesMinor,
    taxMinor: one.taxMinor + other.taxMinor,
  };
}

/**
 * Amounts that refunds had returned when their payment was undone. Its row no longer counts them, because the refunds
 * failed later.
 */
async function readFailedLater(
  tx: Tx,
  operatorId: string,
  undone: readonly FoundPayment[],
): Promise<Map<string, AmountParts>> {
  const undoneAtMs = new Map(undone.map(({ attempt }) => [attempt.paymentId, attempt.updatedAtMs]));
  if (undone.length === 0) return new Map();
  const rows = await tx
    .selectFrom("refunds")
    .select(["payment_id", "base_minor", "fees_minor", "tax_minor", "updated_at"])
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "in", [
      ...new Set(undone.map((foundPayment) => foundPayment.paymentIntentId)),
    ])
    .where("step", "in", ["failed", "canceled"])
    .execute();
  const sums = new Map<string, AmountParts>();
  for (const row of rows) {
    const atMs = undoneAtMs.get(row.payment_id);
    if (atMs === undefined || row.updated_at.getTime() < atMs) continue;
    const parts = {
      baseMinor: row.base_minor,
      feesMinor: row.fees_minor,
      taxMinor: row.tax_minor,
    };
    sums.set(row.payment_id, addParts(sums.get(row.payment_id) ?? noParts, parts));
  }
  return sums;
}

interface FoundPayment {
  readonly paymentIntentId: string;
  readonly attempt: PostedAttempt;
  readonly currency: string;
  readonly isSuccess: boolean;
}

async function readPayments(
  tx: Tx,
  operatorId: string,
  afterId: string,
  most: number,
): Promise<FoundPayment[]> {
  const rows = await tx
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", (join) =>
      join
        .onRef("i.operator_id", "=", "p.operator_id")
        .onRef("i.payment_intent_id", "=", "p.payment_intent_id"),
    )
    .select([
      "p.payment_id",
      "p.payment_intent_id",
      "p.type",
      "p.processor",
      "p.status",
      "p.total_minor",
      "p.fees_minor",
      "p.tax_minor",
      "p.price_detail",
      "p.refunded_base_minor",
      "p.refunded_fees_minor",
      "p.refunded_tax_minor",
      "p.disputed_minor",
      "p.detail",
      "p.updated_at",
      "i.currency",
    ])
    .where("p.operator_id", "=", operatorId)
    .where("p.payment_id", ">", afterId)
    .where((row) => row.or([row("p.status", "=", "success"), row("p.was_success", "=", true)]))
    .orderBy("p.payment_id")
    .limit(most)
    .execute();
  return rows.map((row) => {
    const baseMinor = row.total_minor - row.fees_minor - row.tax_minor;
    return {
      paymentIntentId: row.payment_intent_id,
      currency: row.currency,
      isSuccess: row.status === "success",
      attempt: {
        paymentId: row.payment_id,
        type: row.type,
        processor: row.processor,
        price: priceOf(baseMinor, row.currency, {
          feesMinor: row.fees_minor,
          taxMinor: row.tax_minor,
          detail: row.price_detail as PriceDetail,
        }),
        returned: {
          baseMinor: row.refunded_base_minor,
          feesMinor: row.refunded_fees_minor,
          taxMinor: row.refunded_tax_minor,
        },
        disputed: { minor: row.disputed_minor },
        detail: row.detail,
        updatedAtMs: row.updated_at.getTime(),
      },
    };
  });
}

/**
 * A refund that fails after its payment was undone lowers the refunded amount in the row, not what was posted: then
 * amounts are not compared.
 */
function toItem(
  intent: { readonly operatorId: string; readonly currency: string },
  attempt: PostedAttempt,
  isSuccess: boolean,
): LedgerItem {
  const { paymentId: id } = attempt;
  const approved = approvedPosting(intent, attempt);
  const postings = [approved, isSuccess ? null : undonePosting(intent, attempt)];
  return {
    id,
    sourceId: id,
    alternatives: [withoutNulls(postings)],
    ...(isSuccess ? {} : { optional: ["refunds_lost"], anyAmount: ["charge_reversed"] }),
  };
}
