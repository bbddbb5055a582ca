import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";

const tones: Readonly<Record<string, string>> = {
  open: "bad",
  explained: "wait",
  resolved: "good",
  written_off: "quiet",
};

/** A break's state. A proposal waits for a second person. */
export function StateBadge({ state, isProposed }: { state: string; isProposed: boolean }) {
  const words = reconciliationTexts.value;
  return (
    <span class="badge" data-tone={isProposed ? "wait" : (tones[state] ?? "quiet")}>
      {isProposed ? words.waits : (words.states[state] ?? state)}
    </span>
  );
}
