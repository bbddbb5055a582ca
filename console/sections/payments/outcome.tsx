import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { lookUpAnswer, type OutcomeForStaff } from "#contract/console/outcomes";
import { Button } from "../../../widgets/ui/button.tsx";
import { explainOutcomeRefusal, outcomeTexts } from "../../i18n/outcome-texts.ts";
import { serverNow } from "../../session/server-time.ts";
import { api, may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { Alarms } from "./outcome-alarms.tsx";
import { MarkDialog } from "./outcome-mark-dialog.tsx";
import { Marks } from "./outcome-marks.tsx";
import { useLookUpRetry } from "./use-look-up-retry.ts";

interface OutcomeProps {
  readonly outcome: OutcomeForStaff | undefined;
  /** The path of the payment's attempt, the refund or the payout. */
  readonly path: string;
  /** Replaces the default text about an unknown outcome. */
  readonly unknownText?: string;
  /** Whether the payment is stuck and cannot be canceled. */
  readonly canNoLongerCancel?: boolean;
  /** Whether another payment of the order succeeded. */
  readonly hasOtherSuccess?: boolean;
  /** Whether the outcome has its own panel, which disappears with its content. */
  readonly hasPanel?: boolean;
  readonly reload: () => void;
}

type UnknownOutcome = NonNullable<OutcomeForStaff["unknown"]>;

/** What the screen showed when the dialog opened. */
interface MarkedOutcome {
  readonly outcome: OutcomeForStaff;
  readonly unknown: UnknownOutcome;
}

/**
 * What is known about a payment, refund or payout with an unknown outcome, and what staff can do. Renders nothing if
 * there is nothing to show. A look-up's result stays visible even then.
 */
export function Outcome(props: OutcomeProps) {
  const { outcome, path, reload, canNoLongerCancel = false, hasOtherSuccess = false } = props;
  const words = outcomeTexts.value;
  const [result, setResult] = useState<LookUpAnswer | null>(null);
  // A reload that knows the outcome must not close the dialog, which may show a refusal.
  const [marking, setMarking] = useState<MarkedOutcome | null>(null);
  // Kept for the look-up's result, which stays on the screen after the outcome is gone.
  const subject = useRef("");
  if (outcome) subject.current = outcome.subjectType;
  if (!outcome && !result && !marking) return null;
  const subjectType = subject.current;
  const { unknown = null, canLookUp = false, marks = [] } = outcome ?? {};
  const title = words.unknown[subjectType] ?? subjectType;
  const content = (
    <section
      tabIndex={-1}
      class="rail"
      aria-label={unknown ? title : words.outcome}
      data-testid="outcome"
    >
      {outcome && <Alarms outcome={outcome} hasOtherSuccess={hasOtherSuccess} reload={reload} />}
      {unknown && (
        <>
          <h3 class="rail-title">{title}</h3>
          <p class="rail-note">{props.unknownText ?? words.unknownText[subjectType]}</p>
          {canNoLongerCancel && <p class="muted small">{words.notCancelable}</p>}
          <p class="muted small">
            {words.checks(unknown.checks)}{" "}
            {unknown.nextCheckAt && (
              <>
                {words.next} <TimeText at={unknown.nextCheckAt} withSeconds />
              </>
            )}
          </p>
        </>
      )}
      {may("payments.decide") && (
        <LookUp
          canLookUp={canLookUp}
          isEntered={marks.some(({ state }) => state === "applied")}
          subjectType={subjectType}
          path={path}
          reload={reload}
          result={result}
          onResult={setResult}
        />
      )}
      {outcome && unknown && (
        <MarkOffer
          unknown={unknown}
          isWaiting={marks.some(({ state }) => state === "waiting")}
          onMark={() => setMarking({ outcome, unknown })}
        />
      )}
      {marking && (
        <MarkDialog
          {...marking}
          path={path}
          reload={() => {
            // An older look-up result would contradict the entered outcome.
            setResult(null);
            reload();
          }}
          onClose={() => setMarking(null)}
        />
      )}
      <Marks marks={marks} subjectType={subjectType} reload={reload} />
    </section>
  );
  if (!props.hasPanel) return content;
  return (
    <Panel title={words.outcome} testId={`${subjectType}-outcome`}>
      {content}
    </Panel>
  );
}

/** The button that opens the dialog, or the time from which it is available. */
function MarkOffer({
  unknown,
  isWaiting,
  onMark,
}: {
  unknown: UnknownOutcome;
  isWaiting: boolean;
  onMark: () => void;
}) {
  const words = outcomeTexts.value;
  if (isWaiting || !may("payments.refund")) return null;
  if (unknown.canMark) {
    return unknown.isWithinLimit ? (
      <div class="rail-actions">
        <Button quiet testId="outcome-enter" onPress={onMark}>
          {words.enter}
        </Button>
      </div>
    ) : (
      <p class="muted small">{words.overLimit}</p>
    );
  }
  const isOld = Date.parse(unknown.markableAt) <= serverNow();
  return (
    <p class="muted small">
      {isOld ? (
        words.enterAfterCheck
      ) : (
        <>
          {words.enterFrom} <TimeText at={unknown.markableAt} />
        </>
      )}
    </p>
  );
}

interface LookUpAnswer {
  readonly answer: string;
  readonly reference: string | null;
}

/** The processor's claim in each response, without what the service does about it. */
const claims: Readonly<Record<string, string>> = {
  approved: "payment.happened_after_all",
  declined: "payment.not_happened_after_all",
  success: "refund.happened_after_all",
  failed: "refund.not_happened_after_all",
  "payout.paid": "payout.happened_after_all",
  "payout.declined": "payout.not_happened_after_all",
  "payout.failed": "payout.not_happened_after_all",
  "payout.canceled": "payout.not_happened_after_all",
  "payout.returned": "payout.not_happened_after_all",
};

type LookUpProps = Pick<OutcomeProps, "path" | "reload"> & {
  readonly subjectType: string;
  readonly canLookUp: boolean;
  /** Whether staff entered the outcome. A response then changes nothing. */
  readonly isEntered: boolean;
  readonly result: LookUpAnswer | null;
  readonly onResult: (answer: LookUpAnswer | null) => void;
};

/** Looks up the outcome and shows the response until the next one. Tries again while another look-up runs. */
function LookUp(props: LookUpProps) {
  const { subjectType, canLookUp, isEntered, path, reload, result, onResult } = props;
  const words = outcomeTexts.value;
  const isWaiting = result?.answer === "running";
  const { isBusy, failure, submit } = useSubmit(
    async () => {
      if (!isWaiting) onResult(null);
      return api.send("POST", `${path}/look-up`, lookUpAnswer);
    },
    (found) => {
      onResult(found);
      reload();
    },
  );
  const isTooEarly = failure?.status === 429;
  // The outcome is known now, or the next try was refused.
  const isOver = isWaiting && (!canLookUp || (failure !== undefined && !isTooEarly));
  useEffect(() => {
    if (isOver) onResult(null);
  }, [isOver]);
  useLookUpRetry({
    isWaiting: isWaiting && !isOver,
    result,
    failure,
    ask: () => void submit(),
    onGaveUp: () => onResult({ answer: "still_running", reference: null }),
  });
  const refusal = isWaiting && isTooEarly ? undefined : failure;
  const shown = useMemo(() => explainOutcomeRefusal(refusal), [refusal]);
  const ofType = `${subjectType}.${result?.answer}`;
  return (
    <div tabIndex={-1} class="rail-box outcome-look-up">
      {canLookUp && (
        <div class="rail-actions">
          <Button
            quiet
            busy={isBusy || isWaiting}
            testId="outcome-look-up"
            onPress={() => void submit()}
          >
            {words.lookUp}
          </Button>
        </div>
      )}
      <div role="status" class="small" data-testid="outcome-answer">
        {result && (
          <span class="two-lines">
            <span>
              {(isEntered && words.alarms[claims[ofType] ?? claims[result.answer] ?? ""]) ||
                (words.answers[ofType] ?? words.answers[result.answer] ?? humanize(result.answer))}
            </span>
            {result.reference && (
              <span class="muted">
                {words.processorId} <CopyId id={result.reference} label={words.processorId} />
              </span>
            )}
          </span>
        )}
      </div>
      {shown && <FailureNotice failure={shown} />}
    </div>
  );
}
