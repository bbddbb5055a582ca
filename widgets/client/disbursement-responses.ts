/**
 * Reads payouts by hand, as responses.ts reads payments. A payout method, requirement or option of a later version is
 * left out and loses nothing else.
 */
import {
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "#contract/channel/readers";
import type {
  ClientDisbursement,
  DisbursementSession,
  PayoutOption,
  SavedPayoutMethod,
} from "#contract/client/disbursements";
import { cryptoAssets, cryptoNetworkNames } from "#contract/crypto-networks";
import { readRequirement } from "../steps/read-requirement.ts";
import type { ReadRequirement } from "../steps/steps-api.ts";
import { readMethodSummary } from "./method-summary.ts";
import { known, knownList, number } from "./open-readers.ts";

/** A payout method with masked numbers; null if its type is unknown here. */
export type ReadPayoutMethod = ClientDisbursement["payoutMethod"] | null;

export type ReadDisbursement = Omit<ClientDisbursement, "payoutMethod"> & {
  readonly payoutMethod: ReadPayoutMethod;
};

/** Requirements contain everything that their steps need. */
export type ReadDisbursementSession = Omit<DisbursementSession, "requirements" | "disbursement"> & {
  readonly requirements: readonly ReadRequirement[];
  readonly disbursement: ReadDisbursement | null;
};

export interface ReadDisbursementStatus {
  readonly status: string;
  readonly disbursement: ReadDisbursement | null;
}

const arrival = object({ unit: text, least: number, most: number });

const amounts = object({
  amount: number,
  withheldAmount: number,
  netAmount: number,
  currency: text,
});

export const readDisbursement: Read<ReadDisbursement> = object({
  disbursementId: text,
  status: text,
  intentStatus: text,
  type: text,
  payoutMethod: known(readMethodSummary),
  amounts,
  arrival,
  messages: list(object({ code: text, message: text, at: text })),
  createdAt: text,
  updatedAt: text,
});

export const readDisbursementStatus: Read<ReadDisbursementStatus> = object({
  status: text,
  disbursement: nullable(readDisbursement),
});

const payoutOption: Read<PayoutOption> = object({
  type: text,
  arrival,
  assets: optional(
    knownList(
      object({ asset: oneOf(...cryptoAssets), networks: knownList(oneOf(...cryptoNetworkNames)) }),
    ),
  ),
});

const savedPayoutMethod: Read<SavedPayoutMethod> = object({
  savedPayoutMethodId: text,
  type: text,
  payoutMethod: readMethodSummary,
  arrival,
  lastUsedAt: text,
});

export const readDisbursementSession: Read<ReadDisbursementSession> = object({
  intent: object({
    disbursementIntentId: text,
    status: text,
    amount: number,
    currency: text,
    description: nullable(text),
    expiresAt: text,
  }),
  operator: object({ name: text, logo: optional(text) }),
  amounts,
  payoutOptions: knownList(payoutOption),
  savedPayoutMethods: knownList(savedPayoutMethod),
  requirements: list(readRequirement),
  yearToDate: nullable(
    object({ year: number, totalAfter: number, threshold: number, asks: list(text) }),
  ),
  disbursement: nullable(readDisbursement),
  serverTime: text,
});
