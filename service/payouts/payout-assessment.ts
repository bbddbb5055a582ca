import type { Kysely } from "kysely";
import {
  type CustomerDeps,
  findTombstone,
  type KnownCustomer,
  legalNameAndAddress,
  missingCustomerData,
} from "../customers/profile/index.ts";
import type { PayoutContext } from "../customers/requirements/index.ts";
import { isNumberProvedFor } from "../customers/text-messages/index.ts";
import type { Operator, OperatorSettings } from "../operators/accounts/index.ts";
import type { Tables } from "../platform/database/tables.ts";
import { dateIn } from "../platform/date-in.ts";
import {
  type CustomerW9,
  payoutThresholdMinor,
  taxThresholds,
  w9Of,
  withheldMinor,
} from "../tax/w9/index.ts";
import type { PayoutRecord } from "./records.ts";
import { yearToDateMinor } from "./year-to-date.ts";

/** What the rules on W-9, identity and withholding say about one payout to one customer. */
export interface PayoutAssessment {
  readonly customer: KnownCustomer;
  readonly settings: OperatorSettings;
  readonly w9: Pick<CustomerW9, "status" | "notUsPerson" | "backupWithholding">;
  /** The current year in the operator's time zone. */
  readonly year: number;
  /** The year's total including this payout; null in currencies that do not count. */
  readonly yearToDateMinor: number | null;
  readonly thresholdMinor: number;
  /** Whether the operator's policy requires a W-9 for this payout, completed or not. */
  readonly needsW9: boolean;
  /**
   * Profile fields that must be filled before a W-9 can be requested; empty if no W-9 is needed.
   */
  readonly missingForW9: readonly string[];
  /** A code sent for this payout verified the phone number. Looked up only under `every_payout`. */
  readonly isPhoneProved: boolean;
  /** 24 % of the amount under backup withholding, else 0. */
  readonly withheldMinor: number;
}

/** The payout's fields that {@link assessPayout} uses. */
export type AssessedPayout = Pick<
  PayoutRecord,
  "operatorId" | "disbursementIntentId" | "externalCustomerId" | "amountMinor" | "currency"
>;

interface AssessmentDeps extends CustomerDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
}

/** Assesses a payout for reads, without a lock; see {@link assessPayout}. */
export async function loadAssessment(
  deps: AssessmentDeps,
  subject: AssessedPayout,
): Promise<PayoutAssessment> {
  const { operatorId, externalCustomerId } = subject;
  const [customer, { settings }] = await Promise.all([
    findTombstone(deps, operatorId, externalCustomerId),
    deps.operators.get(operatorId),
  ]);
  if (!customer) throw new Error("a payout's customer is gone");
  return assessPayout(deps, deps.database.kysely, subject, customer, settings);
}

/**
 * Assesses a payout. Exact only in a transaction that holds the customer's lock, because every
 * payout that could change the year's total waits for it.
 */
export async function assessPayout(
  deps: Pick<AssessmentDeps, "clock" | "keyring">,
  db: Kysely<Tables>,
  subject: AssessedPayout,
  customer: KnownCustomer,
  settings: OperatorSettings,
): Promise<PayoutAssessment> {
  const { operatorId, externalCustomerId, amountMinor, currency } = subject;
  const year = Number(dateIn(settings.timeZone, deps.clock.nowMs()).slice(0, 4));
  const w9 = await w9OfCustomer(db, operatorId, customer);
  const isCounted = currency === "USD";
  const totalMinor = isCounted
    ? amountMinor +
      (await yearToDateMinor(db, {
        operatorId,
        externalCustomerId,
        year,
        except: subject.disbursementIntentId,
      }))
    : null;
  const thresholdMinor = payoutThresholdMinor(year);
  const needsW9 =
    settings.w9Policy === "every" || (totalMinor !== null && totalMinor >= thresholdMinor);
  const { phoneNumber } = customer.data;
  const isPhoneProved =
    settings.smsVerification === "every_payout" &&
    phoneNumber !== null &&
    (await isNumberProvedFor(deps, db, subject, phoneNumber));
  const isOwed = needsW9 && w9.status !== "completed" && !w9.notUsPerson;
  return {
    customer,
    settings,
    w9,
    year,
    thresholdMinor,
    needsW9,
    isPhoneProved,
    yearToDateMinor: totalMinor,
    missingForW9: isOwed ? missingCustomerData(customer.data, legalNameAndAddress) : [],
    withheldMinor: w9.backupWithholding
      ? withheldMinor(amountMinor, taxThresholds(year).backupWithholding)
      : 0,
  };
}

/** Only a completed form has details beyond the customer that was already read. */
async function w9OfCustomer(
  db: Kysely<Tables>,
  operatorId: string,
  { externalCustomerId, w9 }: KnownCustomer,
): Promise<PayoutAssessment["w9"]> {
  if (w9.status === "completed") return w9Of(db, operatorId, externalCustomerId);
  const status = w9.status === "pending" ? "pending" : "none";
  return { status, notUsPerson: w9.notUsPerson, backupWithholding: false };
}

/** Whether the payout needs a W-9 that the customer has not completed. */
export function isW9Missing({ needsW9, w9 }: PayoutAssessment): boolean {
  return needsW9 && w9.status !== "completed" && !w9.notUsPerson;
}

/** What the requirements engine needs to know about a payout. */
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
