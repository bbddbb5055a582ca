/**
 * Reports sales and refunds to the tax service, after the money has moved.
 *
 * A claim with a lease takes a few documents. Each try is stored before it is sent: after a crash the next one first
 * asks for the document by its code. Uncertain tries are repeated forever, later each time.
 */
import { sql } from "kysely";
import type { Operators } from "../../operators/accounts/index.ts";
import { isClaimable, leaseColumns, leaseFor } from "../../platform/database/machine-lease.ts";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import { dateIn } from "../../platform/date-in.ts";
import { workAtOnce } from "../../platform/jobs/work-at-once.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ReportOutcome, TaxDocument, TaxVendor } from "../../providers/sales-tax/index.ts";
import type { PriceDetail } from "../pricing/index.ts";
import type { TaxDocumentRow } from "./tables.ts";
import { openTaxPlace } from "./tax-place.ts";

type ReportDeps = Pick<PlatformDeps, "clock" | "machineClock" | "database" | "keyring" | "log"> & {
  readonly operators: Pick<Operators, "get">;
};

/** How many documents one round reports at once. */
const batch = 10;
/** The lease is longer than the three calls that a report makes at most. */
const leaseMs = 2 * 60_000;
const shortestPauseMs = 5_000;
const longestPauseMs = 6 * 60 * 60_000;
/** A report can still arrive for this long after its call ended. */
const settlesAfterMs = 15 * 60_000;

/** Resolves to `more` if others may be due. */
export async function reportDocuments(
  deps: ReportDeps,
  vendor: TaxVendor,
): Promise<"more" | undefined> {
  const rows = await claim(deps);
  await workAtOnce(rows, (row) =>
    reportOne(deps, vendor, row).catch((error: unknown) => {
      if (isStoreLost(error)) throw error;
      // One that cannot be read does not delay the others. Its next tries are later and later.
      const { code, operator_id: operatorId } = row;
      deps.log.errorHourly("a tax document could not be reported", { operatorId, code, error });
      return settle(deps, row, { type: "unknown", problem: "internal_error" }, null);
    }),
  );
  return rows.length === batch ? "more" : undefined;
}

function claim(deps: ReportDeps): Promise<TaxDocumentRow[]> {
  const lease = leaseFor(deps, leaseMs);
  return deps.database.kysely
    .with("due", (query) =>
      query
        .selectFrom("tax_documents")
        .select(["operator_id", "code"])
        .where(isClaimable(lease))
        .orderBy("next_check_at")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("tax_documents as d")
    .from("due")
    .whereRef("d.operator_id", "=", "due.operator_id")
    .whereRef("d.code", "=", "due.code")
    .set(leaseColumns(lease))
    .returningAll("d")
    .execute();
}

async function reportOne(deps: ReportDeps, vendor: TaxVendor, row: TaxDocumentRow): Promise<void> {
  await deps.keyring.load(row.operator_id);
  if (row.wanted === "voided") return withdrawOne(deps, vendor, row);
  const document = await documentOf(deps, row);
  if (!(await beginSend(deps, row))) return;
  const outcome = await vendor.commit(document, row.sent_at !== null);
  await settle(deps, row, outcome, outcome.type === "committed" ? "committed" : null);
}

async function withdrawOne(
  deps: ReportDeps,
  vendor: TaxVendor,
  row: TaxDocumentRow,
): Promise<void> {
  if (row.sent_at === null) return settle(deps, row, { type: "voided" }, "voided");
  const { operator_id: operatorId, code, kind } = row;
  const outcome = await vendor.withdraw({ operatorId, code, kind });
  const isSettled = deps.clock.nowMs() - row.sent_at.getTime() > settlesAfterMs;
  // A committed document can only be absent if the account or the company has changed.
  const isGone = outcome.type === "absent" && row.state === "due" && isSettled;
  await settle(deps, row, outcome, outcome.type === "voided" || isGone ? "voided" : null);
}

/** Claims a document to send it; false if it was withdrawn in the meantime, or another process has it. */
async function beginSend(deps: ReportDeps, row: TaxDocumentRow): Promise<boolean> {
  const { numUpdatedRows } = await deps.database.kysely
    .updateTable("tax_documents")
    .set({ sent_at: new Date(deps.clock.nowMs()) })
    .where("operator_id", "=", row.operator_id)
    .where("code", "=", row.code)
    .where("wanted", "=", "committed")
    .where("next_check_at", "=", row.next_check_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function documentOf(deps: ReportDeps, row: TaxDocumentRow): Promise<TaxDocument> {
  const { operator_id: operatorId, payment_id: paymentId } = row;
  const payment = await deps.database.kysely
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .select(["p.price_detail", "p.tax_address_sealed", "i.external_customer_id", "i.currency"])
    .where("p.operator_id", "=", operatorId)
    .where("p.payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const { taxReport } = payment.price_detail as PriceDetail;
  if (!taxReport) throw new Error("a payment with a tax document has no tax report");
  const { settings } = await deps.operators.get(operatorId);
  const { tax_address_sealed: sealed } = payment;
  return {
    operatorId,
    code: row.code,
    kind: row.kind,
    externalCustomerId: payment.external_customer_id,
    currency: payment.currency,
    baseMinor: row.base_minor,
    taxMinor: row.tax_minor,
    // After an erasure only state and ZIP code remain.
    place: sealed
      ? openTaxPlace(deps.keyring, { operatorId, paymentId }, sealed)
      : { state: taxReport.state, postalCode: taxReport.postalCode },
    onDate:
      row.kind === "sale" ? row.tax_date : dateIn(settings.timeZone, row.created_at.getTime()),
    taxDate: row.tax_date,
    reference: paymentId,
  };
}

/** If something else is wanted in the meantime, the document is due again at once. */
async function settle(
  deps: ReportDeps,
  row: TaxDocumentRow,
  outcome: ReportOutcome,
  state: "committed" | "voided" | null,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const now = new Date(nowMs);
  const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(row.tries, 20));
  const problem = outcome.type === "unknown" ? outcome.problem : "not_found";
  const checkAt = state ? null : new Date(nowMs + pauseMs);
  await deps.database.kysely
    .updateTable("tax_documents")
    .set({
      ...(state ? { state, problem: null, tries: 0 } : { problem, tries: row.tries + 1 }),
      next_check_at: sql<Date | null>`case when wanted = ${state ?? row.wanted}
        then ${checkAt}::timestamptz else ${now}::timestamptz end`,
      updated_at: now,
    })
    .where("operator_id", "=", row.operator_id)
    .where("code", "=", row.code)
    .execute();
  if (!state) {
    const { code, operator_id: operatorId } = row;
    deps.log.warn("the tax service has not confirmed a document", { operatorId, code, problem });
  }
}
