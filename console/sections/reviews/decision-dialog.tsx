import { useRef, useState } from "preact/hooks";
import { type DecidedReview, decidedReview } from "#contract/console/reviews";
import { controlAttributes, FieldFrame } from "../../../widgets/ui/field-frame.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface DecisionDialogProps {
  readonly path: string;
  readonly decision: "approve" | "reject";
  readonly version: string;
  readonly customer: string;
  /** The reason typed before, if the case has changed since then. */
  readonly reason: string;
  readonly onDecided: (decided: DecidedReview) => void;
  /** Called with the typed reason when the case has changed and must be read again. */
  readonly onStale: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for the reason and decides. Frequent reasons are one press away; Ctrl+Enter submits. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { path, decision, version, customer, onDecided, onStale, onClose } = props;
  const words = texts.value.decision;
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const { isBusy, failure, submit } = useSubmit(async (reason: string) => {
    const body = { decision, reason, version };
    const result = await api.send("POST", `${path}/decision`, decidedReview, body);
    const isStale =
      !result.ok && ["conflicting_state", "review_claimed"].includes(result.failure.code);
    if (isStale) onStale(reason);
    return result;
  }, onDecided);
  const isApproval = decision === "approve";
  const field = {
    name: "reason",
    label: words.reason,
    hint: words.reasonHint,
    error: isMissing ? words.reasonMissing : undefined,
  };
  const send = () => {
    const reason = input.current?.value.trim() ?? "";
    setIsMissing(reason === "");
    if (reason === "") input.current?.focus();
    else void submit(reason);
  };
  return (
    <Dialog
      title={isApproval ? words.approveTitle(customer) : words.rejectTitle(customer)}
      testId="decision"
      onClose={onClose}
    >
      <Form testId="decision-form" failure={failure} onSubmit={send}>
        <p class="dialog-text">{isApproval ? words.approveText : words.rejectText}</p>
        <fieldset class="quick-reasons" aria-label={words.quick}>
          {(isApproval ? words.approvals : words.rejections).map((text) => (
            <button
              type="button"
              class="chip"
              key={text}
              onClick={() => {
                if (!input.current) return;
                input.current.value = text;
                input.current.focus();
                setIsMissing(false);
              }}
            >
              {text}
            </button>
          ))}
        </fieldset>
        <FieldFrame {...field}>
          <textarea
            {...controlAttributes(field)}
            ref={input}
            rows={3}
            maxLength={1000}
            defaultValue={props.reason}
            autofocus
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
            }}
          />
        </FieldFrame>
        <DialogActions
          testIds={["decision-cancel", "decision-confirm"]}
          isBusy={isBusy}
          isDanger={!isApproval}
          onCancel={onClose}
        >
          {isApproval ? words.approve : words.reject}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
