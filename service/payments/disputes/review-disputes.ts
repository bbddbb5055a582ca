import type { CompellingEvidence, DisputeCase, EarlierPayment } from "#contract/console/disputes";
import { minorDigits, toMajor } from "#contract/money";
import { totalOfParts } from "#contract/refund-parts";
import { toIsoTime } from "../../platform/clock.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { deliveryAddresses } from "../deliveries/delivery-store.ts";
import { openContext } from "../payment-context.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { listRefunds } from "../refunds/read-refunds.ts";
import { refundStatus } from "../refunds/refund-steps.ts";
import { compellingWindow, findPair, matchesOf } from "./compelling-evidence.ts";
import { type DisputeKey, takesMoney } from "./dispute-store.ts";
import { requireDispute } from "./evidence.ts";
import { listFiles, type OpenFile } from "./evidence-store.ts";
import { type InquiryRecord, readInquiry } from "./inquiries/inquiry-store.ts";
import { type DisputedPayment, knownEvidence, readDisputedPayment } from "./known-evidence.ts";
import { disputesOfIntent } from "./list-disputes.ts";
import { canAccept, presentDispute } from "./present-dispute.ts";
import type { DisputeRecord } from "./records.ts";
import { composeSummary } from "./summary.ts";

/** A case without the customer's data and the staff's names, which other domains hold. */
export interface ReadCase extends Omit<DisputeCase, "customer" | "inquiry" | "sent"> {
  readonly inquiry: InquiryRecord | undefined;
}

/** Reads a dispute for staff. Throws 404. */
export async function readCase(deps: PaymentsDeps, key: DisputeKey): Promise<ReadCase> {
  const dispute = await requireDispute(deps, key);
  const { operatorId } = key;
  await deps.keyring.load(operatorId);
  const paid = await readDisputedPayment(deps, dispute);
  const { intent, attempt, context } = paid;
  const db = deps.database.kysely;
  const { paymentIntentId, currency } = dispute;
  const [files, { refunds }, known, compelling, reports, answer, inquiry, all] = await Promise.all([
    listFiles(deps, db, dispute),
    listRefunds(db, operatorId, { page: 1, size: 100, paymentIntentId }),
    knownEvidence(deps, dispute, paid),
    findCompelling(deps, dispute, paid),
    db
      .selectFrom("fraud_reports")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId)
      .where("payment_id", "=", dispute.paymentId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("dispute_answers")
      .select("step")
      .where("operator_id", "=", operatorId)
      .where("dispute_id", "=", key.disputeId)
      .orderBy("answer_id", "desc")
      .limit(1)
      .executeTakeFirst(),
    readInquiry(deps, db, key),
    disputesOfIntent(deps, operatorId, paymentIntentId),
  ]);
  const major = (minor: number) => toMajor(minor, currency);
  const method = attempt.paymentMethod as Record<string, unknown> | null;
  const name = method?.["brand"] ?? method?.["bankName"] ?? method?.["network"];
  return {
    dispute: presentDispute(deps, dispute, files),
    version: dispute.version,
    canAccept: canAccept(deps, dispute),
    payment: {
      total: major(attempt.price.totalMinor),
      paidAt: toIsoTime(attempt.createdAtMs),
      type: attempt.type,
      externalPaymentIntentId: intent.externalPaymentIntentId,
      description: intent.description,
      paymentDescriptor: intent.paymentDescriptor,
      method: name === undefined ? null : [name, method?.["last4"]].filter(Boolean).join(" ···· "),
      threeDSecure: known.threeDSecure ?? null,
      liabilityShift: attempt.threeDS?.liabilityShift ?? null,
      hasMandate: attempt.type === "bank",
      ipAddress: context?.ipAddress ?? null,
      deviceId: context?.deviceId ?? null,
      userAgent: context?.userAgent ?? null,
    },
    refunds: refunds.map(({ refundId, parts, step, reference, createdAtMs }) => ({
      refundId,
      total: major(totalOfParts(parts)),
      status: refundStatus(step),
      reference: reference?.value ?? null,
      createdAt: toIsoTime(createdAtMs),
    })),
    refundedBefore: major(dispute.refundedBeforeMinor),
    known: { ...known, ...(compelling && earlierText(compelling)) },
    compelling,
    fraudReports: Number(reports.count),
    cost: major((takesMoney(dispute) ? dispute.amountMinor : 0) + (dispute.feeMinor ?? 0)),
    answer: answer?.step ?? null,
    answersElsewhere:
      deps.processors.byName(dispute.processor)?.capabilities.answersDisputes === false,
    delivery: paid.delivery ?? null,
    inquiry,
    related: all
      .filter(({ disputeId, paymentId }) => {
        return disputeId !== key.disputeId && paymentId === dispute.paymentId;
      })
      .reverse(),
  };
}

