import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { outcomeDone } from "#contract/console/outcomes";
import { Field } from "../../../widgets/ui/field.tsx";
import { explainOutcomeRefusal, outcomeTexts } from "../../i18n/outcome-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, fieldFailure, SelectField } from "../../ui/form.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface OutcomeFormProps {
  /** The prefix of test ids: `outcome` or `outcome-resolve`. */
  readonly about: string;
  readonly title: string;
  readonly intro?: string;
  readonly choice: {
    readonly name: string;
    readonly value: string;
    readonly hint: string | undefined;
    readonly options: readonly { readonly value: string; readonly text: string }[];
    readonly onChange: (value: string) => void;
  };
  /** The label of the processor's id; null if it is not needed. */
  readonly reference: string | null;
  readonly children?: ComponentChildren;
  readonly confirm: string;
  readonly doneText: string;
  readonly path: string;
  /** Builds the body from the form's values. */
  readonly bodyOf: (values: Readonly<Record<string, string>>) => object;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks which outcome counts, and how the person knows. */
export function OutcomeForm(props: OutcomeFormProps) {
  const { about, title, intro, choice, reference, children, confirm, doneText, path } = props;
  const { bodyOf, reload, onClose } = props;
  const words = outcomeTexts.value;
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { isBusy, failure, submit } = useSubmit(
    async (body: object) => {
      const result = await api.send("POST", path, outcomeDone, body);
      reload();
      return result;
    },
    () => {
      showToast(doneText);
      onClose();
    },
  );
  const shown = useMemo(() => explainOutcomeRefusal(failure), [failure]);
  return (
    <Dialog title={title} testId={`${about}-dialog`} onClose={onClose}>
      <Form
        testId={`${about}-form`}
        failure={shown}
        onSubmit={(values) => {
          const trimmed = Object.fromEntries(
            Object.entries(values).map(([name, value]) => [name, (value ?? "").trim()]),
          );
          const problems = [
            ...(reference !== null && !trimmed["reference"] ? ["reference"] : []),
            ...(trimmed["note"] ? [] : ["note"]),
          ];
          setMissing(problems);
          if (problems[0]) {
            document.getElementById(`field-${problems[0]}`)?.focus();
            return;
          }
          void submit({
            ...(reference !== null && { reference: trimmed["reference"] }),
            note: trimmed["note"],
            ...bodyOf(trimmed),
          });
        }}
      >
        {intro && <p class="dialog-text">{intro}</p>}
        <SelectField {...choice} label={words.what} />
        {reference !== null && (
          <Field
            name="reference"
            label={reference}
            error={
              missing.includes("reference")
                ? words.referenceMissing
                : fieldFailure(shown, "reference")
            }
            input={{ maxLength: 128, autocomplete: "off", spellcheck: false }}
          />
        )}
        <Field
          name="note"
          label={words.note}
          hint={words.noteHint}
          error={missing.includes("note") ? words.noteMissing : fieldFailure(shown, "note")}
          input={{ maxLength: 500, autocomplete: "off" }}
        />
        {children}
        <DialogActions
          testIds={[`${about}-dismiss`, `${about}-confirm`]}
          isBusy={isBusy}
          onCancel={onClose}
        >
          {confirm}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
