import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import type { ReadDisbursementSession } from "../client/disbursement-responses.ts";
import type { DisbursementTexts } from "../i18n/disbursement-texts.ts";
import { Step } from "../ui/step.tsx";
import type { DisbursementFlow } from "./disbursement-flow.ts";
import type { DisbursementStep } from "./machine/state.ts";
import type { MethodForm } from "./methods/method-form.ts";
import { MethodStep } from "./methods/method-step.tsx";
import type { KnownType } from "./offered-methods.ts";
import { type RequirementParts, RequirementSlot } from "./requirement-slot.tsx";
import { DisbursementView } from "./view/disbursement-view.tsx";
import { W9Needed } from "./view/w9-needed.tsx";

interface DisbursementAppProps {
  readonly flow: DisbursementFlow;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  /** Returns the service's time. */
  readonly nowMs: () => number;
  readonly loadRequirement: () => Promise<RequirementParts>;
  readonly loadForm: (type: KnownType) => Promise<MethodForm>;
  /** Resolves with true if the method is gone. */
  readonly removeSaved: (savedPayoutMethodId: string) => Promise<boolean>;
}

const settled: readonly DisbursementStep[] = [
  "waiting",
  "processing",
  "unknown",
  "success",
  "failed",
  "rejected",
  "refunded",
  "voided",
];

export function DisbursementApp(props: DisbursementAppProps) {
  const { flow, texts, locale, nowMs, loadRequirement, loadForm, removeSaved } = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const end = flow.subscribe(() => redraw(undefined));
    redraw(undefined);
    const wake = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine && document.visibilityState === "visible") flow.send({ type: "woken" });
    };
    addEventListener("online", wake);
    addEventListener("offline", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      end();
      removeEventListener("online", wake);
      removeEventListener("offline", wake);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [flow]);

  const state = flow.state();
  const { step, session, requirement } = state;
  // The payout methods stay in the document, hidden, until the service has the payout.
  const offered = useRef<ReadDisbursementSession | null>(null);
  if (step === "method" && session) offered.current = session;
  if (settled.includes(step)) offered.current = null;

  const onDone = () => flow.send({ type: "requirementMet" });
  const slot = { texts, locale, nowMs, load: loadRequirement, onDone };
  const { title, text } = texts.blocked;
  const fallback = (
    <Step testId="step-blocked" tone="warning" icon="info" title={title} lines={[text]} />
  );
  const w9 = session?.requirements.find(({ type }) => type === "w9");

  return (
    <DisbursementView
      state={state}
      texts={texts}
      locale={locale}
      online={online}
      onRetry={() => flow.send({ type: "retry" })}
      onChange={() => flow.send({ type: "changeMethod" })}
      onConfirm={() => flow.send({ type: "confirm" })}
      requirement={
        requirement && (
          <div class="payout-step">
            <RequirementSlot
              key={state.requirementsShown}
              requirement={requirement}
              fallback={fallback}
              {...slot}
            />
            {requirement.type === "w9" && (
              <button
                type="button"
                class="link personal-other-way"
                data-testid="w9-later"
                onClick={() => flow.send({ type: "w9Deferred" })}
              >
                {texts.w9Later}
              </button>
            )}
          </div>
        )
      }
      method={
        offered.current && (
          <MethodStep
            session={offered.current}
            active={step === "method"}
            problem={state.problem}
            texts={texts}
            locale={locale}
            nowMs={nowMs}
            loadForm={loadForm}
            removeSaved={removeSaved}
            onChosen={(choice) => flow.send({ type: "methodChosen", choice })}
          />
        )
      }
      w9={
        step === "waiting" &&
        w9 && (
          <W9Needed texts={texts}>
            <RequirementSlot requirement={w9} fallback={null} {...slot} />
          </W9Needed>
        )
      }
    />
  );
}
