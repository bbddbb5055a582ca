import type { ComponentChild } from "preact";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { progressOf } from "../machine/progress.ts";
import type { DisbursementState } from "../machine/state.ts";
import { Head } from "./head.tsx";
import { noticeWords } from "./notice-words.ts";
import { Outcome, outcomeWords } from "./outcome.tsx";
import { Review } from "./review.tsx";
import { YearNotice } from "./year-notice.tsx";

/** The first screen, the running widget and the gallery pass the same properties. */
export interface DisbursementViewProps {
  readonly state: DisbursementState;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  readonly online: boolean;
  readonly onRetry: () => void;
  readonly onChange: () => void;
  readonly onConfirm: () => void;
  readonly requirement?: ComponentChild;
  /** Stays in the document, hidden, once shown. */
  readonly method?: ComponentChild;
  /** The tax form that the approval waits for. */
  readonly w9?: ComponentChild;
}

export function DisbursementView(props: DisbursementViewProps) {
  const { state, texts, locale, online, requirement, method, w9 } = props;
  const { step, session } = state;
  const progress = progressOf(state);
  const isAsking = step === "requirement" || step === "method";
  const outcome = outcomeWords(props);
  return (
    <main class="payout" data-testid="payout" data-step={step} data-status={state.status}>
      {outcome === null && (
        <Head state={state} texts={texts} locale={locale} hasStep={step !== "loading"} />
      )}
      {progress && (
        <ProgressBar
          steps={progress.steps.map((id) => ({ id, name: stepName(id, texts) }))}
          current={progress.current}
          words={texts.progress}
        />
      )}
      {isAsking && session && (
        <YearNotice notice={session.yearToDate} texts={texts} locale={locale} />
      )}
      {step === "loading" && <Loading />}
      {step === "requirement" && requirement}
      {method}
      {(step === "review" || step === "sending") && (
        <Review
          state={state}
          texts={texts}
          locale={locale}
          onChange={props.onChange}
          onConfirm={props.onConfirm}
        />
      )}
      <Outcome
        state={state}
        texts={texts}
        locale={locale}
        online={online}
        w9={w9}
        onRetry={props.onRetry}
      />
      <LiveRegion message={spoken(props, outcome?.title)} />
    </main>
  );
}

function stepName(id: string, { progress: { names } }: DisbursementTexts): string {
  return Object.hasOwn(names, id) ? names[id as keyof typeof names] : names.other;
}

/** The announcement for screen readers. */
function spoken({ state, texts, locale }: DisbursementViewProps, title: string | undefined) {
  if (title !== undefined) return title;
  if (state.step === "sending") {
    return state.polls > 0 ? texts.review.checking : texts.review.sending;
  }
  const notice = state.step === "review" ? noticeWords(state, texts, locale) : null;
  return notice ? [notice.title, ...notice.lines].join(" ") : "";
}

/** Keeps space for what is loading. */
function Loading() {
  return (
    <div class="payout-loading" aria-hidden="true" data-holds-place>
      <span class="skeleton" />
      <span class="skeleton" />
      <span class="skeleton" />
    </div>
  );
}
