import { useMemo, useState } from "preact/hooks";
import { type OutcomeForStaff, outcomeDone } from "#contract/console/outcomes";
import { Field } from "../../../widgets/ui/field.tsx";
import { explainOutcomeRefusal, outcomeTexts } from "../../i18n/outcome-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, fieldFailure, SelectField } from "../../ui/form.tsx";
import { say } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface MarkDialogProps {
  readonly outcome: OutcomeForStaff;
  readonly unknown: NonNullable<OutcomeForStaff["unknown"]>;
  readonly path: string;
  /** Reads the payment again. */
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks what happened to a payment or refund, and how the person knows. */
export function MarkDialog({ outcome, unknown, path, reload, onClose }: MarkDialogProps) {
  const words = outcomeTexts.value;
  const { subjectType } = outcome;
  // What was shown when the dialog opened: a later read must not change what is decided.
  const [seen] = useState(unknown.seen);
  const [happened, setHappened] = useState<string>("failed");
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { isBusy, failure, submit } = useSubmit(
    async (body: object) => {
      const answer = await api.send("POST", `${path}/mark`, outcomeDone, body);
      reload();
      return answer;
    },
    () => {
      say(unknown.needsSecondPerson ? words.asked : words.entered);
      onClose();
    },
  );
  const shown = useMemo(() => explainOutcomeRefusal(failure), [failure]);
  const options = (unknown.onlyFailed ? ["failed"] : ["failed", "success"]).map((value) => ({
    value,
    text: words.outcomes[`${subjectType}.${value}`] ?? value,
  }));
  const isSuccess = happened === "success";
  return (
    <Dialog
      title={words.dialogTitle[subjectType] ?? words.enter}
      testId="outcome-dialog"
      onClose={onClose}
    >
      <Form
        testId="outcome-form"
        failure={shown}
        onSubmit={({ reference = "", note = "", statement = "" }) => {
          const problems = [
            ...(isSuccess && reference.trim() === "" ? ["reference"] : []),
            ...(note.trim() === "" ? ["note"] : []),
          ];
          setMissing(problems);
          if (problems[0]) {
            document.getElementById(`field-${problems[0]}`)?.focus();
            return;
          }
          void submit({
            outcome: happened,
            ...(isSuccess && { reference: reference.trim() }),
            note: note.trim(),
            ...(statement.trim() && { statement: statement.trim() }),
            seen,
          });
        }}
      >
        <p class="dialog-text">{words.dialogText}</p>
        <SelectField
          name="happened"
          label={words.what}
          hint={words.effects[`${subjectType}.${happened}`]}
          value={happened}
          onChange={setHappened}
          options={options}
        />
        {isSuccess && (
          <Field
            name="reference"
            label={words.reference[subjectType] ?? words.processorId}
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
        <Field
          name="statement"
          label={words.statement}
          hint={words.statementHint}
          optional={words.optional}
          input={{ maxLength: 200, autocomplete: "off" }}
        />
        {unknown.needsSecondPerson && <p class="muted small">{words.secondPerson}</p>}
        <DialogActions
          testIds={["outcome-dismiss", "outcome-confirm"]}
          isBusy={isBusy}
          onCancel={onClose}
        >
          {words.confirm}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
