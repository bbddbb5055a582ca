/*
 * The rates that card networks watch, for the current month in UTC.
 *
 * Visa VAMP: (disputes + fraud reports) ÷ card payments of the month; excessive from 1.5 % and 1,500 on. Mastercard
 * ECM: chargebacks of the month ÷ payments of the previous month; from 1.5 % and 100 on.
 *
 * A dispute counts in the month of its opening, even after a win or refund. Payment providers published these limits in
 * 2026; ask your processor before you rely on them.
 */
import { sql } from "kysely";
import type { DisputeRate, DisputeRates } from "#contract/console/disputes";
import { firstIdAt } from "#contract/ids";
import type { PaymentsDeps } from "../payments-deps.ts";
import { readReturnRates } from "./return-rates.ts";

/** Staff see a warning once half of both limits is reached. */
const warnAt = 0.5;

const programmes = [
  { programme: "visa_vamp", network: "visa", limitRatio: 0.015, limitCount: 1_500 },
  { programme: "mastercard_ecm", network: "mastercard", limitRatio: 0.015, limitCount: 100 },
] as const;

/** Reads the rates of the current month. Too slow for each row of a list: it counts payments of up to two months. */
export async function readDisputeRates(
  { database, clock }: Pick<PaymentsDeps, "database" | "clock">,
  operatorId: string,
): Promise<DisputeRates> {
  const now = new Date(clock.nowMs());
  const startOf = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1);
  const db = database.kysely;
  const countPayments = async (network: string, fromMs: number, toMs: number) => {
    const { count } = await db
      .selectFrom("payments")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId)
      // Ids sort by creation, so this is a range of the primary key.
      .where("payment_id", ">=", firstIdAt("payment", fromMs))
      .where("payment_id", "<", firstIdAt("payment", toMs))
      .where("status", "=", "success")
      .where("type", "=", "card")
      .where(sql<string>`payment_method ->> 'brand'`, "=", network)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const countDisputes = async (network: string, fromMs: number) => {
    const { count } = await db
      .selectFrom("disputes")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId)
      .where("network", "=", network)
      .where("stage", "!=", "inquiry")
      .where("opened_at", ">=", new Date(fromMs))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const countReports = async (network: string, fromMs: number) => {
    const { count } = await db
      .selectFrom("fraud_reports")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId)
      .where("network", "=", network)
      .where("reported_at", ">=", new Date(fromMs))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const [thisMonth, nextMonth, lastMonth] = [startOf(0), startOf(1), startOf(-1)];
  const data: DisputeRate[] = [];
  for (const { programme, network, limitRatio, limitCount } of programmes) {
    const isVisa = network === "visa";
    const payments = isVisa
      ? await countPayments(network, thisMonth, nextMonth)
      : await countPayments(network, lastMonth, thisMonth);
    const disputes = await countDisputes(network, thisMonth);
    const fraudReports = isVisa ? await countReports(network, thisMonth) : 0;
    const counted = disputes + fraudReports;
    const ratio = payments === 0 ? null : counted / payments;
    const month = new Date(thisMonth).toISOString().slice(0, 10);
    const state = stateOf({ counted, ratio, limitRatio, limitCount });
    data.push({
      programme,
      month,
      disputes,
      fraudReports,
      payments,
      ratio,
      limitRatio,
      limitCount,
      state,
    });
  }
  const known = await db
    .selectFrom("fraud_reports")
    .select("report_id")
    .where("operator_id", "=", operatorId)
    .limit(1)
    .executeTakeFirst();
  const returns = await readReturnRates({ database, clock }, operatorId);
  return { data, returns, hasFraudReports: known !== undefined };
}

/** Both limits must be reached. Without payments to compare with, only the count is known. */
export function stateOf({
  counted,
  ratio,
  limitRatio,
  limitCount,
}: Pick<DisputeRate, "ratio" | "limitRatio" | "limitCount"> & { counted: number }): string {
  const isAt = (share: number) =>
    counted >= limitCount * share && (ratio ?? Number.POSITIVE_INFINITY) >= limitRatio * share;
  if (isAt(1)) return "over";
  return isAt(warnAt) ? "warning" : "fine";
}
