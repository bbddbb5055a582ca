import * as z from "zod/mini";
import { trustlySettings } from "../../trustly/index.ts";

/** An application at Trustly with the payment type `Disbursement`. */
export const trustlyPayoutSettings = z.strictObject({
  ...trustlySettings.shape,
  /** `instant`: at once if the bank takes instant payouts, otherwise as Trustly decides. `standard`: by ACH. */
  bankSpeed: z._default(z.enum(["instant", "standard"]), "standard"),
});
export type TrustlyPayoutSettings = z.infer<typeof trustlyPayoutSettings>;
