import * as z from "zod/mini";
import { advice, paymentMessage, paymentMethodSummary } from "../api/payment-intents.ts";
import { bankAccountInput } from "../bank-account.ts";
import { cryptoAssets, cryptoNetworkNames } from "../crypto-networks.ts";
import { browserInfo, challengeWindowSizes } from "./browser-info.ts";

/**
 * A card as typed. Digits only (the frame takes out spaces and dashes); `expiryYear` has four
 * digits. The rules about brand, length, Luhn and expiry are checked by the service as well.
 */
export const cardInput = z.strictObject({
  number: z.string().check(z.regex(/^\d{8,19}$/, { error: "Only digits, 8 to 19 of them" })),
  expiryMonth: z.int().check(z.minimum(1), z.maximum(12)),
  expiryYear: z.int().check(z.minimum(2000), z.maximum(2199)),
  cvc: z.string().check(z.regex(/^\d{3,4}$/, { error: "3 or 4 digits" })),
  holderName: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  postalCode: z.optional(z.string().check(z.minLength(1), z.maxLength(16))),
});
export type CardInput = z.infer<typeof cardInput>;

/**
 * The mandate that the customer agreed to: the text that a quote gave, named by version and language.
 * The service writes it anew from them and keeps what it wrote, so a frame can't invent one.
 */
export const mandateAcceptance = z.strictObject({
  version: z.string().check(z.minLength(1), z.maxLength(40)),
  locale: z.enum(["en", "es"]),
});
export type MandateAcceptance = z.infer<typeof mandateAcceptance>;

/** What every way to pay brings. `total` is what the customer was shown, in major units. */
const submitted = { total: z.number(), browser: browserInfo };

/** Whether the customer wants to keep the method for another time; nothing is kept without it. */
const save = z.optional(z.boolean());

/** A new card. */
export const submitCard = z.strictObject({
  type: z.literal("card"),
  card: cardInput,
  save,
  ...submitted,
});
export type SubmitCard = z.infer<typeof submitCard>;

/**
 * A method that was kept. `cvc` where the session's `verification` of it asks for one; `mandate` for a
 * bank account.
 */
export const submitSaved = z.strictObject({
  type: z.literal("saved"),
  paymentMethodId: z.string(),
  cvc: z.optional(z.string().check(z.regex(/^\d{3,4}$/, { error: "3 or 4 digits" }))),
  mandate: z.optional(mandateAcceptance),
  ...submitted,
});
export type SubmitSaved = z.infer<typeof submitSaved>;

/** A debit of a bank account, by its numbers. */
export const submitBank = z.strictObject({
  type: z.literal("bank"),
  bankAccount: bankAccountInput,
  mandate: mandateAcceptance,
  save,
  ...submitted,
});
export type SubmitBank = z.infer<typeof submitBank>;

/**
 * A payment confirmed at the customer's bank. `redirect` leaves the page and comes back to `returnUrl`,
 * which must be of one of the operator's origins; `popup` opens a window beside it.
 */
export const submitPayByBank = z.strictObject({
  type: z.literal("pay_by_bank"),
  window: z.enum(["redirect", "popup"]),
  returnUrl: z.optional(z.string().check(z.maxLength(2000))),
  ...submitted,
});
export type SubmitPayByBank = z.infer<typeof submitPayByBank>;

/** A transfer of crypto. `quoteId`: the rate that the customer was shown. */
export const submitCrypto = z.strictObject({
  type: z.literal("crypto"),
  asset: z.enum(cryptoAssets),
  network: z.enum(cryptoNetworkNames),
  quoteId: z.string().check(z.maxLength(64)),
  ...submitted,
});
export type SubmitCrypto = z.infer<typeof submitCrypto>;

/** Body of `POST /v1/client/payments`. */
export const submitPayment = z.discriminatedUnion("type", [
  submitCard,
  submitSaved,
  submitBank,
  submitPayByBank,
  submitCrypto,
]);
export type SubmitPayment = z.infer<typeof submitPayment>;

