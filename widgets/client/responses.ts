/**
 * Reads the responses of `/v1/client/*`. Written by hand, because the schemas of contract/client would double the
 * customer's download. A test checks that both agree. An action, advice or method of a later version becomes null; the
 * rest of the response is still read.
 */
import {
  flag,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "#contract/channel/readers";
import type {
  ChallengeAction,
  ClientPayment,
  ClientStatus,
  CryptoDepositAction,
  NextAction,
  RedirectAction,
  ThreeDSMethodAction,
} from "#contract/client/payments";
import type { ClientSession, Quote } from "#contract/client/session";
import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import { signedLanguages } from "#contract/signed-languages";
import { readMethodSummary } from "./method-summary.ts";
import { known, knownList, number, textOr } from "./open-readers.ts";

const methodAction: Read<ThreeDSMethodAction> = object({
  type: oneOf("three_ds_method"),
  methodUrl: text,
  threeDSMethodData: text,
  timeoutMs: number,
});

const challengeAction: Read<ChallengeAction> = object({
  type: oneOf("challenge"),
  acsUrl: text,
  creq: optional(text),
  threeDSSessionData: optional(text),
  transactionId: optional(text),
  windowSize: oneOf("01", "02", "03", "04", "05"),
  messageVersion: optional(text),
  expiresAt: text,
});

const redirectAction: Read<RedirectAction> = object({
  type: oneOf("redirect"),
  window: oneOf("redirect", "popup"),
  url: text,
  expiresAt: text,
});

const cryptoDepositAction: Read<CryptoDepositAction> = object({
  type: oneOf("crypto_deposit"),
  asset: text,
  network: text,
  address: text,
  amount: text,
  received: text,
  missing: text,
  uri: text,
  state: text,
  confirmations: number,
  requiredConfirmations: number,
  rate: textOr("held"),
  expiresAt: text,
});

const actions: Readonly<Record<string, Read<NextAction>>> = {
  three_ds_method: methodAction,
  challenge: challengeAction,
  resume: object({ type: oneOf("resume") }),
  redirect: redirectAction,
  crypto_deposit: cryptoDepositAction,
};

const nextAction: Read<NextAction> = (value) => {
  const { type } = object({ type: text })(value);
  const read = Object.hasOwn(actions, type) ? actions[type] : undefined;
  if (!read) throw new TypeError("refused");
  return read(value);
};

const breakdown = object({
  baseAmount: number,
  processingFees: number,
  salesTax: number,
  total: number,
  currency: text,
  salesTaxRate: optional(number),
  salesTaxJurisdiction: optional(text),
});

export const readPayment: Read<ClientPayment> = object({
  paymentId: text,
  type: text,
  status: text,
  intentStatus: text,
  messages: list(object({ code: text, message: text, at: text })),
  advice: known(
    nullable(
      object({
        retry: flag,
        with: oneOf(
          "same",
          "other_card",
          "other_account",
          "other_method",
          "check_details",
          "later",
          "none",
        ),
      }),
    ),
  ),
  paymentMethod: known(nullable(readMethodSummary)),
  nextAction: known(nullable(nextAction)),
  refunded: optional(number),
});

export const readStatus: Read<ClientStatus> = object({
  status: text,
  payment: nullable(readPayment),
});

export const readQuote: Read<Quote> = object({
  breakdown,
  mandate: optional(object({ version: text, locale: oneOf(...signedLanguages), text })),
  bankName: optional(nullable(text)),
  crypto: optional(object({ quoteId: text, amount: text, rate: text, expiresAt: text })),
});

export const readSession: Read<ClientSession> = object({
  intent: object({
    paymentIntentId: text,
    status: text,
    amount: number,
    currency: text,
    description: nullable(text),
    paymentDescriptor: text,
    expiresAt: text,
  }),
  operator: object({ name: text, logo: optional(text) }),
  breakdown,
  paymentMethodTypes: list(text),
  savedPaymentMethods: knownList(
    object({
      paymentMethodId: text,
      type: text,
      paymentMethod: readMethodSummary,
      createdAt: text,
      lastUsedAt: nullable(text),
      verification: text,
      isExpired: flag,
    }),
  ),
  canSavePaymentMethod: flag,
  bankLogin: optional(flag),
  cryptoAssets: knownList(
    object({
      // The crypto form drops unknown assets. A list of the known ones here would make the first download larger.
      asset: text as Read<CryptoAsset>,
      networks: list(text as Read<CryptoNetwork>),
    }),
  ),
  requirements: list(object({ type: text, blocks: oneOf("submission", "approval") })),
  payment: nullable(readPayment),
  serverTime: text,
});
