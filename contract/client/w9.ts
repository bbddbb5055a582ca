/**
 * Filling in a W-9: what the page behind a capture link calls, with the link's client secret.
 *
 *   GET  /v1/client/w9                    → w9Session
 *   GET  /v1/client/w9/status             → w9Status; nothing personal, for polling
 *   POST /v1/client/w9/left               {} → w9Progress: the page is being left
 *   POST /v1/client/w9/confirm            confirmW9 → w9Confirmation
 *   POST /v1/client/w9/phone-code         sendW9Code → smsVerification
 *   POST /v1/client/w9/phone-code/check   checkW9Code → w9Confirmation
 *   PUT  /v1/client/w9/draft              w9Draft → w9Progress
 *   POST /v1/client/w9/complete           completeW9 → w9Completed
 *   POST /v1/client/w9/not-us-person      declareNotUsPerson → w9Progress
 *   GET  /v1/client/w9/copy               → application/pdf
 *
 * A link may be forwarded. So the session is filled in beforehand, and drafts are kept, only for who
 * comes from a live intent, or has confirmed the customer's date of birth or phone; the confirmation's
 * token goes along as `Tessera-W9-Confirmation`. The copy is given for the receipt of `complete`, as
 * `Tessera-W9-Receipt`.
 */
import * as z from "zod/mini";
import { address } from "../api/customers.ts";
import { tinBoxes } from "../tin.ts";
import { exemptPayeeCodeList, llcClassifications, w9Classifications } from "../w9-form.ts";

/** Header with the token of {@link w9Confirmation}. */
export const w9ConfirmationHeader = "Tessera-W9-Confirmation";
/** Header with the receipt of {@link w9Completed}. */
export const w9ReceiptHeader = "Tessera-W9-Receipt";

const line = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: "may not hold control characters" }),
  );
const filledLine = (maxLength: number) => line(maxLength).check(z.minLength(1));

/** Names of an individual, apart: returns to the IRS take them so. */
const personName = {
  firstName: z.optional(line(100)),
  middleName: z.optional(line(100)),
  lastName: z.optional(line(100)),
  suffix: z.optional(line(20)),
};

/**
 * What is on the form but for the taxpayer number and the signature. An individual has a person's name,
 * anything else `entityName`; the service refuses lines that are not there for the classification.
 */
const formLines = {
  ...personName,
  entityName: z.optional(line(200)),
  businessName: z.optional(line(200)),
  llcClassification: z.optional(z.enum(llcClassifications)),
  otherClassification: z.optional(line(60)),
  exemptPayeeCode: z.optional(z.enum(exemptPayeeCodeList)),
  tinBox: z.optional(z.enum(tinBoxes)),
};

/** What was typed so far; never the taxpayer number. An address may have gaps. */
export const w9Draft = z.strictObject({
  ...formLines,
  classification: z.optional(z.enum(w9Classifications)),
  address: z.optional(address),
  backupWithholding: z.optional(z.boolean()),
});
export type W9Draft = z.infer<typeof w9Draft>;

/** Body of `complete`. `formRevision` is that of the words that were shown above the signature. */
export const completeW9 = z.strictObject({
  ...formLines,
  formRevision: z.string().check(z.maxLength(20)),
  usPerson: z.literal(true),
  classification: z.enum(w9Classifications),
  address,
  tinBox: z.enum(tinBoxes),
  tin: z.string().check(z.maxLength(40)),
  backupWithholding: z.boolean(),
  signature: filledLine(200),
});
export type CompleteW9 = z.infer<typeof completeW9>;

/** Body of `confirm`: the customer's date of birth, `1985-04-23`. */
export const confirmW9 = z.strictObject({
  dateOfBirth: z.iso.date("is not a date as YYYY-MM-DD"),
});
export type ConfirmW9 = z.infer<typeof confirmW9>;

/** A refusal of `confirm`; `attemptsLeft` goes with `w9_confirmation_wrong`. */
export const w9ConfirmationRefused = z.looseObject({
  message: z.string(),
  errorCode: z.optional(z.string()),
  attemptsLeft: z.optional(z.number()),
});

export type W9ConfirmationRefused = z.infer<typeof w9ConfirmationRefused>;

/** Body of `phone-code`: the message goes to the number on file, and to no other. */
export const sendW9Code = z.strictObject({
  language: z.optional(z.string().check(z.maxLength(35))),
});
/** Body of `phone-code/check`. */
export const checkW9Code = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(40)),
});

/** Body of `not-us-person`; false takes it back. */
export const declareNotUsPerson = z.strictObject({ notUsPerson: z.boolean() });

const progress = {
  w9Id: z.string(),
  /** `pending`, `completed` or `void` (asked for anew); open. */
  status: z.string(),
  notUsPerson: z.boolean(),
};

/** How far it is. */
export const w9Progress = z.object(progress);
export type W9Progress = z.infer<typeof w9Progress>;

/**
 * Answer of `GET /v1/client/w9/status`. `window`: `none` while the form was never opened, `open`, or
 * `left` once its page was left after it was opened last; open. A page that is loaded again is left and
 * opened. `idleSeconds`: since the page was last heard of.
 */
export const w9Status = z.object({
  ...progress,
  window: z.string(),
  idleSeconds: z.number(),
});
export type W9Status = z.infer<typeof w9Status>;

/** Answer of `GET /v1/client/w9`. */
export const w9Session = z.object({
  ...progress,
  operator: z.object({ name: z.string() }),
  formRevision: z.string(),
  /** Whether `prefill` and drafts are open to this caller. */
  isConfirmed: z.boolean(),
  /** What can be confirmed: `date_of_birth`, `phone`; open. */
  confirmBy: z.array(z.string()),
  /** Masked; null unless `phone` can be confirmed. */
  phoneNumber: z.nullable(z.string()),
  /** The draft, or what is known of the customer; null unless confirmed. */
  prefill: z.nullable(w9Draft),
  /** The customer's name as the operator has it; null unless confirmed. */
  knownName: z.nullable(z.string()),
  expiresAt: z.string(),
  serverTime: z.string(),
});
export type W9Session = z.infer<typeof w9Session>;

/** Answer of `confirm` and `phone-code/check`: good for two hours, for this form. */
export const w9Confirmation = z.object({ confirmation: z.string(), expiresAt: z.string() });
export type W9Confirmation = z.infer<typeof w9Confirmation>;

/** Answer of `complete`. The number is masked; the receipt opens the copy for an hour. */
export const w9Completed = z.object({
  ...progress,
  completedAt: z.string(),
  formRevision: z.string(),
  name: z.string(),
  tin: z.string(),
  backupWithholding: z.boolean(),
  receipt: z.string(),
  receiptExpiresAt: z.string(),
});
export type W9Completed = z.infer<typeof w9Completed>;
