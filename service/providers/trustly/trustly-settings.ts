import * as z from "zod/mini";

/** An application at Trustly (US and Canada). */
export const trustlySettings = z.strictObject({
  /** No colon: it is the user of HTTP Basic. */
  accessId: z.string().check(z.regex(/^[!-9;-~]{4,64}$/)),
  /** Password of our calls, and the key of all signatures. */
  accessKey: z.string().check(z.regex(/^[!-~]{8,200}$/)),
  merchantId: z.string().check(z.regex(/^[!-~]{1,40}$/)),
});
export type TrustlySettings = z.infer<typeof trustlySettings>;
