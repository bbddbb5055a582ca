import { useMemo, useState } from "preact/hooks";
import { inquiryNoteCharacters, inquiryReasons } from "#contract/api/disputes";
import { disputeDone } from "#contract/console/disputes";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import { explainInquiryRefusal, inquiryTexts } from "../../i18n/inquiry-texts.ts";
import { serverNow } from "../../session/server-time.ts";
import { api, may } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, fieldFailure, SelectField } from "../../ui/form.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { BankDebit } from "./bank-debit.tsx";
import type { BankDetailsProps } from "./bank-details.tsx";

/** Statuses of an ACH debit that reached the bank. */
const sentStatuses: readonly string[] = ["filed", "settled", "returned"];

/** The barred account. Once the debit has reached the bank, also the mandate and banks' inquiries. */
export default function DebitDetails(props: BankDetailsProps) {
  const { attempt } = props;
  return (
    <>
      <BankDebit {...props} />
      {sentStatuses.includes(attempt.ach?.status ?? "") && <BankInquiry {...props} />}
    </>
  );
}

/** The mandate as PDF, and a button that opens a bank's inquiry about it. */
function BankInquiry({ paymentIntentId, attempt, disputes, reload }: BankDetailsProps) {
  const words = inquiryTexts.value;
  const [isOpening, setIsOpening] = useState(false);
  const { paymentId } = attempt;
  const path = `/payments/${encodeURIComponent(paymentIntentId)}/attempts/${encodeURIComponent(paymentId)}`;
  const hasOpen = disputes.some(
    ({ stage, status, ...each }) =>
      each.paymentId === paymentId &&
      stage === "inquiry" &&
      (status === "needs-response" || status === "under-review"),
  );
  return (
    <div tabIndex={-1} class="rail-box" data-testid="bank-inquiry">
      <div class="rail-actions">
        <a
          class="step-button"
          href={`/console/api${path}/mandate`}
          download={`mandate-${paymentId}.pdf`}
          data-testid="mandate-pdf"
        >
          {words.mandate}
        </a>
        {!hasOpen && may("disputes.answer") && (
          <Button quiet testId="open-inquiry" onPress={() => setIsOpening(true)}>
            {words.open}
          </Button>
        )}
      </div>
      {isOpening && (
        <InquiryDialog path={path} reload={reload} onClose={() => setIsOpening(false)} />
      )}
    </div>
  );
}

interface InquiryDialogProps {
  readonly path: string;
  readonly reload: () => void;
  readonly onClose: () => void;
}

function InquiryDialog({ path, reload, onClose }: InquiryDialogProps) {
  const words = inquiryTexts.value;
  const [reason, setReason] = useState<string>(inquiryReasons[0]);
  const [problem, setProblem] = useState<{ field: string; text: string }>();
  const { isBusy, failure, submit } = useSubmit(
    async (body: object) => {
      const result = await api.send("POST", `${path}/inquiries`, disputeDone, body);
      reload();
      return result;
    },
    () => {
      showToast(words.opened);
      onClose();
    },
  );
  const shown = useMemo(() => explainInquiryRefusal(failure), [failure]);
  const errorOf = (field: string) =>
    problem?.field === field ? problem.text : fieldFailure(shown, field);
  return (
    <Dialog title={words.dialogTitle} testId="inquiry-dialog" onClose={onClose}>
      <Form
        testId="inquiry-form"
        failure={shown}
        onSubmit={(values) => {
          const deadline = values["respondBy"] ?? "";
          const bankReference = values["bankReference"]?.trim() ?? "";
          const note = values["note"]?.trim() ?? "";
          const found =
            deadline !== "" && Date.parse(deadline) <= serverNow()
              ? { field: "respondBy", text: words.deadlinePast }
              : /^[A-Za-z0-9 ./_-]*$/.test(bankReference)
                ? undefined
                : { field: "bankReference", text: words.referenceWrong };
          setProblem(found);
          if (found) {
            document.getElementById(`field-${found.field}`)?.focus();
            return;
          }
          void submit({
            reason,
            ...(deadline && { respondBy: new Date(deadline).toISOString() }),
            ...(bankReference && { bankReference }),
            ...(note && { note }),
          });
        }}
      >
        <p class="dialog-text">{words.dialogText}</p>
        <SelectField
          name="reason"
          label={words.reason}
          value={reason}
          onChange={setReason}
          options={inquiryReasons.map((value) => ({ value, text: words.reasons[value] ?? value }))}
        />
        <Field
          name="respondBy"
          label={words.deadline}
          hint={words.deadlineHint}
          optional={words.optional}
          error={errorOf("respondBy")}
          input={{ type: "datetime-local", autocomplete: "off" }}
        />
        <Field
          name="bankReference"
          label={words.reference}
          optional={words.optional}
          error={errorOf("bankReference")}
          input={{ maxLength: 64, autocomplete: "off", spellcheck: false }}
        />
        <Field
          name="note"
          label={words.note}
          hint={words.noteHint}
          optional={words.optional}
          error={errorOf("note")}
          input={{ maxLength: inquiryNoteCharacters, autocomplete: "off" }}
        />
        <DialogActions
          testIds={["inquiry-dismiss", "inquiry-confirm"]}
          isBusy={isBusy}
          onCancel={onClose}
        >
          {words.open}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
