import { useMemo, useState } from "preact/hooks";
import { lookUpAnswer, type OutcomeForStaff } from "#contract/console/outcomes";
import { Button } from "../../../widgets/ui/button.tsx";
import { explainOutcomeRefusal, outcomeTexts } from "../../i18n/outcome-texts.ts";
import { api, may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { wordsOf } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { Alarms } from "./outcome-alarms.tsx";
import { MarkDialog } from "./outcome-mark-dialog.tsx";
import { Marks } from "./outcome-marks.tsx";

interface OutcomeProps {
  readonly outcome: OutcomeForStaff | undefined;
  /** The path of the payment's attempt or of the refund. */
  readonly path: string;
  /** A payment that hangs and cannot be canceled, either. */
  readonly isBeyondCancel?: boolean;
  /** Whether the order has another successful payment. */
  readonly isPaidOtherwise?: boolean;
  /** Reads the payment again. */
  readonly reload: () => void;
}

/**
 * What is known about a payment or refund whose outcome the processor has not reported, and what staff can do. Absent
 * where there is nothing to say.
 */
export function Outcome(props: OutcomeProps) {
  const { outcome, path, reload, isBeyondCancel = false, isPaidOtherwise = false } = props;
  const words = outcomeTexts.value;
  if (!outcome) return null;
  const { subjectType, unknown, canLookUp, marks } = outcome;
  const title = words.unknown[subjectType] ?? subjectType;
  return (
    <section class="rail" aria-label={title} data-testid="outcome">
      <Alarms outcome={outcome} isPaidOtherwise={isPaidOtherwise} reload={reload} />
      {unknown && (
        <>
          <h3 class="rail-title">{title}</h3>
          <p class="rail-note">{words.unknownText[subjectType]}</p>
          {isBeyondCancel && <p class="muted small">{words.notCancelable}</p>}
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
      {(canLookUp || unknown) && <Actions outcome={outcome} path={path} reload={reload} />}
      <Marks marks={marks} subjectType={subjectType} reload={reload} />
    </section>
  );
}

type ActionsProps = Pick<OutcomeProps, "path" | "reload"> & { readonly outcome: OutcomeForStaff };

function Actions({ outcome, path, reload }: ActionsProps) {
  const words = outcomeTexts.value;
  const [isMarking, setIsMarking] = useState(false);
  const { unknown, canLookUp, marks } = outcome;
  const isWaiting = marks.some(({ state }) => state === "waiting");
  const isOffered = unknown !== null && !isWaiting && may("payments.refund");
  return (
    <>
      {canLookUp && may("payments.decide") && <LookUp path={path} reload={reload} />}
      {isOffered && <MarkOffer unknown={unknown} onMark={() => setIsMarking(true)} />}
      {isMarking && unknown && (
        <MarkDialog
          outcome={outcome}
          unknown={unknown}
          path={path}
          reload={reload}
          onClose={() => setIsMarking(false)}
        />
      )}
      {isOffered && unknown.canMark && !unknown.isWithinLimit && (
        <p class="muted small">{words.overLimit}</p>
      )}
    </>
  );
}

/** The button that opens the dialog, or from when on it is there. */
function MarkOffer({
  unknown,
  onMark,
}: {
  unknown: NonNullable<OutcomeForStaff["unknown"]>;
  onMark: () => void;
}) {
  const words = outcomeTexts.value;
  if (unknown.canMark) {
    return unknown.isWithinLimit ? (
      <div class="rail-actions">
        <Button quiet testId="outcome-enter" onPress={onMark}>
          {words.enter}
        </Button>
      </div>
    ) : null;
  }
  const isOld = Date.parse(unknown.markableAt) <= Date.now();
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

/** Asks the processor, and shows its answer until the next one. */
function LookUp({ path, reload }: Pick<OutcomeProps, "path" | "reload">) {
  const words = outcomeTexts.value;
  const [said, setSaid] = useState<{ answer: string; reference: string | null } | null>(null);
  const { isBusy, failure, submit } = useSubmit(
    async () => {
      setSaid(null);
      return api.send("POST", `${path}/look-up`, lookUpAnswer);
    },
    (found) => {
      setSaid(found);
      reload();
    },
  );
  const shown = useMemo(() => explainOutcomeRefusal(failure), [failure]);
  return (
    <>
      <div class="rail-actions">
        <Button quiet busy={isBusy} testId="outcome-look-up" onPress={() => void submit()}>
          {words.lookUp}
        </Button>
      </div>
      <div role="status" class="small" data-testid="outcome-answer">
        {said && (
          <span class="two-lines">
            <span>{words.answers[said.answer] ?? wordsOf(said.answer)}</span>
            {said.reference && (
              <span class="muted">
                {words.processorId} <CopyId id={said.reference} label={words.processorId} />
              </span>
            )}
          </span>
        )}
      </div>
      {shown && <FailureNotice failure={shown} />}
    </>
  );
}
