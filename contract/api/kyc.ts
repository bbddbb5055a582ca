import * as z from "zod/mini";
import { kycVerification } from "./customers.ts";

/** A link to the hosted verification page. Its secret follows the `#`, so that no server logs it. */
const kycLink = z.object({ url: z.string(), expiresAt: z.string() });

/**
 * Response of `GET /v1/customers/{externalCustomerId}/kyc-info` (docs/customers/identity.md). `status` is the newest
 * verification's, an open list. Links and secret stay the same for an hour; the next request replaces them and the old
 * ones stop working.
 */
export const kycInfo = z.object({
  status: z.string(),
  links: z.object({ driversLicense: kycLink, passport: kycLink }),
  /** The secret for `createKycElements`. */
  clientSecret: z.string(),
  clientSecretExpiresAt: z.string(),
  verifications: z.array(kycVerification),
});
export type KycInfo = z.infer<typeof kycInfo>;
