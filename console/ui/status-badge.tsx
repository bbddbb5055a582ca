import { texts } from "../i18n/current-texts.ts";

/** The color of a status; its text says the same. */
export type Tone = "good" | "bad" | "wait" | "quiet";

const tones: Readonly<Record<string, Tone>> = {
  success: "good",
  verified: "good",
  verified_manually: "good",
  delivered: "good",
  active: "good",
  enabled: "good",
  completed: "good",
  passed: "good",
  approved: "good",
  paid: "good",
  failed: "bad",
  rejected: "bad",
  rejected_manually: "bad",
  dead: "bad",
  locked: "bad",
  voided: "bad",
  pending: "wait",
  under_review: "wait",
  submitted: "wait",
  invited: "wait",
  processing: "wait",
  "pending-validation": "wait",
};

/** A status as a badge. Unknown statuses of open lists are shown as they are. */
export function StatusBadge({ status, text }: { status: string; text?: string | undefined }) {
  return (
    <span class="badge" data-tone={tones[status] ?? "quiet"} data-status={status}>
      {text ?? statusText(status)}
    </span>
  );
}

export function statusText(status: string): string {
  return texts.value.statuses[status] ?? humanize(status);
}

/** `card_declined` → `Card declined`, for codes without a text. */
export function humanize(code: string): string {
  const words = code.replace(/[_.-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
