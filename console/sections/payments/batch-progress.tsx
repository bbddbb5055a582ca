import { batchOutcomes, type RefundBatch } from "#contract/console/refund-batches";
import { language } from "../../i18n/current-texts.ts";
import { refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { moneyText } from "../../ui/money-text.ts";
import { humanize } from "../../ui/status-badge.tsx";

const tones: Readonly<Record<string, string>> = {
  awaiting_approval: "wait",
  running: "wait",
  done: "good",
  stopped: "quiet",
  declined: "quiet",
};

/** Whether the progress can still change without a person. */
export function isActive({ state, counts }: RefundBatch): boolean {
  return state === "running" || counts.pending > 0;
}

/** Refunds with an outcome. */
export function doneOf({ counts }: RefundBatch): number {
  return counts.success + counts.failed + counts.canceled;
}

/** The returned amount and the batch's total, in each currency. */
export function moneyOf({ sums }: RefundBatch): string {
  return sums
    .map(({ returned, total, currency }) =>
      refundBatchTexts.value.returned(
        moneyText(returned, currency, language.value),
        moneyText(total, currency, language.value),
      ),
    )
    .join(" + ");
}

export function BatchState({ batch: { state } }: { batch: RefundBatch }) {
  return (
    <span class="badge" data-tone={tones[state] ?? "quiet"} data-status={state}>
      {refundBatchTexts.value.states[state] ?? humanize(state)}
    </span>
  );
}

export function BatchProgress({ batch }: { batch: RefundBatch }) {
  const words = refundBatchTexts.value;
  const { counts } = batch;
  const done = doneOf(batch);
  const possible = counts.total - counts.notBegun;
  return (
    <div class="batch-progress">
      <div class="progress-row" data-testid="batch-bar">
        <progress aria-label={words.progress} max={Math.max(1, possible)} value={done} />
        <span>{words.progressText(done, possible)}</span>
      </div>
      {/* Announces each quarter, not each refund. */}
      <p class="visually-hidden" role="status">
        {words.progressText(quarterOf(done, possible), possible)}
      </p>
      <dl class="batch-counts">
        {batchOutcomes
          .filter((name) => counts[name] > 0 || name === "success")
          .map((name) => (
            <div key={name} data-testid={`count-${name}`} data-bad={name === "failed" ? "" : null}>
              <dt>{words.counts[name]}</dt>
              <dd>{counts[name].toLocaleString(language.value)}</dd>
            </div>
          ))}
        <div data-testid="batch-money">
          <dt>{words.money}</dt>
          <dd>{moneyOf(batch)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** `done`, rounded down to a quarter of `total`. */
function quarterOf(done: number, total: number): number {
  if (done >= total) return done;
  const quarter = Math.max(1, Math.floor(total / 4));
  return Math.floor(done / quarter) * quarter;
}
