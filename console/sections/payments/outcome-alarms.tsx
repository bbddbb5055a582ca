import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { OutcomeAlarm, OutcomeForStaff } from "#contract/console/outcomes";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { outcomeTexts } from "../../i18n/outcome-texts.ts";
import { may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { OutcomeForm } from "./outcome-form.tsx";

interface AlarmsProps {
  readonly outcome: OutcomeForStaff;
  readonly hasOtherSuccess: boolean;
  readonly reload: () => void;
}

/** The processor's disagreements: open ones can be resolved, resolved ones are history. */
export function Alarms({ outcome, hasOtherSuccess, reload }: AlarmsProps) {
  const words = outcomeTexts.value;
  const { subjectType, alarms } = outcome;
  // Kept as it was when the dialog opened. A reload that finds it resolved must not close the dialog, which may show a
  // refusal.
  const [resolving, setResolving] = useState<OutcomeAlarm | null>(null);
  return (
    <>
      {alarms.map((alarm) => {
        const about = `${subjectType}.${alarm.problem}`;
        const title = words.alarms[about] ?? humanize(alarm.problem);
        const isTwice = hasOtherSuccess && about === "payment.happened_after_all";
        return (
          <Alarm key={alarm.alarmId} isOpen={alarm.state === "open"}>
            {alarm.state === "open" ? (
              <OpenAlarm alarm={alarm} title={title} onResolve={() => setResolving(alarm)}>
                {isTwice ? words.twiceText : words.alarmText}
              </OpenAlarm>
            ) : (
              <ResolvedAlarm alarm={alarm} title={title} />
            )}
          </Alarm>
        );
      })}
      {resolving && (
        <ResolveDialog
          alarm={resolving}
          about={`${subjectType}.${resolving.problem}`}
          reload={reload}
          onClose={() => setResolving(null)}
        />
      )}
    </>
  );
}

function Alarm({ isOpen, children }: { isOpen: boolean; children: ComponentChildren }) {
  return (
    <div
      tabIndex={-1}
      class="rail-box outcome-alarm"
      data-testid="outcome-alarm"
      data-state={isOpen ? "open" : "resolved"}
    >
      {children}
    </div>
  );
}

interface OpenAlarmProps {
  readonly alarm: OutcomeAlarm;
  readonly title: string;
  readonly onResolve: () => void;
  readonly children: string;
}

function OpenAlarm({ alarm, title, onResolve, children }: OpenAlarmProps) {
  const words = outcomeTexts.value;
  return (
    <>
      <Notice tone="danger" title={title} lines={[children]} testId="outcome-alarm-notice" />
      <p class="muted small">
        {words.sources[alarm.source] ?? humanize(alarm.source)} · <TimeText at={alarm.openedAt} />
        {alarm.reference && (
          <>
            {" "}
            · {words.processorId} <CopyId id={alarm.reference} label={words.processorId} />
          </>
        )}
      </p>
      {may("payments.refund") && (
        <div class="rail-actions">
          <Button quiet testId="outcome-resolve" onPress={onResolve}>
            {words.resolve}
          </Button>
        </div>
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
  // Without the processor's id a payment could never be refunded.
  const needsReference =
    action === "accept" && about === "payment.happened_after_all" && alarm.reference === null;
  const options = [
    ...(alarm.canAccept
      ? [{ value: "accept", text: words.accept[about] ?? humanize(alarm.problem) }]
      : []),
    { value: "keep", text: words.keep },
  ];
  return (
    <OutcomeForm
      about="outcome-resolve"
      title={words.resolveTitle}
      choice={{
        name: "resolution",
        value: action,
        hint: action === "accept" ? words.acceptText : words.keepText,
        options,
        onChange: setAction,
      }}
      reference={needsReference ? (words.reference["payment"] ?? words.processorId) : null}
      confirm={words.resolve}
      doneText={words.resolved}
      path={`/outcome-alarms/${encodeURIComponent(alarm.alarmId)}/resolution`}
      bodyOf={() => ({ action, version: alarm.version })}
      reload={reload}
      onClose={onClose}
    />
  );
}