/** The CVC that the frame kept in memory, sent again because the service never stores it. */
const keptCvc = z.optional(z.string().check(z.regex(/^\d{3,4}$/)));

/**
 * Body of `POST /v1/client/payments/{paymentId}/continue`: which step has ended, and how. `redirect`: the
 * customer does not want to confirm at their bank any more; counts until they have confirmed.
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

/** Post `threeDSMethodData` to `methodUrl` in a hidden frame; go on after its notification or `timeoutMs`. */
export const threeDSMethodAction = z.object({
  type: z.literal("three_ds_method"),
  methodUrl: z.string(),
  threeDSMethodData: z.string(),
  timeoutMs: z.number(),
});
export type ThreeDSMethodAction = z.infer<typeof threeDSMethodAction>;

/** Post `creq` and `threeDSSessionData` to `acsUrl` in a frame of `windowSize`; go on when it says done. */
export const challengeAction = z.object({
  type: z.literal("challenge"),
  acsUrl: z.string(),
  creq: z.string(),
  threeDSSessionData: z.string(),
  windowSize: z.enum(challengeWindowSizes),
  messageVersion: z.string(),
  expiresAt: z.string(),
});
export type ChallengeAction = z.infer<typeof challengeAction>;

/**
 * The bank has answered already and only the customer's frame is missing (the page was reloaded at
 * the end of a challenge): call continue at once with `after: "challenge"`, `outcome: "completed"`.
 */
export const resumeAction = z.object({ type: z.literal("resume") });
export type ResumeAction = z.infer<typeof resumeAction>;

/**
 * Send the customer to `url` (their bank), by `window`; the status tells what came of it. The address is
 * used up once it was opened, and after a minute: ask for the status to have a fresh one, for as long as
 * the customer may still go. `&window=redirect` (or `popup`) may be added, and then counts. Until
 * `expiresAt` the customer may come back, afterwards the payment fails.
 */
export const redirectAction = z.object({
  type: z.literal("redirect"),
  window: z.enum(["redirect", "popup"]),
  url: z.string(),
  expiresAt: z.string(),
});
export type RedirectAction = z.infer<typeof redirectAction>;

/**
 * Show the customer where to send what. Amounts are decimal text in whole units of the asset.
 * `state`: `waiting`, `detected` (seen, not in a block), `underpaid` (`missing` more is to be sent),
 * `confirming` (`confirmations` of `requiredConfirmations`), `wrong_asset`, `late`; an open list. `uri`
 * is the link that wallets take: ERC-681, for Bitcoin BIP-321. The rate holds until `expiresAt`. `rate`:
 * `held`; `lost` (money that was sent was not confirmed within an hour, or pays too small a fee: it counts
 * at the rate when it is confirmed); `requoted` (it was, and `amount` is what is asked for now); an open list.
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

/** What the frame has to do next; types that it does not know leave the payment pending. */
export const nextAction = z.discriminatedUnion("type", [
  threeDSMethodAction,
  challengeAction,
  resumeAction,
  redirectAction,
  cryptoDepositAction,
]);
export type NextAction = z.infer<typeof nextAction>;

/** An attempt as the customer's frame sees it. `status` and `intentStatus` are open lists. */
export const clientPayment = z.object({
  paymentId: z.string(),
  type: z.string(),
  status: z.string(),
  intentStatus: z.string(),
  messages: z.array(paymentMessage),
  advice: z.nullable(advice),
  paymentMethod: z.nullable(paymentMethodSummary),
  nextAction: z.nullable(nextAction),
});
export type ClientPayment = z.infer<typeof clientPayment>;

/** Answer of `GET /v1/client/status`. */
export const clientStatus = z.object({
  status: z.string(),
  payment: z.nullable(clientPayment),
});
export type ClientStatus = z.infer<typeof clientStatus>;

/**
 * What the 3DS notification pages tell the frame around them by `postMessage`, to the service's own
 * origin only. `threeDSServerTransID` says which run it is about; the message itself proves nothing.
 */
export type ThreeDSNotification = {
  readonly tessera: "three_ds_method" | "challenge_done";
  readonly threeDSServerTransID: string;
};
