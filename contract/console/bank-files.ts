/**
 * ACH files that the bank may or may not have received.
 *
 *   GET  /console/api/bank-files                          → bankFileList (payouts.read)
 *   POST /console/api/bank-files/{achFileId}/decision     decideBankFile → bankFileList (bank_files.decide);
 *                                                         409 `conflicting_state` when it needs no decision (any more),
 *                                                         409 `ach_file_shared` when it has entries of others
 */
import * as z from "zod/mini";

/** A file with the operator's own entries and sums, in US dollars. */
export const bankFile = z.object({
  achFileId: z.string(),
  name: z.string(),
  /** When the upload began. */
  since: z.nullable(z.string()),
  /** Whether the file has entries of other operators. */
  isShared: z.boolean(),
  entryCount: z.number(),
  paidOut: z.number(),
  debited: z.number(),
});
export type BankFile = z.infer<typeof bankFile>;

/** Files that need a decision, oldest first. */
export const bankFileList = z.object({ data: z.array(bankFile) });
export type BankFileList = z.infer<typeof bankFileList>;

/** `confirmed`: the bank has it. `released`: the bank does not have it; upload it again. */
export const decideBankFile = z.strictObject({
  decision: z.enum(["confirmed", "released"]),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});
