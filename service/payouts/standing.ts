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
  payoutThresholdMinor,
  taxThresholds,
  type W9Standing,
  w9Of,
  withheldMinor,
} from "../tax/w9/index.ts";
import type { PayoutRecord } from "./records.ts";
import { yearToDateMinor } from "./year-to-date.ts";

/** How a customer stands towards one payout: all that decides about W-9, identity and withholding. */
export interface Standing {
  readonly customer: KnownCustomer;
  readonly settings: OperatorSettings;
  readonly w9: Pick<W9Standing, "status" | "notUsPerson" | "backupWithholding">;
  /** Today's year in the operator's time zone. */
  readonly year: number;
  /** The year's total with this payout; null in currencies that are not counted. */
  readonly yearToDateMinor: number | null;
  readonly thresholdMinor: number;
  /** Whether the operator's policy asks a W-9 of this payout, completed or not. */
  readonly needsW9: boolean;
  /** Fields of the customer without which no W-9 can be asked for; empty where none is needed. */
  readonly missingForW9: readonly string[];
  /** A code sent for this payout proved the phone number on file; looked up where every payout asks. */
  readonly isPhoneProved: boolean;
  /** 24 % of the amount under backup withholding, else 0. */
  readonly withheldMinor: number;
}

/** What of a payout matters for {@link standingOf}. */
export type StandingSubject = Pick<
  PayoutRecord,
  "operatorId" | "disbursementIntentId" | "externalCustomerId" | "amountMinor" | "currency"
>;

interface StandingDeps extends CustomerDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
}

/** The same for readers; see {@link standingOf}. */
export async function loadStanding(
  deps: StandingDeps,
  subject: StandingSubject,
): Promise<Standing> {
  const { operatorId, externalCustomerId } = subject;
  const [customer, { settings }] = await Promise.all([
    findTombstone(deps, operatorId, externalCustomerId),
    deps.operators.get(operatorId),
  ]);
  if (!customer) throw new Error("a payout's customer is gone");
  return standingOf(deps, deps.database.kysely, subject, customer, settings);
}

/**
 * How the customer stands. Exact only in a transaction that holds the customer: every payout that
 * could change the year's total waits for that lock.
 */
export async function standingOf(
  deps: Pick<StandingDeps, "clock" | "keyring">,
  db: Kysely<Tables>,
  subject: StandingSubject,
  customer: KnownCustomer,
  settings: OperatorSettings,
): Promise<Standing> {
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

/** Only a form that was signed has more to tell than the customer that was read already. */
async function w9OfCustomer(
  db: Kysely<Tables>,
  operatorId: string,
  { externalCustomerId, w9 }: KnownCustomer,
): Promise<Standing["w9"]> {
  if (w9.status === "completed") return w9Of(db, operatorId, externalCustomerId);
  const status = w9.status === "pending" ? "pending" : "none";
  return { status, notUsPerson: w9.notUsPerson, backupWithholding: false };
}

/** Whether the customer still has to fill in a W-9 for this payout. */
export function owesW9({ needsW9, w9 }: Standing): boolean {
  return needsW9 && w9.status !== "completed" && !w9.notUsPerson;
}

/** What the requirements engine is told of a payout. */
export function contextOf(standing: Standing, w9CaptureUrl: string | null): PayoutContext {
  const { yearToDateMinor: total, thresholdMinor } = standing;
  return {
    w9: owesW9(standing) ? { status: standing.w9.status, w9CaptureUrl } : null,
    reachesThreshold: total !== null && total >= thresholdMinor,
    isPhoneProved: standing.isPhoneProved,
  };
}
