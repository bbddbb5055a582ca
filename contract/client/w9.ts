/**
 * Calls of the page behind a W-9 capture link, with the link's client secret.
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
 * A link may be forwarded. Only a caller from a live intent, or one who has confirmed the customer's date of birth or
 * phone, gets prefilled data and drafts. It sends the token of the confirmation as `Tessera-W9-Confirmation`. The copy
 * needs the receipt of `complete`, sent as `Tessera-W9-Receipt`.
 */
import * as z from "zod/mini";
import { address } from "../api/customers.ts";
import { tinBoxes } from "../tin.ts";
import { exemptPayeeCodeList, llcClassifications, w9Classifications } from "../w9-form.ts";

/** Carries the token of {@link w9Confirmation}. */
export const w9ConfirmationHeader = "Tessera-W9-Confirmation";
/** Carries the receipt of {@link w9Completed}. */
export const w9ReceiptHeader = "Tessera-W9-Receipt";

const line = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: "must not contain control characters" }),
  );
const filledLine = (maxLength: number) => line(maxLength).check(z.minLength(1));

/** The parts of a person's name, separate as IRS returns require. */
const personName = {
  firstName: z.optional(line(100)),
  middleName: z.optional(line(100)),
  lastName: z.optional(line(100)),
  suffix: z.optional(line(20)),
};

/**
 * An individual has name parts, any other payee has `entityName`. The service refuses lines that the classification
 * does not have.
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

/** A form that is not signed yet. Never contains the taxpayer number. The address may be incomplete. */
export const w9Draft = z.strictObject({
  ...formLines,
  classification: z.optional(z.enum(w9Classifications)),
  address: z.optional(address),
  backupWithholding: z.optional(z.boolean()),
});
export type W9Draft = z.infer<typeof w9Draft>;

/** `formRevision` is that of the text shown above the signature. */
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

/** Confirms with the date of birth, `1985-04-23`. */
export const confirmW9 = z.strictObject({
  dateOfBirth: z.iso.date("is not a date as YYYY-MM-DD"),
});

/** The refusal `w9_confirmation_wrong`, with `attemptsLeft`. */
export const w9ConfirmationRefused = z.looseObject({
  message: z.string(),
  errorCode: z.optional(z.string()),
  attemptsLeft: z.optional(z.number()),
});

export type W9ConfirmationRefused = z.infer<typeof w9ConfirmationRefused>;

/** The message always goes to the number on file. */
export const sendW9Code = z.strictObject({
  language: z.optional(z.string().check(z.maxLength(35))),
});
export const checkW9Code = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(40)),
});

/** False withdraws the declaration. */
export const declareNotUsPerson = z.strictObject({ notUsPerson: z.boolean() });

const progress = {
  w9Id: z.string(),
  /** `pending`, `completed` or `void` (replaced by a newer request); an open list. */
  status: z.string(),
  notUsPerson: z.boolean(),
};

export const w9Progress = z.object(progress);
export type W9Progress = z.infer<typeof w9Progress>;

/**
 * `window`: `none` before the form was first opened, `open`, or `left` after its page was closed; an open list. A
 * reload reports left, then open. `idleSeconds`: since the page's last call.
 */
export const w9Status = z.object({
  ...progress,
  window: z.string(),
  idleSeconds: z.number(),
});

export const w9Session = z.object({
  ...progress,
  operator: z.object({ name: z.string() }),
  formRevision: z.string(),
  /** Whether this caller may see `prefill` and drafts. */
  isConfirmed: z.boolean(),
  /** Possible confirmations: `date_of_birth`, `phone`; an open list. */
  confirmBy: z.array(z.string()),
  /** The masked number; null unless `phone` is a possible confirmation. */
  phoneNumber: z.nullable(z.string()),
  /** The draft, or the customer's known data; null unless confirmed. */
  prefill: z.nullable(w9Draft),
  /** The customer's name in the operator's records; null unless confirmed. */
  knownName: z.nullable(z.string()),
  expiresAt: z.string(),
  serverTime: z.string(),
});
export type W9Session = z.infer<typeof w9Session>;

/** A confirmation of the phone, valid for two hours and for this form only. */
export const w9Confirmation = z.object({ confirmation: z.string(), expiresAt: z.string() });
export type W9Confirmation = z.infer<typeof w9Confirmation>;

/** The number is masked. The receipt allows the copy for an hour. */
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
