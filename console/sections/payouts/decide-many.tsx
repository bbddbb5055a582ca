import { useRef, useState } from "preact/hooks";
import { decidedPayout, type WaitingPayout } from "#contract/console/payouts";
import { Button } from "../../../widgets/ui/button.tsx";
import { controlAttributes, FieldFrame } from "../../../widgets/ui/field-frame.tsx";
import { language, texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { failureText } from "../../ui/failure-notice.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { obstaclesOf } from "./gates.tsx";
import { PayeeCell } from "./payee-cell.tsx";
import { sumByCurrency } from "./sum-by-currency.ts";

interface DecideManyProps {
  readonly rows: readonly WaitingPayout[];
  readonly onCancel: () => void;
  /** Called after a decision, because the queue has changed. */
  readonly onClose: () => void;
}

type Outcome = { readonly isDone: boolean; readonly text: string };

/**
 * Decides several payouts one after the other, after a summary: the total, the number, and those skipped because they
 * cannot be approved. Each decision is about the version on the screen. A payout that has changed in the meantime is
 * reported, and the others continue.
 */
export function DecideMany({ rows, onCancel, onClose }: DecideManyProps) {
  const { payouts } = texts.value;
  const [decision, setDecision] = useState<"approve" | "reject">("approve");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [state, setState] = useState<"asking" | "running" | "done">("asking");
  const [isMissing, setIsMissing] = useState(false);
  const reason = useRef<HTMLTextAreaElement>(null);
  const ready =
    decision === "approve" ? rows.filter((row) => obstaclesOf(row.gates).length === 0) : rows;
  const left = rows.length - ready.length;
  const sums = sumByCurrency(ready)
    .map(({ currency, amount }) => moneyText(amount, currency, language.value))
    .join(" + ");

  const run = async () => {
    const text = reason.current?.value.trim() ?? "";
    setIsMissing(decision === "reject" && text === "");
    if (decision === "reject" && text === "") {
      reason.current?.focus();
      return;
    }
    setState("running");
    for (const { disbursement } of ready) {
      const id = disbursement.disbursementIntentId;
      const result = await api.send("POST", `/payouts/${id}/decision`, decidedPayout, {
        decision,
        version: disbursement.version,
        ...(text && { reason: text }),
      });
      const outcome = result.ok
        ? { isDone: true, text: decision === "approve" ? payouts.approved : payouts.rejected }
        : { isDone: false, text: failureText(result.failure) };
      setOutcomes((last) => new Map([...last, [id, outcome]]));
    }
    setState("done");
  };
  const done = [...outcomes.values()].filter(({ isDone }) => isDone).length;
  const field = {
    name: "reason",
    label: payouts.reason,
    hint: payouts.reasonHint,
    error: isMissing ? payouts.reasonMissing : undefined,
    optional: decision === "approve" ? payouts.optional : undefined,
  };
  return (
    <Dialog
      title={payouts.manyTitle(rows.length)}
      testId="decide-many-dialog"
      onClose={() => state !== "running" && (state === "done" ? onClose() : onCancel())}
    >
      <div class="form">
        {state === "asking" && (
          <>
            <fieldset class="segments" aria-label={payouts.decision}>
              {(["approve", "reject"] as const).map((each) => (
                <button
                  type="button"
                  class="segment"
                  aria-pressed={decision === each}
                  onClick={() => setDecision(each)}
                  key={each}
                >
                  {each === "approve" ? payouts.approve : payouts.reject}
                </button>
              ))}
            </fieldset>
            <p class="rule-summary" data-testid="many-summary">
              {ready.length === 0
                ? payouts.manyNone
                : decision === "approve"
                  ? payouts.manyApprove(ready.length, sums)
                  : payouts.manyReject(ready.length, sums)}
              {left > 0 && ` ${payouts.manyLeft(left)}`}
            </p>
          </>
        )}
        <ul class="plain-list many-list">
          {rows.map(({ disbursement, customer, gates }) => {
            const outcome = outcomes.get(disbursement.disbursementIntentId);
            const obstacles = decision === "approve" ? obstaclesOf(gates) : [];
            return (
              <li class="line" key={disbursement.disbursementIntentId}>
                <PayeeCell customer={customer} />
                {outcome ? (
                  <span class="badge badge-wraps" data-tone={outcome.isDone ? "good" : "bad"}>
                    {outcome.text}
                  </span>
                ) : (
                  obstacles.length > 0 && (
                    <span class="badge badge-wraps" data-tone="bad">
                      {obstacles.join(" ")}
                    </span>
                  )
                )}
                <Money amount={disbursement.amount} currency={disbursement.currency} />
              </li>
            );
          })}
        </ul>
        {state === "asking" && (
          <FieldFrame {...field}>
            <textarea {...controlAttributes(field)} ref={reason} rows={2} maxLength={500} />
          </FieldFrame>
        )}
        <p class="muted" role="status" data-testid="many-progress">
          {state === "asking" ? "" : payouts.manyProgress(outcomes.size, ready.length, done)}
        </p>
        <div class="dialog-actions" data-danger={decision === "reject" ? "" : undefined}>
          {state === "asking" && (
            <Button quiet testId="many-cancel" onPress={onCancel}>
              {texts.value.cancel}
            </Button>
          )}
          {state === "done" ? (
            <Button testId="many-close" onPress={onClose}>
              {texts.value.done}
            </Button>
          ) : (
            ready.length > 0 && (
              <Button testId="many-confirm" busy={state === "running"} onPress={() => void run()}>
                {decision === "approve"
                  ? payouts.approveCount(ready.length)
                  : payouts.rejectCount(ready.length)}
              </Button>
            )
          )}
        </div>
      </div>
    </Dialog>
  );
}
