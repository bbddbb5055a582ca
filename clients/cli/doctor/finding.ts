export interface Finding {
  readonly verdict: "ok" | "note" | "problem";
  readonly subject: string;
  readonly text: string;
  /** What to do about a note or problem. */
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
