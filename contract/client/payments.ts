import * as z from "zod/mini";
import { advice, paymentMessage, paymentMethodSummary } from "../api/payment-intents.ts";
import { bankAccountInput } from "../bank-account.ts";
import { cryptoAssets, cryptoNetworkNames } from "../crypto-networks.ts";
import { signedLanguages } from "../signed-languages.ts";
import { browserInfo, challengeWindowSizes } from "./browser-info.ts";

/**
 * A card as typed, digits only (the frame removes spaces and dashes); `expiryYear` has four digits. The service also
 * checks brand, length, Luhn digit and expiry.
 */
export const cardInput = z.strictObject({
  number: z.string().check(z.regex(/^\d{8,19}$/, { error: "must be 8 to 19 digits" })),
  expiryMonth: z.int().check(z.minimum(1), z.maximum(12)),
  expiryYear: z.int().check(z.minimum(2000), z.maximum(2199)),
  cvc: z.string().check(z.regex(/^\d{3,4}$/, { error: "must be 3 or 4 digits" })),
  holderName: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  postalCode: z.optional(z.string().check(z.minLength(1), z.maxLength(16))),
});
export type CardInput = z.infer<typeof cardInput>;

/**
 * The mandate that the customer accepted, by version and language. The service renders and stores the text from these,
 * so that a frame cannot invent one.
 */
export const mandateAcceptance = z.strictObject({
  version: z.string().check(z.minLength(1), z.maxLength(40)),
  locale: z.enum(signedLanguages),
});
export type MandateAcceptance = z.infer<typeof mandateAcceptance>;

/** `total` is what the customer saw, in major units. */
const submitted = { total: z.number(), browser: browserInfo };

/** The method is saved only if this is true. */
const save = z.optional(z.boolean());

export const submitCard = z.strictObject({
  type: z.literal("card"),
  card: cardInput,
  save,
  ...submitted,
});

/** `cvc` if the session's `verification` requires it; `mandate` for a bank account. */
export const submitSaved = z.strictObject({
  type: z.literal("saved"),
  paymentMethodId: z.string(),
  cvc: z.optional(z.string().check(z.regex(/^\d{3,4}$/, { error: "must be 3 or 4 digits" }))),
  mandate: z.optional(mandateAcceptance),
  ...submitted,
});

/**
 * Exactly one of `bankAccount`, as typed, and `bankLoginId`, of a confirmed login of this intent
 * (`POST /v1/client/bank-logins`). A login pays once.
 */
export const submitBank = z
  .strictObject({
    type: z.literal("bank"),
    bankAccount: z.optional(bankAccountInput),
    bankLoginId: z.optional(z.string().check(z.maxLength(64))),
    mandate: mandateAcceptance,
    save,
    ...submitted,
  })
  .check(
    z.refine(
      ({ bankAccount, bankLoginId }) => (bankAccount === undefined) !== (bankLoginId === undefined),
      { error: "needs either bankAccount or bankLoginId", path: ["bankAccount"] },
    ),
  );

/**
 * The customer confirms at their bank. `redirect` leaves the page and returns to `returnUrl`, which must have one of
 * the operator's origins. `popup` opens a separate window.
 */
export const submitPayByBank = z.strictObject({
  type: z.literal("pay_by_bank"),
  window: z.enum(["redirect", "popup"]),
  returnUrl: z.optional(z.string().check(z.maxLength(2000))),
  ...submitted,
});
export type SubmitPayByBank = z.infer<typeof submitPayByBank>;

/** `quoteId` identifies the rate that the customer saw. */
export const submitCrypto = z.strictObject({
  type: z.literal("crypto"),
  asset: z.enum(cryptoAssets),
  network: z.enum(cryptoNetworkNames),
  quoteId: z.string().check(z.maxLength(64)),
  ...submitted,
});

export const submitPayment = z.discriminatedUnion("type", [
  submitCard,
  submitSaved,
  submitBank,
  submitPayByBank,
  submitCrypto,
]);
export type SubmitPayment = z.infer<typeof submitPayment>;

/** The CVC from the frame's memory: the service never stores it. */
const keptCvc = z.optional(z.string().check(z.regex(/^\d{3,4}$/)));

/**
 * Body of `POST /v1/client/payments/{paymentId}/continue`: which step ended, and how. `redirect`: the customer does not
 * want to confirm at their bank; no effect after they confirmed.
 */
export const continuePayment = z.discriminatedUnion("after", [
  z.strictObject({
    after: z.literal("three_ds_method"),
    completionIndicator: z.enum(["Y", "N", "U"]),
    cvc: keptCvc,
  }),
  z.strictObject({
    after: z.literal("challenge"),
    outcome: z.enum(["completed", "canceled", "timed_out"]),
    cvc: keptCvc,
  }),
  z.strictObject({ after: z.literal("redirect"), outcome: z.literal("canceled") }),
]);
export type ContinuePayment = z.infer<typeof continuePayment>;

