import { useState } from "preact/hooks";
import { decidedPayout } from "#contract/console/payouts";
import { Field } from "../../../widgets/ui/field.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface DecidePayoutDialogProps {
  readonly path: string;
  readonly decision: "approve" | "reject";
  readonly amount: string;
  readonly customer: string;
  /** The version on the screen; the service refuses another. */
  readonly version: number;
  readonly onDecided: (waiting: number) => void;
  /** The reason typed before, if the payout has changed since then. */
  readonly reason: string;
  /** Called with the typed reason when the payout has changed and must be read again. */
  readonly onStale: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for a decision. The button names the amount, and nothing looks done before the service's response. */
export function DecidePayoutDialog(props: DecidePayoutDialogProps) {
  const { path, decision, amount, customer, version, onDecided, onStale, onClose } = props;
  const { payouts } = texts.value;
  const [isMissing, setIsMissing] = useState(false);
  const isApproval = decision === "approve";
  const { isBusy, failure, submit } = useSubmit(
    async (reason: string) => {
      const body = { decision, version, ...(reason && { reason }) };
      const result = await api.send("POST", `${path}/decision`, decidedPayout, body);
      const stale = ["disbursement_changed", "conflicting_state"];
      if (!result.ok && stale.includes(result.failure.code)) onStale(reason);
      return result;
    },
    ({ waiting }) => onDecided(waiting),
  );
  return (
    <Dialog
      title={isApproval ? payouts.approveTitle(amount) : payouts.rejectTitle(amount)}
      testId="decide-payout"
      onClose={onClose}
    >
      <Form
        testId="decide-payout-form"
        failure={failure}
        onSubmit={({ reason = "" }) => {
          const isReasonMissing = !isApproval && reason.trim() === "";
          setIsMissing(isReasonMissing);
          if (isReasonMissing) document.getElementById("field-reason")?.focus();
          else void submit(reason.trim());
        }}
      >
        <p class="dialog-text">
          {isApproval ? payouts.approveText(customer) : payouts.rejectText(customer)}
        </p>
        <Field
          name="reason"
          label={payouts.reason}
          hint={payouts.reasonHint}
          optional={isApproval ? payouts.optional : undefined}
          error={isMissing ? payouts.reasonMissing : undefined}
          input={{
            defaultValue: props.reason,
            maxLength: 500,
            autofocus: true,
            autocomplete: "off",
          }}
        />
        <DialogActions
          testIds={["decide-payout-cancel", "decide-payout-confirm"]}
          isBusy={isBusy}
          isDanger={!isApproval}
          onCancel={onClose}
        >
          {isApproval ? payouts.approveAmount(amount) : payouts.reject}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
