import { useMemo, useState } from "preact/hooks";
import { inquiryNoteCharacters, inquiryResults } from "#contract/api/disputes";
import { type DisputeCase, disputeDone, type InquiryForStaff } from "#contract/console/disputes";
import { Field } from "../../../widgets/ui/field.tsx";
import { explainInquiryRefusal, inquiryTexts } from "../../i18n/inquiry-texts.ts";
import { serverNow } from "../../session/server-time.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, fieldFailure, SelectField } from "../../ui/form.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface RecordAnswerProps {
  readonly found: DisputeCase;
  readonly inquiry: InquiryForStaff;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks what staff answered to the bank, and when. */
export function RecordAnswerDialog({ found, inquiry, reload, onClose }: RecordAnswerProps) {
  const words = inquiryTexts.value;
  const results = inquiryResults.filter(
    (inquiryResult) => inquiryResult !== "answered" || inquiry.canRecordAnswer,
  );
  // Keeps the version from when the dialog opened: a later read must not change the decision.
  const [seen] = useState(found.version);
  const [result, setResult] = useState<string>(results[0] ?? "withdrawn");
  const [isFuture, setIsFuture] = useState(false);
  const path = `/disputes/${encodeURIComponent(found.dispute.disputeId)}/record-answer`;
  const { isBusy, failure, submit } = useSubmit(
    async (body: object) => {
      const result = await api.send("POST", path, disputeDone, body);
      reload();
      return result;
    },
    () => {
      showToast(words.recorded);
      onClose();
    },
  );
  const shown = useMemo(() => explainInquiryRefusal(failure), [failure]);
  return (
    <Dialog title={words.recordTitle} testId="record-answer-dialog" onClose={onClose}>
      <Form
        testId="record-answer-form"
        failure={shown}
        onSubmit={(values) => {
          const at = values["answeredAt"] ?? "";
          const note = values["note"]?.trim() ?? "";
          const isLater = at !== "" && Date.parse(at) > serverNow();
          setIsFuture(isLater);
          if (isLater) {
            document.getElementById("field-answeredAt")?.focus();
            return;
          }
          void submit({
            version: seen,
            result,
            ...(at && { answeredAt: new Date(at).toISOString() }),
            ...(note && { note }),
          });
        }}
      >
        <p class="dialog-text">{words.recordText}</p>
        <SelectField
          name="result"
          label={words.result}
          value={result}
          onChange={setResult}
          options={results.map((value) => ({ value, text: words.results[value] ?? value }))}
        />
        {result === "answered" && (
          <Field
            name="answeredAt"
            label={words.answeredAt}
            hint={words.answeredAtHint}
            optional={words.optional}
            error={isFuture ? words.answeredAtFuture : fieldFailure(shown, "answeredAt")}
            input={{ type: "datetime-local", autocomplete: "off" }}
          />
        )}
        <Field
          name="note"
          label={words.note}
          hint={words.noteHint}
          optional={words.optional}
          error={fieldFailure(shown, "note")}
          input={{ maxLength: inquiryNoteCharacters, autocomplete: "off" }}
        />
        <DialogActions
          testIds={["record-answer-dismiss", "record-answer-confirm"]}
          isBusy={isBusy}
          onCancel={onClose}
        >
          {words.record}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
