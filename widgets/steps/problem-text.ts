import type { PersonalTexts } from "../i18n/personal-texts.ts";

/** The text for a refused or lost call of a step. */
export function problemText(code: string, { steps }: PersonalTexts): string {
  if (code === "lost") return steps.lost;
  return (Object.hasOwn(steps.sms.refusals, code) && steps.sms.refusals[code]) || steps.unknown;
}
