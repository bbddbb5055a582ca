/** The result of one check. */
export interface Finding {
  readonly verdict: "ok" | "note" | "problem";
  /** What was checked. */
  readonly subject: string;
  /** What was found. */
  readonly text: string;
  /** What to do about it; only for notes and problems. */
  readonly advice?: string;
}

export const ok = (subject: string, text: string): Finding => ({ verdict: "ok", subject, text });
export const note = (subject: string, text: string, advice: string): Finding => ({
  verdict: "note",
  subject,
  text,
  advice,
});
export const problem = (subject: string, text: string, advice: string): Finding => ({
  verdict: "problem",
  subject,
  text,
  advice,
});
