import { type RefundForStaff, refundForStaff } from "#contract/console/payments";
import { moneyText } from "../../../widgets/i18n/money-text.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import { language } from "../../i18n/current-texts.ts";
import { explainRefusal, refundTexts } from "../../i18n/refund-texts.ts";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { say } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface RefundApprovalProps {
  readonly refund: RefundForStaff;
  /** Reads the payment again. */
  readonly reload: () => void;
}

/** What a second person decided about a refund, or the actions that decide it. Empty if none is needed. */
export function RefundApproval({ refund, reload }: RefundApprovalProps) {
  const words = refundTexts.value;
  const { approval, decidedBy, isOwn } = refund;
  if (approval === null) return null;
  if (approval !== "needed") {
    const by = approval === "given" ? words.approvedBy : words.declinedBy;
    return decidedBy === null ? null : <span class="muted small">{by(decidedBy)}</span>;
  }
  return (
    <>
      <span class="small" data-testid="refund-waits">
        {isOwn ? words.ownWaits : words.waits}
      </span>
      {!isOwn && may("payments.refund") && <Decision refund={refund} reload={reload} />}
    </>
  );
}

function Decision({ refund, reload }: RefundApprovalProps) {
  const words = refundTexts.value;
  const { refundId, version, breakdown, currency } = refund;
  const { isBusy, failure, submit } = useSubmit(
    async (approve: boolean) => {
      const path = `/refunds/${encodeURIComponent(refundId)}/decision`;
      const answer = await api.send("POST", path, refundForStaff, { approve, version });
      reload();
      return answer;
    },
    ({ approval }) => say(approval === "given" ? words.approved : words.declined),
  );
  const shown = explainRefusal(failure);
  const approve = async () => {
    const { approveTitle: title, approveText, approve: yes } = words;
    const text = approveText(moneyText(breakdown.total, currency, language.value));
    if (await ask({ title, text, yes })) await submit(true);
  };
  const decline = async () => {
    const { declineTitle: title, declineText: text, decline: yes } = words;
    if (await ask({ title, text, yes, danger: true })) await submit(false);
  };
  return (
    <>
      <span class="rail-actions">
        <Button quiet busy={isBusy} testId="refund-approve" onPress={() => void approve()}>
          {words.approve}
        </Button>
        <Button quiet busy={isBusy} testId="refund-decline" onPress={() => void decline()}>
          {words.decline}
        </Button>
      </span>
      {shown && <FailureNotice failure={shown} />}
    </>
  );
}
