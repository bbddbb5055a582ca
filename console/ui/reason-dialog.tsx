import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../../widgets/ui/field.tsx";
import type { ApiFailure } from "../client/api.ts";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Form } from "./form.tsx";

interface ReasonDialogProps {
  readonly title: string;
  /** Test ids begin with it: `…-form`, `…-cancel`, `…-confirm`. */
  readonly name: string;
  readonly testId: string;
  readonly label: string;
  readonly hint: string;
  /** Shown if the reason is empty. */
  readonly missing: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  readonly onSend: (reason: string) => void;
  readonly onClose: () => void;
  /** What the decision does. */
  readonly children: ComponentChildren;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, name, testId, label, hint, missing, confirm, isDanger = false, isBusy } = props;
  const { failure, onSend, onClose, children } = props;
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog title={title} testId={testId} onClose={onClose}>
      <Form
        testId={`${name}-form`}
        failure={failure}
        onSubmit={({ reason = "" }) => {
          const isReasonMissing = reason.trim() === "";
          setIsMissing(isReasonMissing);
          if (isReasonMissing) document.getElementById("field-reason")?.focus();
          else onSend(reason.trim());
        }}
      >
        {children}
        <Field
          name="reason"
          label={label}
          hint={hint}
          error={isMissing ? missing : undefined}
          input={{ maxLength: 500, autofocus: true, autocomplete: "off" }}
        />
        <DialogActions
          testIds={[`${name}-cancel`, `${name}-confirm`]}
          isBusy={isBusy}
          isDanger={isDanger}
          onCancel={onClose}
        >
          {confirm}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
