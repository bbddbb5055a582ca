import * as z from "zod/mini";
import { trustlySettings } from "../../trustly/index.ts";

/** An application at Trustly with the payment type `Disbursement`. */
export const trustlyPayoutSettings = z.strictObject({
  ...trustlySettings.shape,
  /** How the money goes: at once where the bank takes instant payouts, or by ACH. Trustly decides if it does not. */
  bankSpeed: z._default(z.enum(["instant", "standard"]), "standard"),
});
export type TrustlyPayoutSettings = z.infer<typeof trustlyPayoutSettings>;
