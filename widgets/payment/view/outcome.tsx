import type { ComponentChild } from "preact";
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import { onStatement } from "#contract/payment-descriptor";
import { brandName } from "../../fields/brand-name.ts";
import { timeText } from "../../i18n/date-text.ts";
import { moneyText } from "../../i18n/money-text.ts";
import type { PaymentOutcomeTexts } from "../../i18n/payment-outcome-texts.ts";
import { readerLocale } from "../../i18n/reader-locale.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OperatorLogo } from "../../ui/operator-logo.tsx";
import { check, clock } from "../../ui/outcome-icons.ts";
import { Step } from "../../ui/step.tsx";
import type { PaymentState } from "../machine/state.ts";
import { MandateCopy } from "./mandate-copy.tsx";
import { paidType, pendingWords } from "./pending-words.ts";

interface OutcomeProps {
  readonly state: PaymentState;
  readonly words: PaymentOutcomeTexts;
  readonly locale: string;
  readonly online: boolean;
  readonly onRetry: () => void;
  /** Opens the bank's page again. */
  readonly onRedirect: () => void;
  /** Cancels the payment at the bank. */
  readonly onGiveUp: () => void;
  /** The customer's copy of an ACH debit's authorization, if there is one. */
  readonly loadMandate?: ((paymentId: string) => Promise<Blob>) | undefined;
  /** The deposit's view, in place of plain text. */
  readonly deposit?: ComponentChild;
  /** `fallback` is shown if this version has no step for the requirement. */
  readonly requirementSteps?: ((fallback: ComponentChild) => ComponentChild) | undefined;
}

interface FactsProps extends Pick<OutcomeProps, "state" | "words"> {
  readonly amount?: string;
  /** What refunds return; empty without refunds. */
  readonly refunds?: string;
}

const knownStatuses = ["pending", "no-payment", "success", "failed", "expired"];

/** Shown in place of the form; null while the form is shown. */
export function Outcome(props: OutcomeProps) {
  const { state, words, online, onRetry } = props;
  switch (state.step) {
    case "deposit":
      return <>{props.deposit ?? <Pending {...props} />}</>;
    case "pending":
      return <Pending {...props} />;
    case "redirect":
      return <AtTheBank {...props} />;
    case "success":
      return <Success {...props} />;
    case "expired": {
      const { renewing } = words.expired;
      const { title, text } = state.status === null ? words.expired.unknown : words.expired;
      return state.renewing ? (
        <Step testId="step-renewing" tone="neutral" icon={null} title={renewing} lines={[]} />
      ) : (
        <Step testId="step-expired" tone="warning" icon={clock} title={title} lines={[text]} />
      );
    }
    case "unreachable": {
      const { title, text, offline, retry } = words.unreachable;
      return (
        <Step
          testId="step-unreachable"
          tone="warning"
          icon="alert"
          title={title}
          lines={[online ? text : offline]}
        >
          <Button testId="retry" quiet onPress={onRetry}>
            {retry}
          </Button>
        </Step>
      );
    }
    case "refused": {
      const { title, text } = words.refusedSession;
      return <Step testId="step-refused" tone="danger" icon="alert" title={title} lines={[text]} />;
    }
    case "blocked": {
      const { title, text } = words.blocked;
      const fallback = (
        <Step testId="step-blocked" tone="warning" icon="info" title={title} lines={[text]} />
      );
      return <>{props.requirementSteps?.(fallback) ?? fallback}</>;
    }
    default:
      return null;
  }
}

