import { type RefundForStaff, refundForStaff } from "#contract/console/refunds";
import { language } from "../../i18n/current-texts.ts";
import { explainRefusal, refundTexts } from "../../i18n/refund-texts.ts";
import { api, may } from "../../session/session.ts";
import { moneyText } from "../../ui/money-text.ts";
import { SecondPerson } from "../../ui/second-person.tsx";

interface RefundApprovalProps {
  readonly refund: RefundForStaff;
  readonly reload: () => void;
}

/** A second person's decision, or the buttons for it. Empty if the refund needs none. */
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
  return (
    <SecondPerson
      about="refund"
      words={words}
      approveText={words.approveText(moneyText(breakdown.total, currency, language.value))}
      explain={explainRefusal}
      decide={async (approve) => {
        const path = `/refunds/${encodeURIComponent(refundId)}/decision`;
        const result = await api.send("POST", path, refundForStaff, { approve, version });
        reload();
        return result;
      }}
    />
  );
}
