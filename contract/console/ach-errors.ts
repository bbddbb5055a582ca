/** The errors for which Nacha allows a reversing entry. */
export const achErrors = ["duplicate", "wrong_account", "wrong_amount", "wrong_date"] as const;
/** One of {@link achErrors}. */
export type AchError = (typeof achErrors)[number];
