import { useState } from "preact/hooks";
import type { BarringReturn } from "#contract/console/payment-rails";
import { type PaymentDetail, paymentDone } from "#contract/console/payments";
import { Button } from "../../../widgets/ui/button.tsx";
import { auditTexts } from "../../i18n/audit-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import { ReasonDialog } from "../../ui/reason-dialog.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface BankDebitProps {
  readonly paymentIntentId: string;
  readonly attempt: PaymentDetail["attempts"][number];
  readonly reload: () => void;
}

/** Shows the returns that bar or barred the account of an ACH debit, and lets staff lift the bar. */
export function BankDebit({ paymentIntentId, attempt, reload }: BankDebitProps) {
  const { rail } = railTexts.value;
  const [isLifting, setIsLifting] = useState(false);
  const { paymentId, bars } = attempt;
  const path = `/payments/${encodeURIComponent(paymentIntentId)}/attempts/${encodeURIComponent(paymentId)}`;
  const mayDecide = may("payments.decide");
  const barring = bars.filter(({ lifted }) => lifted === null);
  return (
    <div tabIndex={-1} class="rail-box" data-testid="bank-debit">
      {bars.length > 0 && (
        <section
          class="rail"
          aria-label={barring.length > 0 ? rail.barred : rail.opened}
          data-testid="account-bars"
        >
          <h3 class="rail-title">{barring.length > 0 ? rail.barred : rail.opened}</h3>
          <p class={barring.length > 0 ? "rail-note" : "muted"}>
            {barring.length > 0 ? rail.barredText : rail.openedText}
          </p>
          <ul class="plain-list">
            {bars.map((bar) => (
              <Bar key={bar.paymentId} bar={bar} isOther={bar.paymentId !== paymentId} />
            ))}
          </ul>
          {barring.length > 0 && mayDecide && (
            <div class="rail-actions">
              <Button quiet testId="unbar" onPress={() => setIsLifting(true)}>
                {rail.unbar}
              </Button>
            </div>
          )}
        </section>
      )}
      {isLifting && (
        <UnbarDialog
          path={path}
          seen={barring.map((bar) => bar.paymentId)}
          reload={reload}
          onClose={() => setIsLifting(false)}
        />
      )}
    </div>
  );
}

function Bar({ bar, isOther }: { bar: BarringReturn; isOther: boolean }) {
  const { rail } = railTexts.value;
  const audit = auditTexts.value;
  const { returnCode, returnedAt, paymentIntentId, paymentId, lifted } = bar;
  return (
    <li class="line" data-testid="account-bar">
      <span class="two-lines">
        <span>
          <span class="strong">{returnCode}</span> <TimeText at={returnedAt} withSeconds />
        </span>
        {isOther && (
          <Link to={`/payments/${encodeURIComponent(paymentIntentId)}`}>
            <code class="mono small">{paymentId}</code>
          </Link>
        )}
        {lifted && (
          <span class="muted small">
            {lifted.by === null ? rail.lifted : rail.liftedBy(audit.actors[lifted.by] ?? lifted.by)}{" "}
            <TimeText at={lifted.at} />
            {lifted.reason !== null && `: ${lifted.reason}`}
          </span>
        )}
      </span>
    </li>
  );
}

interface UnbarDialogProps {
  readonly path: string;
  readonly seen: readonly string[];
  readonly reload: () => void;
  readonly onClose: () => void;
}

function UnbarDialog({ path, seen, reload, onClose }: UnbarDialogProps) {
  const { rail } = railTexts.value;
  const { isBusy, failure, submit } = useSubmit(
    async (reason: string) => {
      const result = await api.send("POST", `${path}/unbar`, paymentDone, { reason, seen });
      reload();
      return result;
    },
    () => {
      showToast(rail.opened);
      onClose();
    },
  );
  return (
    <ReasonDialog
      title={rail.unbarTitle}
      name="unbar"
      testId="unbar-account"
      label={rail.unbarReason}
      hint={rail.unbarReasonHint}
      missing={rail.unbarReasonMissing}
      confirm={rail.unbar}
      isBusy={isBusy}
      failure={failure}
      onSend={(reason) => void submit(reason)}
      onClose={onClose}
    >
      <p class="dialog-text">{rail.unbarText}</p>
    </ReasonDialog>
  );
}
