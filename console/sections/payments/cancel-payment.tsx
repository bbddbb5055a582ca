import { type PaymentDetail, paymentDone } from "#contract/console/payments";
import { Button } from "../../../widgets/ui/button.tsx";
import { paymentActionTexts } from "../../i18n/payment-action-texts.ts";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface CancelPaymentProps {
  readonly paymentIntentId: string;
  readonly attempt: PaymentDetail["attempts"][number];
  readonly reload: () => void;
}

/** Cancels a payment that has not been charged, after a confirmation. */
export function CancelPayment({ paymentIntentId, attempt, reload }: CancelPaymentProps) {
  const words = paymentActionTexts.value;
  const { paymentId, canCancel } = attempt;
  const path = `/payments/${encodeURIComponent(paymentIntentId)}/attempts/${encodeURIComponent(paymentId)}/cancel`;
  const { isBusy, failure, submit } = useSubmit(
    async () => {
      const result = await api.send("POST", path, paymentDone);
      reload();
      return result;
    },
    () => showToast(words.canceled),
  );
  const cancel = async () => {
    const { cancelTitle: title, cancelText: text, cancel: yes } = words;
    if (await ask({ title, text, yes, danger: true })) await submit();
  };
  const isTooLate = failure?.code === "payment_not_cancelable";
  const shown = failure && isTooLate ? { ...failure, message: words.tooLate } : failure;
  return (
    <div tabIndex={-1} class="rail-box" data-testid="cancel-payment">
      {canCancel && may("payments.decide") && (
        <div class="rail-actions" data-danger="">
          <Button quiet busy={isBusy} testId="call-off" onPress={() => void cancel()}>
            {words.cancel}
          </Button>
        </div>
      )}
      {shown && <FailureNotice failure={shown} />}
    </div>
  );
}
