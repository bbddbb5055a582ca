import { type OutcomeMark, outcomeDone } from "#contract/console/outcomes";
import { explainOutcomeRefusal, outcomeTexts } from "../../i18n/outcome-texts.ts";
import { api, may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { SecondPerson } from "../../ui/second-person.tsx";
import { TimeText } from "../../ui/time-text.tsx";

interface MarksProps {
  readonly marks: readonly OutcomeMark[];
  readonly subjectType: string;
  readonly reload: () => void;
}

/** What staff entered about an outcome, with the second person's decision. */
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
            {mark.file && may("payments.decide") && (
              <a
                class="small"
                href={`/console/api/outcome-marks/${encodeURIComponent(mark.markId)}/file`}
                download={mark.file.name}
                data-testid="outcome-file"
                dir="auto"
              >
                {words.openFile(mark.file.name)}
              </a>
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
  return (
    <SecondPerson
      about="outcome"
      words={words}
      approveText={words.approveText}
      explain={explainOutcomeRefusal}
      decide={async (approve) => {
        const path = `/outcome-marks/${encodeURIComponent(markId)}/decision`;
        const result = await api.send("POST", path, outcomeDone, { approve, version });
        reload();
        return result;
      }}
    />
  );
}
