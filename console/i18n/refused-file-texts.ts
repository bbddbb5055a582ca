import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/refused-files.ts";
import { spanish } from "./es/refused-files.ts";
import { reconciliationTexts } from "./reconciliation-texts.ts";

/** The text for a refusal's code; undefined if this page does not know the code. */
export function refusedFileText(code: string): string | undefined {
  const known: Readonly<Record<string, string>> = language.value === "es" ? spanish : english;
  return known[code];
}

/**
 * Replaces the refusal's text with one in the language on the screen. In English, and for an unknown code, the
 * service's text stays, because it has the details.
 */
export function explainUpload(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  const { refusals, line } = reconciliationTexts.value;
  const intro = refusals[failure.code];
  const { refusal } = failure;
  if (failure.code !== "settlement_file_refused") {
    return { ...failure, message: intro ?? failure.message };
  }
  const text = refusal && language.value !== "en" ? refusedFileText(refusal.code) : undefined;
  const why = refusal && text ? `${text} (${line(refusal.line)})` : failure.message;
  return { ...failure, message: `${intro ?? ""} ${why}`.trim() };
}
