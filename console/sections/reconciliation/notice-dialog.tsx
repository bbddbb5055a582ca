import { useState } from "preact/hooks";
import { noticeDecided } from "#contract/console/notices";
import { Field } from "../../../widgets/ui/field.tsx";
import { noticeTexts } from "../../i18n/notice-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import type { NoticeDecision } from "./notice-list.tsx";

interface NoticeDialogProps {
  readonly decision: NoticeDecision;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks for a decision's reason, and also for the payment if the decision is a match. */
export function NoticeDialog({ decision: { notice, action }, reload, onClose }: NoticeDialogProps) {
  const words = noticeTexts.value;
  const [missing, setMissing] = useState<readonly string[]>([]);
  const place = [notice.processor, notice.eventId].map(encodeURIComponent).join("/");
  const { isBusy, failure, submit } = useSubmit(
    async (body: object) => {
      const path = `/reconciliation/notices/${place}`;
      const result = await api.send("POST", path, noticeDecided, { action, ...body });
      reload();
      return result;
    },
    ({ state }) => {
      showToast(words.results[state] ?? state);
      onClose();
    },
  );
  return (
    <Dialog title={words[`${action}Title`]} testId="notice-dialog" onClose={onClose}>
      <Form
        testId="notice-form"
        failure={
          failure && { ...failure, message: words.refusals[failure.code] ?? failure.message }
        }
        onSubmit={({ paymentId = "", reason = "" }) => {
          const problems = [
            ...(action === "match" && paymentId.trim() === "" ? ["paymentId"] : []),
            ...(reason.trim() === "" ? ["reason"] : []),
          ];
          setMissing(problems);
          if (problems[0]) {
            document.getElementById(`field-${problems[0]}`)?.focus();
            return;
          }
          const match = action === "match" ? { paymentId: paymentId.trim() } : {};
          void submit({ ...match, reason: reason.trim() });
        }}
      >
        <p class="dialog-text">{words[`${action}Text`]}</p>
        {action === "match" && (
          <Field
            name="paymentId"
            label={words.paymentId}
            hint={words.paymentIdHint}
            error={missing.includes("paymentId") ? words.paymentIdMissing : undefined}
            input={{ autofocus: true, autocomplete: "off", spellcheck: false, maxLength: 64 }}
          />
        )}
        <Field
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          error={missing.includes("reason") ? words.reasonMissing : undefined}
          input={{ maxLength: 500, autofocus: action !== "match", autocomplete: "off" }}
        />
        <DialogActions
          testIds={["notice-cancel", "notice-confirm"]}
          isBusy={isBusy}
          isDanger={action === "dismiss"}
          onCancel={onClose}
        >
          {words[action]}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
