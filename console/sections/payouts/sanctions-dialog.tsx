import { type SanctionsReview, sanctionsDecided } from "#contract/console/sanctions";
import { explainSanctionsRefusal, sanctionsTexts } from "../../i18n/sanctions-texts.ts";
import { api } from "../../session/session.ts";
import { ReasonDialog } from "../../ui/reason-dialog.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** A review as the person saw it when the dialog opened, and what they decide. */
export interface SanctionsDecision {
  readonly review: SanctionsReview;
  readonly decision: "clear" | "confirm";
}

interface SanctionsDialogProps extends SanctionsDecision {
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks for a decision's reason. The page owns it: a read without the review must not close it with the typed text. */
export function SanctionsDialog({ review, decision, reload, onClose }: SanctionsDialogProps) {
  const words = sanctionsTexts.value;
  const { isBusy, failure, submit } = useSubmit(
    async (reason: string) => {
      const { sanctionsReviewId, version } = review;
      const path = `/sanctions/${encodeURIComponent(sanctionsReviewId)}/decision`;
      const result = await api.send("POST", path, sanctionsDecided, { decision, reason, version });
      reload();
      return result;
    },
    ({ status }) => {
      showToast(words.done[status] ?? humanize(status));
      onClose();
    },
  );
  const isConfirm = decision === "confirm";
  const isAddress = review.kind === "address";
  const clear = isAddress
    ? { title: words.clearAddressTitle, text: words.clearAddressText, button: words.clearAddress }
    : { title: words.clearTitle, text: words.clearText, button: words.clear };
  return (
    <ReasonDialog
      title={isConfirm ? words.confirmTitle : clear.title}
      name="sanctions-decision"
      testId="sanctions-dialog"
      label={words.reason}
      hint={words.reasonHint}
      missing={words.reasonMissing}
      confirm={isConfirm ? (isAddress ? words.confirmAddress : words.confirm) : clear.button}
      isDanger={isConfirm}
      isBusy={isBusy}
      failure={explainSanctionsRefusal(failure)}
      onSend={submit}
      onClose={onClose}
    >
      <p>{isConfirm ? words.confirmText : clear.text}</p>
    </ReasonDialog>
  );
}
