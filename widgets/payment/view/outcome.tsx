import type { ComponentChild } from "preact";
import { brandName } from "../../fields/brand-name.ts";
import { moneyText } from "../../i18n/money-text.ts";
import type { Texts } from "../../i18n/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Step } from "../../ui/step.tsx";
import type { PaymentState } from "../machine/state.ts";

interface OutcomeProps {
  readonly state: PaymentState;
  readonly texts: Texts;
  readonly locale: string;
  readonly online: boolean;
  readonly onRetry: () => void;
  /** Steps for what is owed, around what is shown where there is none for it. */
  readonly owedSteps?: ((fallback: ComponentChild) => ComponentChild) | undefined;
}

const knownStatuses = ["pending", "no-payment", "success", "failed", "expired"];

/** The step that stands in the form's place, or null while the form is what is shown. */
export function Outcome(props: OutcomeProps) {
  const { state, texts, online, onRetry } = props;
  switch (state.step) {
    case "pending":
      return <Pending {...props} />;
    case "success":
      return <Success {...props} />;
    case "expired": {
      const { title, text, renewing } = texts.expired;
      return state.renewing ? (
        <Step testId="step-renewing" tone="neutral" icon={null} title={renewing} lines={[]} />
      ) : (
        <Step testId="step-expired" tone="warning" icon="clock" title={title} lines={[text]} />
      );
    }
    case "unreachable": {
      const { title, text, offline, retry } = texts.unreachable;
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
      const { title, text } = texts.refusedSession;
      return <Step testId="step-refused" tone="danger" icon="alert" title={title} lines={[text]} />;
    }
    case "blocked": {
      const { title, text } = texts.blocked;
      const fallback = (
        <Step testId="step-blocked" tone="warning" icon="info" title={title} lines={[text]} />
      );
      return <>{props.owedSteps?.(fallback) ?? fallback}</>;
    }
    default:
      return null;
  }
}

function Pending({ state, texts }: OutcomeProps) {
  const { title, text, leave, unknown } = texts.pending;
  const statuses = [state.payment?.status, state.status];
  const strange = statuses.find((status) => status && !knownStatuses.includes(status));
  const message = state.payment?.messages[state.payment.messages.length - 1]?.message;
  const lines = strange ? [unknown(strange), ...(message ? [message] : []), leave] : [text, leave];
  return <Step testId="step-pending" tone="neutral" icon={null} title={title} lines={lines} />;
}

function Success({ state, texts, locale }: OutcomeProps) {
  const { session, breakdown, payment } = state;
  const { success } = texts;
  const amount = breakdown ? moneyText(breakdown.total, breakdown.currency, locale) : "";
  const method = payment?.paymentMethod;
  const facts: [string, string][] = [];
  if (method && "brand" in method) {
    facts.push([success.card, `${brandName(method.brand)} •••• ${method.last4}`]);
  }
  if (session) facts.push([success.statement, session.intent.paymentDescriptor]);
  if (payment) facts.push([success.reference, payment.paymentId]);
  return (
    <Step
      testId="step-success"
      tone="success"
      icon="check"
      title={success.title}
      lines={session ? [success.text(amount, session.operator.name)] : []}
    >
      <dl class="step-facts">
        {facts.map(([label, value]) => (
          <div class="payment-line" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Step>
  );
}
