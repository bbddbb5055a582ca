/** Intents and payouts as the service returns them, for tests and the gallery. */
import type { ApiFailure } from "../client/api-failure.ts";
import type {
  ReadDisbursement,
  ReadDisbursementSession,
} from "../client/disbursement-responses.ts";
import { type DisbursementState, firstState, type PayoutChoice } from "./machine/state.ts";

const inDays = { unit: "business_days", least: 1, most: 3 };
const inMinutes = { unit: "minutes", least: 1, most: 30 };

export const exampleBank = { bankName: null, accountType: "checking", last4: "6789" };

/** An intent of $1,250 before the customer has chosen a payout method. */
export function exampleSession(
  intent: Partial<ReadDisbursementSession["intent"]> = {},
  change: Partial<ReadDisbursementSession> = {},
): ReadDisbursementSession {
  return {
    intent: {
      disbursementIntentId: "di_01jd9x4k2m8q3r5t7v9w1y3z",
      status: "pending",
      amount: 1250,
      currency: "USD",
      description: null,
      expiresAt: "2026-11-22T05:00:00.000Z",
      ...intent,
    },
    operator: { name: "Northwind Games" },
    amounts: { amount: 1250, withheldAmount: 0, netAmount: 1250, currency: "USD" },
    payoutOptions: [
      { type: "bank", arrival: inDays },
      { type: "pay_by_bank", arrival: inDays },
      { type: "card", arrival: inMinutes },
      {
        type: "crypto",
        arrival: { unit: "hours", least: 1, most: 1 },
        assets: [
          { asset: "USDC", networks: ["ethereum", "base", "polygon"] },
          { asset: "USDT", networks: ["tron", "ethereum"] },
          { asset: "BTC", networks: ["bitcoin"] },
        ],
      },
    ],
    savedPayoutMethods: [],
    requirements: [],
    yearToDate: null,
    disbursement: null,
    serverTime: "2026-11-22T03:00:00.000Z",
    ...change,
  };
}

export const exampleSaved: ReadDisbursementSession["savedPayoutMethods"] = [
  {
    savedPayoutMethodId: "pm_01jd9x4k2m8q3r5t7v9w1y3z",
    type: "bank",
    payoutMethod: { ...exampleBank, bankName: "First Lantern Bank" },
    arrival: inDays,
    lastUsedAt: "2026-10-03T12:00:00.000Z",
  },
  {
    savedPayoutMethodId: "pm_01jd9x4k2m8q3r5t7v9w1y40",
    type: "card",
    payoutMethod: { brand: "visa", last4: "5556", expiryMonth: 12, expiryYear: 2034 },
    arrival: inMinutes,
    lastUsedAt: "2026-08-15T12:00:00.000Z",
  },
];

/** A payout that waits for approval by default. */
export function exampleDisbursement(change: Partial<ReadDisbursement> = {}): ReadDisbursement {
  return {
    disbursementId: "dis_01jd9x7m4p6r8t1v3x5z7b9d",
    status: "pending-validation",
    intentStatus: "pending-validation",
    type: "bank",
    payoutMethod: { ...exampleBank, bankName: "First Lantern Bank" },
    amounts: { amount: 1250, withheldAmount: 0, netAmount: 1250, currency: "USD" },
    arrival: inDays,
    messages: [],
    createdAt: "2026-11-22T03:01:00.000Z",
    updatedAt: "2026-11-22T03:01:00.000Z",
    ...change,
  };
}

export const disbursementThatIs = (status: string, intentStatus = status): ReadDisbursement =>
  exampleDisbursement({ status, intentStatus });

export const failedDisbursement = (code: string, message: string): ReadDisbursement =>
  exampleDisbursement({
    status: "failed",
    intentStatus: "failed",
    messages: [{ code, message, at: "2026-11-23T15:00:00.000Z" }],
  });

/** A bank account as typed. */
export const exampleChoice: PayoutChoice = {
  request: {
    type: "bank",
    bank: {
      holderName: "Ada Lovelace",
      accountType: "checking",
      routingNumber: "021000021",
      accountNumber: "000123456789",
    },
    save: true,
  },
  method: exampleBank,
  arrival: inDays,
};

export function stateWith(
  change: Partial<DisbursementState>,
  session: ReadDisbursementSession = exampleSession(),
): DisbursementState {
  return {
    ...firstState,
    step: "method",
    session,
    amounts: session.disbursement?.amounts ?? session.amounts,
    status: session.disbursement?.intentStatus ?? session.intent.status,
    disbursement: session.disbursement,
    ...change,
  };
}

export const lost: ApiFailure = { kind: "lost", code: "network", message: "No answer.", status: 0 };

export function refused(code: string, status = 409): ApiFailure {
  return { kind: "refused", code, message: `Refused: ${code}`, status };
}