/** Post `threeDSMethodData` to `methodUrl` in a hidden frame. Continue after its notification or `timeoutMs`. */
export const threeDSMethodAction = z.object({
  type: z.literal("three_ds_method"),
  methodUrl: z.string(),
  threeDSMethodData: z.string(),
  timeoutMs: z.number(),
});
export type ThreeDSMethodAction = z.infer<typeof threeDSMethodAction>;

/**
 * Post `creq` and `threeDSSessionData` to `acsUrl` in a frame of `windowSize`. Continue when it reports the end.
 * Without `creq`, open `acsUrl`, a page of the processor, in the frame; its end is reported for `transactionId`.
 */
export const challengeAction = z.object({
  type: z.literal("challenge"),
  acsUrl: z.string(),
  creq: z.optional(z.string()),
  threeDSSessionData: z.optional(z.string()),
  transactionId: z.optional(z.string()),
  windowSize: z.enum(challengeWindowSizes),
  messageVersion: z.optional(z.string()),
  expiresAt: z.string(),
});
export type ChallengeAction = z.infer<typeof challengeAction>;

/**
 * The bank has answered, but the page was reloaded at the end of a challenge. Call continue at once with
 * `after: "challenge"`, `outcome: "completed"`.
 */
export const resumeAction = z.object({ type: z.literal("resume") });

/**
 * Send the customer to `url` (their bank) in the given `window`; the status returns the outcome. The address works once
 * and for a minute; each status response has a new one while the customer may still go. `&window=redirect` (or `popup`)
 * overrides the window. The payment fails if the customer does not return by `expiresAt`.
 */
export const redirectAction = z.object({
  type: z.literal("redirect"),
  window: z.enum(["redirect", "popup"]),
  url: z.string(),
  expiresAt: z.string(),
});
export type RedirectAction = z.infer<typeof redirectAction>;

/**
 * Show the customer where to send which amount. Amounts are decimal text in whole units of the
 * asset. `uri` is a wallet link: ERC-681, or BIP-321 for Bitcoin. The rate holds until `expiresAt`.
 *
 * `state`: `waiting`, `detected` (seen, not in a block), `underpaid` (the customer must send
 * `missing` more), `confirming` (`confirmations` of `requiredConfirmations`), `wrong_asset`,
 * `late`; an open list.
 *
 * `rate`: `held`; `lost` (the transfer was not confirmed within an hour, or its fee is too low: it
 * counts at the rate of its confirmation); `requoted` (it was confirmed at another rate, and
 * `amount` is now the required total); an open list.
 */
export const cryptoDepositAction = z.object({
  type: z.literal("crypto_deposit"),
  asset: z.string(),
  network: z.string(),
  address: z.string(),
  amount: z.string(),
  received: z.string(),
  missing: z.string(),
  uri: z.string(),
  state: z.string(),
  confirmations: z.number(),
  requiredConfirmations: z.number(),
  rate: z.string(),
  expiresAt: z.string(),
});
export type CryptoDepositAction = z.infer<typeof cryptoDepositAction>;

/** What the customer must do next. A widget that does not know the type leaves the payment pending. */
export const nextAction = z.discriminatedUnion("type", [
  threeDSMethodAction,
  challengeAction,
  resumeAction,
  redirectAction,
  cryptoDepositAction,
]);
export type NextAction = z.infer<typeof nextAction>;

/** `status` and `intentStatus` are open lists. */
export const clientPayment = z.object({
  paymentId: z.string(),
  type: z.string(),
  status: z.string(),
  intentStatus: z.string(),
  messages: z.array(paymentMessage),
  advice: z.nullable(advice),
  paymentMethod: z.nullable(paymentMethodSummary),
  nextAction: z.nullable(nextAction),
  /** What refunds return, with surcharge and tax, in major units; pending ones count. Absent while there is none. */
  refunded: z.optional(z.number()),
});
export type ClientPayment = z.infer<typeof clientPayment>;

export const clientStatus = z.object({
  status: z.string(),
  payment: z.nullable(clientPayment),
});
export type ClientStatus = z.infer<typeof clientStatus>;

/**
 * The 3DS notification pages post this to the frame around them, only to the service's own origin.
 * `threeDSServerTransID` identifies the authentication. The message proves nothing.
 */
export type ThreeDSNotification = {
  readonly tessera: "three_ds_method" | "challenge_done";
  readonly threeDSServerTransID: string;
};
