import type { SelectQueryBuilder } from "kysely";
import type { DisputeOutcome, DisputeSort, DisputeSummary } from "#contract/console/disputes";
import { orderOf } from "#contract/lists";
import { toMajor } from "#contract/money";
import { toIsoTime } from "../../platform/clock.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { toDispute } from "./dispute-rows.ts";
import type { DisputeRecord } from "./records.ts";

/** A row of the list, without the customer's name. */
export interface ListedDispute extends Omit<DisputeSummary, "customerName" | "customerEmail"> {
  readonly paymentId: string;
}

/** `from` is inclusive, `to` exclusive. */
export interface StaffDisputeFilter {
  readonly page: number;
  readonly size: number;
  readonly tab: "open" | "all";
  /** `figures`: all disputes in the daily sums (reporting/figures/day-sums.ts); else those with this outcome. */
  readonly outcome?: "figures" | DisputeOutcome | undefined;
  readonly currency?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort?: DisputeSort | undefined;
}

const statuses = {
  open: ["needs-response", "under-review"],
  won: ["won"],
  lost: ["lost", "accepted", "expired"],
} as const;

/** Lists disputes that need a response or a decision, by due date; or all, newest first. */
export async function listForStaff(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  { page, size, tab, sort, outcome, currency, from, to }: StaffDisputeFilter,
): Promise<{ disputes: ListedDispute[]; total: number; waiting: number }> {
  let matching = database.kysely.selectFrom("disputes").where("operator_id", "=", operatorId);
  if (tab === "open") matching = matching.where("status", "in", statuses.open);
  if (outcome !== undefined) matching = matching.where("stage", "!=", "inquiry");
  if (outcome !== undefined && outcome !== "figures") {
    matching = matching.where("status", "in", statuses[outcome]);
  }
  if (currency !== undefined) matching = matching.where("currency", "=", currency);
  if (from !== undefined) matching = matching.where("opened_at", ">=", new Date(from));
  if (to !== undefined) matching = matching.where("opened_at", "<", new Date(to));
  const [rows, { total }, { waiting }] = await Promise.all([
    inOrder(matching, sort ?? (tab === "open" ? "due" : "newest"))
      .selectAll()
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
    database.kysely
      .selectFrom("disputes")
      .select((select) => select.fn.countAll<number>().as("waiting"))
      .where("operator_id", "=", operatorId)
      .where("status", "=", "needs-response")
      .executeTakeFirstOrThrow(),
  ]);
  return {
    disputes: rows.map((row) => summaryOf(toDispute(row))),
    total: Number(total),
    waiting: Number(waiting),
  };
}

function inOrder(
  matching: SelectQueryBuilder<Tables, "disputes", object>,
  sort: DisputeSort,
): SelectQueryBuilder<Tables, "disputes", object> {
  if (sort === "due") {
    return matching
      .orderBy(({ eb }) => eb("status", "=", "needs-response"), "desc")
      .orderBy(({ eb }) => eb("status", "=", "under-review"), "desc")
      .orderBy("respond_by", (by) => by.asc().nullsFirst())
      .orderBy("dispute_id", "desc");
  }
  const { by, direction } = orderOf(sort);
  const ordered =
    by === "time"
      ? matching.orderBy("opened_at", direction)
      : matching.orderBy("currency").orderBy("amount_minor", direction);
  return ordered.orderBy("dispute_id", direction);
}

/** The disputes of an intent, newest first. */
export async function disputesOfIntent(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  paymentIntentId: string,
): Promise<ListedDispute[]> {
  const rows = await database.kysely
    .selectFrom("disputes")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .orderBy("dispute_id", "desc")
    .execute();
  return rows.map((row) => summaryOf(toDispute(row)));
}

function summaryOf(dispute: DisputeRecord): ListedDispute {
  const { disputeId, paymentIntentId, paymentId, externalCustomerId } = dispute;
  const { amountMinor, currency } = dispute;
  const { network, reasonCode, category, stage, status, respondByMs, openedAtMs } = dispute;
  return {
    disputeId,
    paymentIntentId,
    paymentId,
    externalCustomerId,
    amount: toMajor(amountMinor, currency),
    currency,
    network,
    reasonCode,
    category,
    stage,
    status,
    respondBy: respondByMs === null ? null : toIsoTime(respondByMs),
    openedAt: toIsoTime(openedAtMs),
  };
}
