import * as z from "zod/mini";
import { paymentMessage, paymentMethodSummary } from "../api/payment-intents.ts";
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

/** Body of `POST /v1/client/payments`. `total` is what the customer was shown, in major units. */
export const submitPayment = z.strictObject({
  type: z.literal("card"),
  card: cardInput,
  total: z.number(),
  browser: browserInfo,
});
export type SubmitPayment = z.infer<typeof submitPayment>;

/** The CVC that the frame kept in memory, sent again because the service never stores it. */
const keptCvc = z.optional(z.string().check(z.regex(/^\d{3,4}$/)));

/** Body of `POST /v1/client/payments/{paymentId}/continue`: which step of 3-D Secure has ended, and how. */
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

/** What the frame has to do next; types that it does not know leave the payment pending. */
export const nextAction = z.discriminatedUnion("type", [
  threeDSMethodAction,
  challengeAction,
  resumeAction,
]);
export type NextAction = z.infer<typeof nextAction>;

/** What helps after a failure: whether to try again, and with what. */
export const advice = z.object({
  retry: z.boolean(),
  with: z.enum(["same", "other_card", "check_details", "later", "none"]),
});
export type Advice = z.infer<typeof advice>;

/** An attempt as the customer's frame sees it. `status` and `intentStatus` are open lists. */
export const clientPayment = z.object({
  paymentId: z.string(),
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
