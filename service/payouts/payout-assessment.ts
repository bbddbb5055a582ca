import type { Kysely } from "kysely";
import {
  type CustomerDeps,
  findTombstones,
  type KnownCustomer,
  legalNameAndAddress,
  missingCustomerData,
} from "../customers/profile/index.ts";
import type { PayoutContext } from "../customers/requirements/index.ts";
import { type SanctionsState, sanctionsStatesOf } from "../customers/sanctions/index.ts";
import {
  type PayoutWithNumber,
  payoutsWithProvedNumber,
} from "../customers/text-messages/index.ts";
import type { Operator, OperatorSettings } from "../operators/accounts/index.ts";
import type { Tables } from "../platform/database/tables.ts";
import { dateIn } from "../platform/date-in.ts";
import {
  type CustomerW9,
  payoutThresholdMinor,
  taxThresholds,
  w9sOf,
  withheldMinor,
} from "../tax/w9/index.ts";
import type { PayoutRecord } from "./records.ts";
import { otherPayoutsMinor } from "./year-to-date.ts";

/** What the rules on W-9, identity and withholding say about a payout. */
export interface PayoutAssessment {
  readonly customer: KnownCustomer;
  readonly settings: OperatorSettings;
  readonly w9: Pick<CustomerW9, "status" | "notUsPerson" | "backupWithholding">;
  /** The calendar year in the operator's time zone. */
  readonly year: number;
  /** The year's total including this payout; null in currencies that do not count. */
  readonly yearToDateMinor: number | null;
  readonly thresholdMinor: number;
  /** What the operator's policy requires, whether completed or not. */
  readonly needsW9: boolean;
  /** Profile fields that a W-9 request needs; empty if no W-9 is needed. */
  readonly missingForW9: readonly string[];
  /** Whether a code for this payout verified the phone number. Looked up only under `every_payout`. */
  readonly isPhoneProved: boolean;
  /** 24 % of the amount under backup withholding, else 0. */
  readonly withheldMinor: number;
  /** What the newest screening and staff say about the payee. */
  readonly sanctions: SanctionsState;
}

export type AssessedPayout = Pick<
  PayoutRecord,
  "operatorId" | "disbursementIntentId" | "externalCustomerId" | "amountMinor" | "currency"
>;

interface AssessmentDeps extends CustomerDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
}

/**
 * Assesses without a lock (see {@link assessPayout}), payouts of one operator, in the same order. The number of
 * statements does not depend on the number of payouts.
 */
export async function loadAssessments(
  deps: AssessmentDeps,
  operatorId: string,
  payouts: readonly AssessedPayout[],
): Promise<PayoutAssessment[]> {
  const ids = payouts.map(({ externalCustomerId }) => externalCustomerId);
  const [customers, { settings }] = await Promise.all([
    findTombstones(deps, operatorId, ids),
    deps.operators.get(operatorId),
  ]);
  const subjects = payouts.map((payout) => {
    const customer = customers.get(payout.externalCustomerId);
    if (!customer) throw new Error("a payout's customer is gone");
    return { payout, customer };
  });
  return assess(deps, deps.database.kysely, operatorId, subjects, settings);
}

/** Exact only under the customer's lock, because every payout that could change the year's total waits for it. */
export async function assessPayout(
  deps: Pick<AssessmentDeps, "clock" | "keyring">,
  db: Kysely<Tables>,
  payout: AssessedPayout,
  customer: KnownCustomer,
  settings: OperatorSettings,
): Promise<PayoutAssessment> {
  const subjects = [{ payout, customer }];
  const [assessment] = await assess(deps, db, payout.operatorId, subjects, settings);
  if (!assessment) throw new Error("a payout was not assessed");
  return assessment;
}

interface AssessmentSubject {
  readonly payout: AssessedPayout;
  readonly customer: KnownCustomer;
}

