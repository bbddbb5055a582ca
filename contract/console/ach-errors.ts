/** Errors for which Nacha allows a reversing entry. */
export const achErrors = ["duplicate", "wrong_account", "wrong_amount", "wrong_date"] as const;
export type AchError = (typeof achErrors)[number];