/** Composes the summary that would be sent now. Throws 404. */
export async function previewSummary(deps: PaymentsDeps, key: DisputeKey): Promise<OpenFile> {
  const dispute = await requireDispute(deps, key);
  await deps.keyring.load(key.operatorId);
  return composeSummary(deps, dispute);
}

/** Proof of earlier use of the card; null for disputes of other networks. */
async function findCompelling(
  deps: PaymentsDeps,
  dispute: DisputeRecord,
  { intent, attempt, context, delivery }: DisputedPayment,
): Promise<CompellingEvidence | null> {
  if (dispute.network !== "visa" || dispute.category !== "fraudulent") return null;
  const none = (missing: string) => ({ qualifies: false, missing, payments: [] });
  if (dispute.reasonCode !== "10.4") return none("other_reason");
  if (attempt.instrumentIndex === null) return none("card_unknown");
  const { operatorId, openedAtMs } = dispute;
  const rows = await deps.database.kysely
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", (join) =>
      join
        .onRef("i.payment_intent_id", "=", "p.payment_intent_id")
        .onRef("i.operator_id", "=", "p.operator_id"),
    )
    .select([
      "p.payment_id",
      "p.payment_intent_id",
      "p.total_minor",
      "p.context_sealed",
      "p.created_at",
      "i.currency",
      "i.description",
      "i.external_customer_id",
    ])
    .where("p.operator_id", "=", operatorId)
    .where("p.instrument_index", "=", attempt.instrumentIndex)
    .where("p.status", "=", "success")
    .where("p.created_at", ">=", new Date(openedAtMs - compellingWindow.fromMs))
    .where("p.created_at", "<=", new Date(openedAtMs - compellingWindow.toMs))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("disputes as d")
            .select("d.dispute_id")
            .whereRef("d.operator_id", "=", "p.operator_id")
            .whereRef("d.payment_id", "=", "p.payment_id"),
        ),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("fraud_reports as f")
            .select("f.report_id")
            .whereRef("f.operator_id", "=", "p.operator_id")
            .whereRef("f.payment_id", "=", "p.payment_id"),
        ),
      ),
    )
    .orderBy("p.created_at", "desc")
    .limit(50)
    .execute();
  const { externalCustomerId } = intent;
  const deliveryAddress = delivery?.address ?? null;
  const disputed = { externalCustomerId, context, deliveryAddress };
  const addressOf = await deliveryAddresses(
    deps,
    operatorId,
    rows.map((row) => row.payment_intent_id),
  );
  const earlier = rows.map((row) => ({
    paymentIntentId: row.payment_intent_id,
    paymentId: row.payment_id,
    amount: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    paidAt: toIsoTime(row.created_at.getTime()),
    description: row.description,
    matches: matchesOf(disputed, {
      deliveryAddress: addressOf(row.payment_intent_id),
      externalCustomerId: row.external_customer_id,
      context:
        unlessBroken(() =>
          openContext(deps.keyring, operatorId, {
            paymentId: row.payment_id,
            contextSealed: row.context_sealed,
          }),
        ) ?? null,
    }),
  }));
  const pair = findPair(earlier);
  if (pair) return { qualifies: true, missing: null, payments: pair };
  const missing = earlier.length < 2 ? "too_few_payments" : "too_few_matches";
  return { qualifies: false, missing, payments: earlier.slice(0, 10) };
}

/** The text of the field `earlierPayments`. */
function earlierText({ qualifies, payments }: CompellingEvidence): { earlierPayments?: string } {
  if (!qualifies) return {};
  const line = ({ paidAt, amount, currency, paymentId, description, matches }: EarlierPayment) => {
    const money = `${amount.toFixed(minorDigits(currency) ?? 2)} ${currency}`;
    return (
      `${paidAt.slice(0, 10)}: ${money}, ${paymentId}, ${description ?? "no description"}; ` +
      `same ${matches.join(", ").replaceAll("_", " ")}`
    );
  };
  return { earlierPayments: payments.map(line).join("\n") };
}