async function assess(
  deps: Pick<AssessmentDeps, "clock" | "keyring">,
  db: Kysely<Tables>,
  operatorId: string,
  subjects: readonly AssessmentSubject[],
  settings: OperatorSettings,
): Promise<PayoutAssessment[]> {
  const year = Number(dateIn(settings.timeZone, deps.clock.nowMs()).slice(0, 4));
  const thresholdMinor = payoutThresholdMinor(year);
  const rate = taxThresholds(year).backupWithholding;
  const counted = subjects.flatMap(({ payout }) => (payout.currency === "USD" ? [payout] : []));
  const w9s = await completedW9s(db, operatorId, subjects);
  const others = await otherPayoutsMinor(db, { operatorId, year }, counted);
  const proved = await payoutsWithProvedNumber(
    deps,
    db,
    operatorId,
    askedNumbers(subjects, settings),
  );
  const ids = subjects.map(({ customer }) => customer.externalCustomerId);
  const sanctions = await sanctionsStatesOf(db, operatorId, ids);
  return subjects.map(({ payout, customer }) => {
    const { disbursementIntentId: id, amountMinor } = payout;
    const w9 = w9s.get(customer.externalCustomerId) ?? unfinishedW9(customer);
    const othersMinor = others.get(id);
    const totalMinor = othersMinor === undefined ? null : amountMinor + othersMinor;
    const needsW9 =
      settings.w9Policy === "every" || (totalMinor !== null && totalMinor >= thresholdMinor);
    return {
      customer,
      settings,
      w9,
      year,
      thresholdMinor,
      needsW9,
      isPhoneProved: proved.has(id),
      yearToDateMinor: totalMinor,
      missingForW9: isW9Missing({ needsW9, w9 })
        ? missingCustomerData(customer.data, legalNameAndAddress)
        : [],
      sanctions: sanctions.get(customer.externalCustomerId) ?? "clear",
      withheldMinor: w9.backupWithholding ? withheldMinor(amountMinor, rate) : 0,
    };
  });
}

/** Reads completed W-9s. For other statuses, the customer that was already read has all details. */
function completedW9s(
  db: Kysely<Tables>,
  operatorId: string,
  subjects: readonly AssessmentSubject[],
): Promise<Map<string, PayoutAssessment["w9"]>> {
  const completed = subjects.filter(({ customer }) => customer.w9.status === "completed");
  const ids = completed.map(({ customer }) => customer.externalCustomerId);
  return w9sOf(db, operatorId, ids);
}

function unfinishedW9({ w9 }: KnownCustomer): PayoutAssessment["w9"] {
  const status = w9.status === "pending" ? "pending" : "none";
  return { status, notUsPerson: w9.notUsPerson, backupWithholding: false };
}

/** Payouts that need a separate code, with the phone number. */
function askedNumbers(
  subjects: readonly AssessmentSubject[],
  settings: OperatorSettings,
): PayoutWithNumber[] {
  if (settings.smsVerification !== "every_payout") return [];
  return subjects.flatMap(({ payout, customer }) => {
    const { phoneNumber } = customer.data;
    return phoneNumber === null ? [] : [{ ...payout, phoneNumber }];
  });
}

/** Whether the payout waits for a W-9. A customer who declared not to be a US person needs none. */
export function isW9Missing({ needsW9, w9 }: Pick<PayoutAssessment, "needsW9" | "w9">): boolean {
  return needsW9 && w9.status !== "completed" && !w9.notUsPerson;
}

export function contextOf(
  assessment: PayoutAssessment,
  w9CaptureUrl: string | null,
): PayoutContext {
  const { yearToDateMinor: total, thresholdMinor } = assessment;
  return {
    w9: isW9Missing(assessment) ? { status: assessment.w9.status, w9CaptureUrl } : null,
    reachesThreshold: total !== null && total >= thresholdMinor,
    isPhoneProved: assessment.isPhoneProved,
  };
}
