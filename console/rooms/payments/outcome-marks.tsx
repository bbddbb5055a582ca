import { useMemo } from "preact/hooks";
import { type OutcomeMark, outcomeDone } from "#contract/console/outcomes";
import { Button } from "../../../widgets/ui/button.tsx";
import { explainOutcomeRefusal, outcomeTexts } from "../../i18n/outcome-texts.ts";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { say } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface MarksProps {
  readonly marks: readonly OutcomeMark[];
  readonly subjectType: string;
  /** Reads the payment again. */
  readonly reload: () => void;
}

/** What staff said about an outcome, with the second person's decision. */
export function Marks({ marks, subjectType, reload }: MarksProps) {
  const words = outcomeTexts.value;
  if (marks.length === 0) return null;
  return (
    <ul class="plain-list">
      {marks.map((mark) => (
        <li class="line" key={mark.markId} data-testid="outcome-mark" data-state={mark.state}>
          <span class="two-lines">
            <span class="strong">
              {words.outcomes[`${subjectType}.${mark.outcome}`] ?? mark.outcome}
            </span>
            <span class="muted small">
              {words.by(mark.markedBy)} · <TimeText at={mark.createdAt} />
            </span>
            {mark.note && (
              <span class="small" dir="auto">
                {mark.note}
              </span>
            )}
            {mark.statement && (
              <span class="small" dir="auto">
                {words.statement}: {mark.statement}
              </span>
            )}
            {mark.reference && (
              <span class="small">
                {words.processorId} <CopyId id={mark.reference} label={words.processorId} />
              </span>
            )}
            <State mark={mark} />
            {mark.state === "waiting" && !mark.isOwn && may("payments.refund") && (
              <Decision mark={mark} reload={reload} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function State({ mark }: { mark: OutcomeMark }) {
  const words = outcomeTexts.value;
  const { state, decidedBy, confirmedAt, isOwn } = mark;
  if (confirmedAt) {
    return (
      <span class="muted small">
        {words.confirmed} · <TimeText at={confirmedAt} />
      </span>
    );
  }
  const decided = state === "declined" ? words.declinedBy : words.approvedBy;
  return (
    <>
      <span class="muted small">
        {state === "waiting" && isOwn ? words.ownWaits : (words.states[state] ?? state)}
      </span>
      {decidedBy && <span class="muted small">{decided(decidedBy)}</span>}
    </>
  );
}

function Decision({ mark, reload }: { mark: OutcomeMark; reload: () => void }) {
  const words = outcomeTexts.value;
  const { markId, version } = mark;
  const { isBusy, failure, submit } = useSubmit(
    async (approve: boolean) => {
      const path = `/outcome-marks/${encodeURIComponent(markId)}/decision`;
      const answer = await api.send("POST", path, outcomeDone, { approve, version });
      reload();
      return answer;
    },
    (_, approve) => say(approve ? words.approved : words.declined),
  );
  const shown = useMemo(() => explainOutcomeRefusal(failure), [failure]);
  const approve = async () => {
    const { approveTitle: title, approveText: text, approve: yes } = words;
    if (await ask({ title, text, yes })) await submit(true);
  };
  const decline = async () => {
    const { declineTitle: title, declineText: text, decline: yes } = words;
    if (await ask({ title, text, yes, danger: true })) await submit(false);
  };
  return (
    <>
      <span class="rail-actions">
        <Button quiet busy={isBusy} testId="outcome-approve" onPress={() => void approve()}>
          {words.approve}
        </Button>
        <Button quiet busy={isBusy} testId="outcome-decline" onPress={() => void decline()}>
          {words.decline}
        </Button>
      </span>
      {shown && <FailureNotice failure={shown} />}
    </>
  );
}
