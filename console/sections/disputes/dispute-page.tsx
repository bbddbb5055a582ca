import "../../../styles/console/dispute.css";
import { useEffect, useRef } from "preact/hooks";
import { type DisputeCase, disputeCase } from "#contract/console/disputes";
import { useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { api, may } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Page, Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { PostingsLink } from "../ledger/postings-link.tsx";
import { BankInquiryPanel } from "./bank-inquiry-panel.tsx";
import { DaysLeft } from "./days-left.tsx";
import { DisputeStatus, reasonText } from "./dispute-status.tsx";
import { EvidenceForm } from "./evidence-form.tsx";
import { Compelling, PaymentStory } from "./payment-story.tsx";
import { RelatedDisputes } from "./related-disputes.tsx";

/** How often the page is read again while the service sends the answer. */
const everyMs = 5_000;

/** A dispute: the answer on one side, the payment's story on the other. */
export default function DisputePage({ parts }: PageProps) {
  const words = disputeTexts.value;
  const { sections } = texts.value;
  const path = `/disputes/${encodeURIComponent(parts["id"] ?? "")}`;
  const reading = useQuery(path, (signal) => api.get(path, disputeCase, signal), {
    everyMs: (read) => (read?.answer === "requested" ? everyMs : undefined),
  });
  const { value, reload } = reading;
  const parent = { to: "/disputes", text: sections.disputes };
  if (!value) {
    return <Page title={words.one} parent={parent} testId="dispute-loading" reading={reading} />;
  }
  const { dispute } = value;
  return (
    <Page
      title={moneyText(dispute.amount, dispute.currency, language.value)}
      lead={`${words.categories[dispute.category] ?? humanize(dispute.category)} · ${reasonText(dispute)}`}
      mark={<DisputeStatus status={dispute.status} />}
      parent={parent}
      testId="dispute"
      reading={reading}
    >
      <div class="columns">
        <div class="column-main">
          {value.inquiry ? (
            <BankInquiryPanel found={value} inquiry={value.inquiry} reload={reload} />
          ) : (
            <AnswerPanel found={value} reload={reload} />
          )}
          <RelatedDisputes found={value} />
          {value.compelling && <Compelling compelling={value.compelling} />}
        </div>
        <div class="column-side">
          <CaseFacts found={value} />
          <PaymentStory found={value} />
        </div>
      </div>
    </Page>
  );
}

function AnswerPanel({ found, reload }: { found: DisputeCase; reload: () => void }) {
  const words = disputeTexts.value;
  const { dispute, canAccept, answer } = found;
  const { outcome, respondBy, messages, category } = dispute;
  const refused = messages.at(-1)?.code;
  const canAnswer = may("disputes.answer") && (dispute.canRespond || canAccept);
  const { stage } = dispute;
  const box = useRef<HTMLDivElement>(null);
  const shownStage = useRef(stage);
  useEffect(() => {
    if (shownStage.current === stage) return;
    shownStage.current = stage;
    // The pressed button disappeared with its form.
    if (document.activeElement !== box.current) return;
    box.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }, [stage]);
  return (
    <Panel
      title={words.answer}
      testId="dispute-answer"
      actions={dispute.status === "needs-response" && <DaysLeft respondBy={respondBy} />}
    >
      {outcome && <p class="strong">{words.outcomes[outcome] ?? humanize(outcome)}</p>}
      {outcome && category === "unauthorized_debit" && <p>{words.wins[category]}</p>}
      {refused && (
        <p class="strong" role="status">
          {words.answerRefusals[refused] ?? words.answerRefusals["answer_refused"]}
        </p>
      )}
      {answer === "requested" && <p role="status">{words.sending}</p>}
      {dispute.status === "needs-response" && respondBy === null && <p>{words.noDeadlineText}</p>}
      {dispute.status === "needs-response" && found.answersElsewhere && (
        <p class="strong">{words.answerElsewhere}</p>
      )}
      <div ref={box} tabIndex={-1} class="answer-box">
        {canAnswer ? (
          // A new stage starts the form from what is stored.
          <EvidenceForm key={stage} found={found} reload={reload} />
        ) : (
          <GivenEvidence found={found} />
        )}
      </div>
    </Panel>
  );
}

/** The submitted evidence; for staff who cannot answer, the stored evidence. */
function GivenEvidence({ found: { dispute } }: { found: DisputeCase }) {
  const words = disputeTexts.value;
  const { status } = dispute;
  const { fields, files, submittedAt } = dispute.evidence;
  const texts = Object.entries(fields);
  // Somebody answered in the processor's portal: the service sent nothing.
  if (status === "under-review" && submittedAt === null) {
    return <p class="muted">{words.answeredElsewhere}</p>;
  }
  if (texts.length === 0 && files.length === 0) return <p class="muted">{words.nothingGiven}</p>;
  return (
    <Facts
      facts={[
        ...(submittedAt
          ? [{ name: words.submittedAt, value: <TimeText at={submittedAt} withSeconds /> }]
          : []),
        ...texts.map(([name, text]) => ({
          name: words.fields[name] ?? name,
          value: <span class="evidence-lines">{text}</span>,
        })),
        ...files.map(({ kind, name, pages }) => ({
          name: words.files[kind] ?? kind,
          value: words.fileAdded(name, pages),
        })),
      ]}
    />
  );
}

function CaseFacts({ found }: { found: DisputeCase }) {
  const words = disputeTexts.value;
  const { dispute, cost, fraudReports } = found;
  const { currency, fee } = dispute;
  return (
    <Panel title={words.facts} testId="dispute-facts">
      <Facts
        facts={[
          { name: words.stage, value: words.stages[dispute.stage] ?? humanize(dispute.stage) },
          { name: words.opened, value: <TimeText at={dispute.openedAt} /> },
          { name: words.disputed, value: <Money amount={dispute.amount} currency={currency} /> },
          // A bank's inquiry has no processor that could charge a fee.
          ...(found.inquiry
            ? []
            : [
                {
                  name: words.fee,
                  value:
                    fee === null ? words.feeUnknown : <Money amount={fee} currency={currency} />,
                },
              ]),
          { name: words.cost, value: <Money amount={cost} currency={currency} /> },
          ...(fraudReports > 0 ? [{ name: words.fraudReports, value: String(fraudReports) }] : []),
          {
            name: words.processorId,
            value: <CopyId id={dispute.disputeId} label={words.processorId} />,
          },
          // An inquiry moves no money.
          ...(dispute.stage === "inquiry"
            ? []
            : [
                {
                  name: texts.value.sections.ledger,
                  value: <PostingsLink resourceId={dispute.disputeId} />,
                },
              ]),
        ]}
      />
    </Panel>
  );
}
