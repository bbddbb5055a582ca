import * as z from "zod/mini";

/**
 * The most that may be approved per day in the operator's time zone: currency → amount in major units. A currency that
 * is not listed cannot be approved. Null means no limit.
 */
export const approvalLimits = z.nullable(
  z.record(z.string().check(z.maxLength(3)), z.number()).check(
    z.refine((limits) => Object.keys(limits).length >= 1 && Object.keys(limits).length <= 20, {
      error: "Name 1 to 20 currencies.",
    }),
  ),
);
export type ApprovalLimits = z.infer<typeof approvalLimits>;
