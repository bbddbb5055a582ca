/**
 * ACH files of which it is not known whether the bank has them.
 *
 *   GET  /console/api/bank-files                          → bankFileList (payouts.read)
 *   POST /console/api/bank-files/{achFileId}/decision     decideBankFile → bankFileList (bank_files.decide);
 *                                                         409 `conflicting_state` when it needs none (any more),
 *                                                         409 `ach_file_shared` when others have entries in it
 */
import * as z from "zod/mini";

/** A file as an operator's staff see it; entries and sums are the operator's own. US dollars. */
export const bankFile = z.object({
  achFileId: z.string(),
  name: z.string(),
  /** When handing over began. */
  since: z.nullable(z.string()),
  /** Other operators have entries in it, too. */
  isShared: z.boolean(),
  entryCount: z.number(),
  paidOut: z.number(),
  debited: z.number(),
});
export type BankFile = z.infer<typeof bankFile>;

/** Files that need a decision, the oldest first. */
export const bankFileList = z.object({ data: z.array(bankFile) });
export type BankFileList = z.infer<typeof bankFileList>;

/** `confirmed`: the bank has it. `released`: the bank does not have it, hand it over again. */
export const decideBankFile = z.strictObject({
  decision: z.enum(["confirmed", "released"]),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});
