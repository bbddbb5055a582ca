import { useState } from "preact/hooks";
import type { Refund } from "#contract/api/refunds";
import type { OutcomeForStaff } from "#contract/console/outcomes";
import type { PaymentDetail } from "#contract/console/payments";
import { type Refundable, type RefundForStaff, refundForStaff } from "#contract/console/refunds";
import { toMajor } from "#contract/money";
import { returnCodeOf } from "#contract/payment-reasons/bank-reasons";
import { Button } from "../../../widgets/ui/button.tsx";
import { language } from "../../i18n/current-texts.ts";
import { outcomeTexts } from "../../i18n/outcome-texts.ts";
import { explainRefusal, refundTexts } from "../../i18n/refund-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { PostingsLink } from "../ledger/postings-link.tsx";
import { Outcome } from "./outcome.tsx";
import { RefundApproval } from "./refund-approval.tsx";
import { RefundDestination, Returnables } from "./refund-destination.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

interface RefundsProps {
  readonly detail: PaymentDetail;
  readonly reload: () => void;
}

/** The payment's refunds. Hidden if there are none and none can be made. */
export function Refunds({ detail, reload }: RefundsProps) {
  const { title, none, refund } = refundTexts.value;
  const { refunds, refundable, alsoRefundable, returnables, intent, attempts } = detail;
  // Keeps what was shown when the dialog opened. A later read that finds nothing left must not close the dialog: it may
  // show a refusal.
  const [opened, setOpened] = useState<Refundable | null>(null);
  const isEmpty = refunds.length === 0 && !refundable && returnables.length === 0;
  if (isEmpty && !opened) return null;
  const canRefund = refundable !== null && may("payments.refund");
  return (
    <Panel
      title={title}
      testId="refunds"
      actions={
        canRefund && (
          <Button quiet testId="refund-open" onPress={() => setOpened(refundable)}>
            {refund}
          </Button>
        )
      }
    >
      {alsoRefundable.map((other) => (
        <div class="rail-actions" key={other.paymentId}>
          {may("payments.refund") && (
            <Button quiet testId="refund-open-other" onPress={() => setOpened(other)}>
              {outcomeTexts.value.refundOther(
                attempts.find(({ paymentId }) => paymentId === other.paymentId)?.number ?? 1,
              )}
            </Button>
          )}
        </div>
      ))}
      {refunds.length === 0 ? (
        <p class="muted">{none}</p>
      ) : (
        <ul class="plain-list">
          {refunds.map((refund) => (
            <RefundLine
              key={refund.refundId}
              refund={refund}
              outcome={detail.outcomes.find(({ subjectId }) => subjectId === refund.refundId)}
              reload={reload}
            />
          ))}
        </ul>
      )}
      {refundable && refunds.length > 0 && <Left refundable={refundable} />}
      <Returnables detail={detail} reload={reload} />
      {opened && (
        <RefundDialog
          paymentIntentId={intent.paymentIntentId}
          refundable={opened}
          reload={reload}
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  );
}

function Left({ refundable }: { refundable: Refundable }) {
  const { paid, returned, currency } = refundable;
  const left = toMajor(paid.baseMinor - returned.baseMinor - refundable.lostBaseMinor, currency);
  return (
    <p class="muted rail-note">
      {refundTexts.value.left}: {moneyText(left, currency, language.value)}
    </p>
  );
}

interface RefundLineProps {
  readonly refund: RefundForStaff;
  readonly outcome: OutcomeForStaff | undefined;
  readonly reload: () => void;
}

function RefundLine({ refund, outcome, reload }: RefundLineProps) {
  const words = refundTexts.value;
  const { isBusy, failure, submit } = useSubmit(
    async () => {
      const path = `/refunds/${encodeURIComponent(refund.refundId)}/cancel`;
      const result = await api.send("POST", path, refundForStaff);
      reload();
      return result;
    },
    () => showToast(words.canceled),
  );
  const shown = explainRefusal(failure);
  const isEntered =
    outcome?.marks.some(({ state, confirmedAt }) => state === "applied" && confirmedAt === null) ??
    false;
  const cancel = async () => {
    const { cancelTitle: title, cancelText: text, cancel: yes } = words;
    if (await ask({ title, text, yes, danger: true })) await submit();
  };
  return (
    <li class="line refund-line" data-testid="refund">
      <span class="two-lines">
        <span class="line-main">
          {refund.reason && (
            <span class="strong">{words.reasons[refund.reason] ?? refund.reason}</span>
          )}
          <StatusBadge status={refund.status} text={words.statuses[refund.status]} />
        </span>
        <span class="muted small">
          {words.by(refund.requestedBy)} · <TimeText at={refund.createdAt} />
        </span>
        {refund.achError && (
          <span class="small">{words.achErrors[refund.achError] ?? refund.achError}</span>
        )}
        {explain(refund, isEntered)}
        {refund.reference && (
          <span class="small">
            {words.references[refund.reference.type] ?? refund.reference.type}{" "}
            <CopyId id={refund.reference.value} label={words.referenceLabel} />
          </span>
        )}
        <span class="small">
          <PostingsLink resourceId={refund.refundId} />
        </span>
        <RefundDestination refund={refund} reload={reload} />
        {refund.note && <span class="small quoted">{refund.note}</span>}
        {refund.refundBatchId && (
          <Link
            class="small"
            to={`/payments/batches/${encodeURIComponent(refund.refundBatchId)}`}
            data-testid="refund-batch-link"
          >
            {words.inBatch}
          </Link>
        )}
        <RefundApproval refund={refund} reload={reload} />
        {refund.canCancel && may("payments.refund") && (
          <Button quiet busy={isBusy} testId="refund-cancel" onPress={() => void cancel()}>
            {words.cancel}
          </Button>
        )}
        {shown && <FailureNotice failure={shown} />}
        <Outcome
          outcome={outcome}
          path={`/refunds/${encodeURIComponent(refund.refundId)}`}
          reload={reload}
        />
      </span>
      {refund.amount > 0 && <Money amount={refund.breakdown.total} currency={refund.currency} />}
    </li>
  );
}

/** Why a refund failed or waits, or how the money went back. A person who entered the outcome does not say how. */
function explain(
  { status, messages, kind }: Pick<Refund, "status" | "messages" | "kind">,
  isEntered: boolean,
) {
  const { failures, kinds, waitReasons, since } = refundTexts.value;
  const reason = messages.at(-1);
  if (reason && status === "pending") {
    return (
      <span class="small" data-testid="refund-waits">
        {waitReasons[reason.code] ?? humanize(reason.code)}{" "}
        <span class="muted">
          ({since} <TimeText at={reason.at} />)
        </span>
      </span>
    );
  }
  if (reason)
    return <span class="small">{failures[reason.code] ?? explainOther(reason.code)}</span>;
  if (status !== "success" || isEntered) return null;
  return <span class="muted small">{kinds[kind] ?? kind}</span>;
}

/** An ACH return code, or a processor's own code: staff can look it up. */
function explainOther(code: string): string {
  const { failures } = refundTexts.value;
  const returned = returnCodeOf(code);
  if (returned) return `${failures["returned_by_bank"]} (${returned})`;
  return `${failures["refund_failed"]} (${code})`;
}