function Pending({ state, words, locale, loadMandate }: OutcomeProps) {
  const { title, text, leave } = pendingWords(state, words);
  const statuses = [state.payment?.status, state.status];
  const strange = statuses.find((status) => status && !knownStatuses.includes(status));
  const message = state.payment?.messages[state.payment.messages.length - 1]?.message;
  const lines = strange
    ? [
        words.pending.unknown(strange),
        ...(message && words.anyReason === null ? [message] : []),
        leave,
      ]
    : [text, leave];
  const debit = state.payment?.type === "bank" ? state.payment : null;
  // A payment that takes days needs no spinner.
  const icon = paidType(state) === "bank" ? clock : null;
  return (
    <Step testId="step-pending" tone="neutral" icon={icon} title={title} lines={lines}>
      {debit && <Facts state={state} words={words} amount={amountOf(state, locale)} />}
      {debit && loadMandate && (
        <MandateCopy words={words.mandateCopy} load={() => loadMandate(debit.paymentId)} />
      )}
    </Step>
  );
}

/** The button opens the bank's page again, in case the customer closed it. */
function AtTheBank({ state, words, locale, onRedirect, onGiveUp }: OutcomeProps) {
  const { title, text, leave, open, giveUp } = words.redirect;
  const action = state.payment?.nextAction;
  const canOpen = action?.type === "redirect";
  const lines = canOpen
    ? [text, leave(timeText(action.expiresAt, readerLocale(locale, state.language)))]
    : [text];
  return (
    <Step testId="step-redirect" tone="neutral" icon="bank" title={title} lines={lines}>
      {canOpen && (
        <div class="step-ways">
          <Button testId="open-bank" onPress={onRedirect}>
            {open}
          </Button>
          <Button testId="leave-bank" quiet onPress={onGiveUp}>
            {giveUp}
          </Button>
        </div>
      )}
    </Step>
  );
}

function Success({ state, words, locale }: OutcomeProps) {
  const { session } = state;
  const { success } = words;
  const amount = amountOf(state, locale);
  const isOverpaid = state.payment?.messages.some(({ code }) => code === "overpaid") ?? false;
  return (
    <Step
      testId="step-success"
      tone="success"
      icon={check}
      title={success.title}
      lines={session ? [success.text(amount, session.operator.name)] : []}
    >
      {session && <OperatorLogo operator={session.operator} />}
      <Facts state={state} words={words} refunds={refundsOf(state, locale)} />
      {isOverpaid && session && (
        <div class="step-note">
          <Notice
            testId="overpaid"
            tone="info"
            title={success.overpaid.title}
            lines={[success.overpaid.text(session.operator.name)]}
          />
        </div>
      )}
    </Step>
  );
}

const amountOf = ({ breakdown }: PaymentState, locale: string): string =>
  breakdown ? moneyText(breakdown.total, breakdown.currency, locale) : "";

const refundsOf = ({ breakdown, payment }: PaymentState, locale: string): string =>
  breakdown && payment?.refunded ? moneyText(payment.refunded, breakdown.currency, locale) : "";

/** The method, the statement descriptor and the reference; the amount if no sentence names it, and any refunds. */
function Facts({ state, words, amount, refunds }: FactsProps) {
  const { session, payment } = state;
  const { success } = words;
  const paidWith = payment?.paymentMethod && summaryText(payment.paymentMethod, success);
  const facts: [string, string][] = [];
  if (amount) facts.push([success.amount, amount]);
  if (paidWith) facts.push([success.paidWith[paidType(state)], paidWith]);
  const statement = session && onStatement(paidType(state), session.intent.paymentDescriptor);
  if (statement) facts.push([success.statement, statement]);
  if (refunds) facts.push([success.refunds, refunds]);
  if (payment) facts.push([success.reference, payment.paymentId]);
  return (
    <dl class="step-facts">
      {facts.map(([label, value]) => (
        <div
          class={label === success.reference ? "payment-line fact-id" : "payment-line"}
          key={label}
        >
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `Visa •••• 4242`, `Chase, checking •••• 6789`, `0xAb…`. */
function summaryText(
  method: PaymentMethodSummary,
  { account, accountTypes }: PaymentOutcomeTexts["success"],
): string {
  if ("brand" in method) return `${brandName(method.brand)} ••••\u00a0${method.last4}`;
  if ("address" in method) return method.address;
  const type = method.accountType === "savings" ? accountTypes.savings : accountTypes.checking;
  return account(method.bankName || null, type, method.last4);
}
