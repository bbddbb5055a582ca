import * as z from "zod/mini";
import { externalId } from "../ids.ts";
import { isCountryCode, isUsStateCode } from "../regions.ts";
import { savedPaymentMethod } from "./payment-methods.ts";

/** One line of typed text: trimmed, not empty, no control characters. */
export function line(maxLength: number) {
  return z.string().check(
    z.trim(),
    z.minLength(1, "must not be empty; send null to clear it"),
    z.maxLength(maxLength),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: "must not contain control characters" }),
  );
}

const clearable = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

/**
 * RFC 5321 atoms, then at least two ASCII labels. Quoted local parts and address literals are refused: people do not
 * use them, and mail filters mishandle them.
 */
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/;

/**
 * An e-mail address, checked by syntax only. The service checks plus signs and disposable domains.
 */
export const emailAddress = z.string().check(
  z.trim(),
  z.maxLength(254),
  z.regex(emailPattern, "is not an e-mail address"),
  z.refine((address) => address.indexOf("@") <= 64, {
    error: "has more than 64 characters before the @",
  }),
);

/**
 * A postal address. Any part may be missing; a requirement names it, such as `address.line1`. US states are USPS codes,
 * US postal codes ZIP or ZIP+4. Without a country both are checked as in the US.
 */
export const address = z
  .strictObject({
    line1: clearable(line(120)),
    line2: clearable(line(120)),
    city: clearable(line(80)),
    state: clearable(line(80)),
    postalCode: clearable(line(16)),
    country: clearable(
      z.string().check(z.refine(isCountryCode, { error: "is not an ISO 3166-1 alpha-2 code" })),
    ),
  })
  .check((context) => {
    const { country, state, postalCode } = context.value;
    if ((country ?? "US") !== "US") return;
    if (typeof state === "string" && !isUsStateCode(state))
      context.issues.push({
        code: "custom",
        path: ["state"],
        input: state,
        message: "is not a USPS state code",
      });
    if (typeof postalCode === "string" && !/^\d{5}(-\d{4})?$/.test(postalCode))
      context.issues.push({
        code: "custom",
        path: ["postalCode"],
        input: postalCode,
        message: "is not a ZIP code (12345 or 12345-6789)",
      });
  });
export type Address = z.infer<typeof address>;

const profile = {
  firstName: clearable(line(100)),
  middleName: clearable(line(100)),
  lastName: clearable(line(100)),
  suffix: clearable(line(20)),
  dateOfBirth: clearable(z.iso.date("is not a date as YYYY-MM-DD")),
  phoneNumber: clearable(line(40)),
  address: clearable(address),
};

/** Customer data in `POST /v1/customers`: the e-mail address is required. */
export const customerDataInput = z.strictObject({ email: emailAddress, ...profile });

/**
 * Body of `PUT /v1/customers/{externalCustomerId}/data`. A missing field keeps its value, null clears it (except the
 * e-mail address). An address is replaced as a whole.
 */
export const customerDataUpdate = z.strictObject({ email: z.optional(emailAddress), ...profile });
export type CustomerDataUpdate = z.infer<typeof customerDataUpdate>;

/** Refuses names that clash with paths of the API. */
const newExternalCustomerId = externalId.check(
  z.refine((id) => id !== "kyc-for-review" && id !== "." && id !== "..", {
    error: "is reserved",
  }),
);

/** Body of `POST /v1/customers`. The deprecated `verifyAfterCreation` starts a verification. */
export const createCustomer = z.strictObject({
  externalCustomerId: newExternalCustomerId,
  data: customerDataInput,
  verifyAfterCreation: z.optional(z.nullable(z.boolean())),
});
export type CreateCustomer = z.infer<typeof createCustomer>;

/** Customer data in responses: every field is present, null if unknown. */
export const customerData = z.object({
  email: z.string(),
  firstName: z.nullable(z.string()),
  middleName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  suffix: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      line1: z.nullable(z.string()),
      line2: z.nullable(z.string()),
      city: z.nullable(z.string()),
      state: z.nullable(z.string()),
      postalCode: z.nullable(z.string()),
      country: z.nullable(z.string()),
    }),
  ),
});
export type CustomerData = z.infer<typeof customerData>;

const reasonList = z.array(z.object({ code: z.string(), message: z.string() }));
const checkList = z.array(z.object({ code: z.string(), result: z.string(), message: z.string() }));

/**
 * One identity verification (docs/customers/identity.md). `status` and `type` are open lists on the
 * wire. `type` is null until the customer chooses a document. A check's `result` is passed, failed or unknown.
 */
export const kycVerification = z.object({
  kycVerificationId: z.string(),
  externalCustomerId: z.string(),
  type: z.nullable(z.string()),
  status: z.string(),
  checks: checkList,
  reasons: reasonList,
  createdAt: z.string(),
  updatedAt: z.string(),
  submittedAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  documentExpiresOn: z.nullable(z.string()),
});
export type KycVerification = z.infer<typeof kycVerification>;

/** `status`: none, pending or completed; open on the wire. */
export const w9State = z.object({
  status: z.string(),
  completedAt: z.nullable(z.string()),
  formRevision: z.nullable(z.string()),
  notUsPerson: z.boolean(),
});
export type W9State = z.infer<typeof w9State>;

/** A customer record, as create, get, list and update return it. */
export const customer = z.object({
  externalCustomerId: z.string(),
  data: customerData,
  kycStatus: z.nullable(z.string()),
  kycVerifications: z.array(kycVerification),
  w9: w9State,
  phoneVerifiedAt: z.nullable(z.string()),
  savedPaymentMethods: z.array(savedPaymentMethod),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Customer = z.infer<typeof customer>;
