import { useState } from "preact/hooks";
import type { EvidenceUpload } from "#contract/api/disputes";
import type { OutcomeForStaff } from "#contract/console/outcomes";
import { Field } from "../../../widgets/ui/field.tsx";
import { outcomeTexts } from "../../i18n/outcome-texts.ts";
import { FileField } from "../../ui/file-field.tsx";
import { OutcomeForm } from "./outcome-form.tsx";

interface MarkDialogProps {
  readonly outcome: OutcomeForStaff;
  readonly unknown: NonNullable<OutcomeForStaff["unknown"]>;
  readonly path: string;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks what happened to a payment or refund, and how the person knows. */
export function MarkDialog({ outcome, unknown, path, reload, onClose }: MarkDialogProps) {
  const words = outcomeTexts.value;
  const { subjectType } = outcome;
  // Keeps what was shown when the dialog opened: a later read must not change the decision.
  const [seen] = useState(unknown.seen);
  const [happened, setHappened] = useState<string>("failed");
  const [file, setFile] = useState<EvidenceUpload>();
  const options = (unknown.onlyFailed ? ["failed"] : ["failed", "success"]).map((value) => ({
    value,
    text: words.outcomes[`${subjectType}.${value}`] ?? value,
  }));
  return (
    <OutcomeForm
      about="outcome"
      title={words.dialogTitle[subjectType] ?? words.enter}
      intro={words.dialogText}
      choice={{
        name: "happened",
        value: happened,
        hint: words.effects[`${subjectType}.${happened}`],
        options,
        onChange: setHappened,
      }}
      reference={
        happened === "success" ? (words.reference[subjectType] ?? words.processorId) : null
      }
      confirm={words.confirm}
      doneText={unknown.needsSecondPerson ? words.asked : words.entered}
      path={`${path}/mark`}
      bodyOf={({ statement }) => ({
        outcome: happened,
        ...(statement && { statement }),
        ...(file && { file }),
        seen,
      })}
      reload={reload}
      onClose={onClose}
    >
      <Field
        name="statement"
        label={words.statement}
        hint={words.statementHint}
        optional={words.optional}
        input={{ maxLength: 200, autocomplete: "off" }}
      />
      <FileField
        name="evidence"
        label={words.file}
        hint={file?.name ?? words.fileHint}
        optional={words.optional}
        words={words}
        remedy={
          file && (
            <button type="button" class="text-button" onClick={() => setFile(undefined)}>
              {words.removeFile}
            </button>
          )
        }
        onChange={setFile}
      />
      {unknown.needsSecondPerson && <p class="muted small">{words.secondPerson}</p>}
    </OutcomeForm>
  );
}
