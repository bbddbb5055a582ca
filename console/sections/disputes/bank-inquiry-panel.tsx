import { useState } from "preact/hooks";
import type { DisputeCase, InquiryForStaff } from "#contract/console/disputes";
import { Button } from "../../../widgets/ui/button.tsx";
import { inquiryTexts } from "../../i18n/inquiry-texts.ts";
import { may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { DaysLeft } from "./days-left.tsx";
import { RecordAnswerDialog } from "./record-answer-dialog.tsx";

/** The form for the answer to a bank's inquiry about an ACH debit, with earlier answers. */
export function BankInquiryPanel({
  found,
  inquiry,
  reload,
}: {
  found: DisputeCase;
  inquiry: InquiryForStaff;
  reload: () => void;
}) {
  const words = inquiryTexts.value;
  const [isRecording, setIsRecording] = useState(false);
  const { dispute } = found;
  const { status, outcome, respondBy, paymentIntentId, paymentId } = dispute;
  const isWaiting = status === "needs-response";
  const mayAnswer = may("disputes.answer") && (inquiry.canRecordAnswer || inquiry.canWithdraw);
  return (
    <Panel
      title={words.answer}
      testId="bank-inquiry-answer"
      actions={isWaiting && <DaysLeft respondBy={respondBy} />}
    >
      {outcome && <p class="strong">{words.outcomes[outcome] ?? humanize(outcome)}</p>}
      {isWaiting && <p>{words.whatToDo}</p>}
      {isWaiting && respondBy === null && <p>{words.noDeadline}</p>}
      {status === "under-review" && <p>{words.review}</p>}
      <InquiryFacts found={found} inquiry={inquiry} />
      <div tabIndex={-1} class="button-row">
        {may("payments.read") && (
          <a
            class="step-button"
            href={mandatePath(paymentIntentId, paymentId)}
            download={`mandate-${paymentId}.pdf`}
            data-testid="mandate-pdf"
          >
            {words.mandate}
          </a>
        )}
        {mayAnswer && (
          <Button testId="record-answer" onPress={() => setIsRecording(true)}>
            {words.record}
          </Button>
        )}
      </div>
      {isRecording && (
        <RecordAnswerDialog
          found={found}
          inquiry={inquiry}
          reload={reload}
          onClose={() => setIsRecording(false)}
        />
      )}
    </Panel>
  );
}

/** The mandate's download. */
export function mandatePath(paymentIntentId: string, paymentId: string): string {
  return `/console/api/payments/${encodeURIComponent(paymentIntentId)}/attempts/${encodeURIComponent(paymentId)}/mandate`;
}

function InquiryFacts({ found, inquiry }: { found: DisputeCase; inquiry: InquiryForStaff }) {
  const words = inquiryTexts.value;
  const { bankReference } = found.dispute;
  const { openedBy, note, answeredAt, answeredBy, answerNote, closesAt } = inquiry;
  return (
    <Facts
      facts={[
        {
          name: words.reference,
          value: bankReference && <CopyId id={bankReference} label={words.reference} />,
        },
        { name: words.openedBy, value: words.actors[openedBy] ?? openedBy },
        ...(note ? [{ name: words.note, value: note }] : []),
        ...(answeredAt
          ? [{ name: words.answered, value: <TimeText at={answeredAt} withSeconds /> }]
          : []),
        ...(answeredBy
          ? [{ name: words.answeredBy, value: words.actors[answeredBy] ?? answeredBy }]
          : []),
        ...(answerNote ? [{ name: words.answerNote, value: answerNote }] : []),
        ...(closesAt ? [{ name: words.closesAt, value: <TimeText at={closesAt} /> }] : []),
      ]}
    />
  );
}
