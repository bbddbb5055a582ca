import { useMemo, useState } from "preact/hooks";
import { type OutcomeAlarm, type OutcomeForStaff, outcomeDone } from "#contract/console/outcomes";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { explainOutcomeRefusal, outcomeTexts } from "../../i18n/outcome-texts.ts";
import { api, may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, SelectField } from "../../ui/form.tsx";
import { wordsOf } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { say } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface AlarmsProps {
  readonly outcome: OutcomeForStaff;
  readonly isPaidOtherwise: boolean;
  /** Reads the payment again. */
  readonly reload: () => void;
}

/** Where the processor disagrees: open disagreements with a way to resolve them, resolved ones as history. */
export function Alarms({ outcome, isPaidOtherwise, reload }: AlarmsProps) {
  const words = outcomeTexts.value;
  const { subjectType, alarms } = outcome;
  return (
    <>
      {alarms.map((alarm) => {
        const about = `${subjectType}.${alarm.problem}`;
        const title = words.alarms[about] ?? wordsOf(alarm.problem);
        const isTwice = isPaidOtherwise && about === "payment.happened_after_all";
        return (
          <div
            class="outcome-alarm"
            key={alarm.alarmId}
            data-testid="outcome-alarm"
            data-state={alarm.state}
          >
            {alarm.state === "open" ? (
              <OpenAlarm alarm={alarm} about={about} title={title} reload={reload}>
                {isTwice ? words.twiceText : words.alarmText}
              </OpenAlarm>
            ) : (
              <ResolvedAlarm alarm={alarm} title={title} />
            )}
          </div>
        );
      })}
    </>
  );
}

interface OpenAlarmProps {
  readonly alarm: OutcomeAlarm;
  readonly about: string;
  readonly title: string;
  readonly reload: () => void;
  readonly children: string;
}

function OpenAlarm({ alarm, about, title, reload, children }: OpenAlarmProps) {
  const words = outcomeTexts.value;
  const [isResolving, setIsResolving] = useState(false);
  return (
    <>
      <Notice tone="danger" title={title} lines={[children]} testId="outcome-alarm-notice" />
      <p class="muted small">
        {words.sources[alarm.source] ?? wordsOf(alarm.source)} · <TimeText at={alarm.openedAt} />
        {alarm.reference && (
          <>
            {" "}
            · {words.processorId} <CopyId id={alarm.reference} label={words.processorId} />
          </>
        )}
      </p>
      {may("payments.refund") && (
        <div class="rail-actions">
          <Button quiet testId="outcome-resolve" onPress={() => setIsResolving(true)}>
            {words.resolve}
          </Button>
        </div>
      )}
      {isResolving && (
        <ResolveDialog
          alarm={alarm}
          about={about}
          reload={reload}
          onClose={() => setIsResolving(false)}
        />
      )}
    </>
  );
}

function ResolvedAlarm({ alarm, title }: { alarm: OutcomeAlarm; title: string }) {
  const words = outcomeTexts.value;
  const { resolution, resolvedBy, resolvedAt, note } = alarm;
  return (
    <span class="two-lines">
      <span class="small">{title}</span>
      <span class="muted small">
        {resolution && (words.resolutions[resolution] ?? resolution)}
        {resolvedBy && ` · ${words.resolvedBy(resolvedBy)}`}
        {resolvedAt && (
          <>
            {" · "}
            <TimeText at={resolvedAt} />
          </>
        )}
      </span>
      {note && (
        <span class="small" dir="auto">
          {note}
        </span>
      )}
    </span>
  );
}

interface ResolveDialogProps {
  readonly alarm: OutcomeAlarm;
  readonly about: string;
  readonly reload: () => void;
  readonly onClose: () => void;
}

function ResolveDialog({ alarm, about, reload, onClose }: ResolveDialogProps) {
  const words = outcomeTexts.value;
  const [action, setAction] = useState(alarm.canAccept ? "accept" : "keep");
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [version] = useState(alarm.version);
  const { isBusy, failure, submit } = useSubmit(
    async (body: object) => {
      const path = `/outcome-alarms/${encodeURIComponent(alarm.alarmId)}/resolution`;
      const answer = await api.send("POST", path, outcomeDone, body);
      reload();
      return answer;
    },
    () => {
      say(words.resolved);
      onClose();
    },
  );
  const shown = useMemo(() => explainOutcomeRefusal(failure), [failure]);
  // Without the processor's id a payment could never be refunded.
  const needsReference =
    action === "accept" && about === "payment.happened_after_all" && alarm.reference === null;
  const options = [
    ...(alarm.canAccept
      ? [{ value: "accept", text: words.accept[about] ?? wordsOf(alarm.problem) }]
      : []),
    { value: "keep", text: words.keep },
  ];
  return (
    <Dialog title={words.resolveTitle} testId="outcome-resolve-dialog" onClose={onClose}>
      <Form
        testId="outcome-resolve-form"
        failure={shown}
        onSubmit={({ note = "", reference = "" }) => {
          const problems = [
            ...(needsReference && reference.trim() === "" ? ["reference"] : []),
            ...(note.trim() === "" ? ["note"] : []),
          ];
          setMissing(problems);
          if (problems[0]) {
            document.getElementById(`field-${problems[0]}`)?.focus();
            return;
          }
          void submit({
            action,
            note: note.trim(),
            ...(needsReference && { reference: reference.trim() }),
            version,
          });
        }}
      >
        <SelectField
          name="resolution"
          label={words.what}
          hint={action === "accept" ? words.acceptText : words.keepText}
          value={action}
          onChange={setAction}
          options={options}
        />
        {needsReference && (
          <Field
            name="reference"
            label={words.reference["payment"] ?? words.processorId}
            error={missing.includes("reference") ? words.referenceMissing : undefined}
            input={{ maxLength: 128, autocomplete: "off", spellcheck: false }}
          />
        )}
        <Field
          name="note"
          label={words.note}
          hint={words.noteHint}
          error={missing.includes("note") ? words.noteMissing : undefined}
          input={{ maxLength: 500, autocomplete: "off" }}
        />
        <DialogActions
          testIds={["outcome-resolve-dismiss", "outcome-resolve-confirm"]}
          isBusy={isBusy}
          onCancel={onClose}
        >
          {words.resolve}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
