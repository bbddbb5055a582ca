import type { ComponentChild } from "preact";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { moneyText } from "../../i18n/money-text.ts";
import { Button } from "../../ui/button.tsx";
import type { Drawn, IconName } from "../../ui/icon.tsx";
import { check, clock, cross } from "../../ui/outcome-icons.ts";
import { Step } from "../../ui/step.tsx";
import type { DisbursementState } from "../machine/state.ts";
import { Facts } from "./facts.tsx";
import { arrivalText, methodText } from "./method-words.ts";
import { Timeline } from "./timeline.tsx";

interface OutcomeProps {
  readonly state: DisbursementState;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  readonly online: boolean;
  readonly onRetry: () => void;
  /** The tax form, if the approval waits for it. */
  readonly w9?: ComponentChild;
}

/** The texts of a step without a form. */
interface OutcomeWords {
  readonly tone: "success" | "danger" | "warning" | "neutral";
  /** Null shows a spinner. */
  readonly icon: IconName | Drawn | null;
  readonly title: string;
  readonly lines: readonly string[];
}

/** The stage that a step has reached; missing if the payout ended otherwise. */
const reached: Partial<Record<DisbursementState["step"], 1 | 2 | 3>> = {
  waiting: 1,
  processing: 2,
  success: 3,
};

/** Statuses with a text here. Any other status is shown as it is. */
const knownStatuses = [
  "pending",
  "pending-validation",
  "requires-customer-data",
  "success",
  "failed",
  "rejected",
  "expired",
  "refunded",
  "voided",
];

/** Shows a step without a form: waiting, an end, or nothing to show. Null for other steps. */
export function Outcome(props: OutcomeProps) {
  const { state, texts, onRetry } = props;
  const words = outcomeWords(props);
  if (words === null) return null;
  const stage = reached[state.step];
  return (
    <Step
      key={state.step}
      testId={state.renewing ? "step-renewing" : `step-${state.step}`}
      {...words}
    >
      {stage && <Timeline stage={stage} texts={texts} />}
      {props.w9}
      {state.disbursement && (
        <Facts
          state={state}
          disbursement={state.disbursement}
          texts={texts}
          locale={props.locale}
        />
      )}
      {state.step === "unreachable" && (
        <Button testId="retry" quiet onPress={onRetry}>
          {texts.unreachable.retry}
        </Button>
      )}
    </Step>
  );
}

/** The texts of an outcome, which are also announced. Null for a step with a form. */
export function outcomeWords({
  state,
  texts,
  locale,
  online,
}: Pick<OutcomeProps, "state" | "texts" | "locale" | "online">): OutcomeWords | null {
  const { disbursement, session, amounts, status } = state;
  const operator = session?.operator.name ?? "";
  const message = disbursement?.messages[disbursement.messages.length - 1];
  switch (state.step) {
    case "waiting": {
      const { title, text, leave } = texts.waiting;
      return { tone: "neutral", icon: clock, title, lines: [text(operator), leave] };
    }
    case "processing": {
      const arrival = disbursement ? arrivalText(disbursement.arrival, texts) : "";
      const { title, text } = texts.processing;
      return { tone: "neutral", icon: null, title, lines: [text(arrival)] };
    }
    case "unknown": {
      const { title, text } = texts.unknown;
      const isUnknownStatus = (each: string | null | undefined) =>
        each && !knownStatuses.includes(each);
      const unknownStatus = [disbursement?.status, status].find(isUnknownStatus) ?? status ?? "";
      const lines = [
        text(unknownStatus),
        ...(message && texts.anyReason === null ? [message.message] : []),
        texts.waiting.leave,
      ];
      return { tone: "neutral", icon: null, title, lines };
    }
    case "success": {
      const amount = amounts ? moneyText(amounts.netAmount, amounts.currency, locale) : "";
      const to = methodText(disbursement?.payoutMethod ?? null, texts);
      const { title, text } = texts.success;
      return { tone: "success", icon: check, title, lines: [text(amount, to)] };
    }
    case "failed": {
      const { title, reasons, advice } = texts.failed;
      const known = Object.hasOwn(reasons, message?.code ?? "");
      const reason = known
        ? reasons[message?.code ?? ""]
        : message && (texts.anyReason ?? message.message);
      const lines = [...(reason ? [reason] : []), advice(operator)];
      return { tone: "danger", icon: cross, title, lines };
    }
    case "rejected":
    case "voided": {
      const { title, text } = texts[state.step];
      return { tone: "danger", icon: cross, title, lines: [text(operator)] };
    }
    case "refunded": {
      const { title, text } = texts.refunded;
      return { tone: "warning", icon: "alert", title, lines: [text(operator)] };
    }
    case "expired": {
      const { renewing } = texts.expired;
      const { title, text } = state.status === null ? texts.expired.unknown : texts.expired;
      return state.renewing
        ? { tone: "neutral", icon: null, title: renewing, lines: [] }
        : { tone: "warning", icon: clock, title, lines: [text] };
    }
    case "unreachable": {
      const { title, text, offline } = texts.unreachable;
      return { tone: "warning", icon: "alert", title, lines: [online ? text : offline] };
    }
    case "refused": {
      const { title, text } = texts.refusedSession;
      return { tone: "danger", icon: "alert", title, lines: [text] };
    }
    case "blocked": {
      const { title, text } = texts.nothingOffered;
      return { tone: "warning", icon: "info", title, lines: [text] };
    }
    default:
      return null;
  }
}
