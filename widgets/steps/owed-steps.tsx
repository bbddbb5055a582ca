import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { AwaitedHeading } from "../ui/heading-level.tsx";
import { Notice } from "../ui/notice.tsx";
import { Placeholder } from "../ui/placeholder.tsx";
import { hasStep, RequirementStep } from "./requirement-step.tsx";
import type { OwedStep, StepsApi } from "./steps-api.ts";

interface OwedStepsProps {
  readonly api: StepsApi;
  readonly texts: PersonalTexts;
  readonly locale: string;
  readonly nowMs: () => number;
  /** Nothing that blocks is owed any more. */
  readonly onDone: () => void;
  /** Instead of a step that this version does not have. */
  readonly children: ComponentChildren;
}

/**
 * One step after the other until nothing is owed that blocks. What is owed is asked of the service
 * each time: it decides what comes next, and whether the last step has really met its requirement.
 */
export function OwedSteps({ api, texts, locale, nowMs, onDone, children }: OwedStepsProps) {
  const [owed, setOwed] = useState<OwedStep | null>(null);
  /** How often it was asked; a step that comes again is drawn anew. */
  const [round, setRound] = useState(0);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    let isGone = false;
    void api.owed().then((answer) => {
      if (isGone) return;
      setLost(!answer.ok);
      if (!answer.ok) return;
      const next = answer.value.requirements.find(({ blocks }) => blocks === "submission");
      if (next === undefined) onDone();
      else setOwed(next);
    });
    return () => {
      isGone = true;
    };
  }, [round]);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(() => setRound(round + 1), 5_000);
    return () => clearTimeout(timer);
  }, [lost, round]);

  if (lost) {
    return (
      <>
        <AwaitedHeading title={texts.steps.next} />
        <Notice testId="steps-lost" tone="warning" title={texts.steps.lost} lines={[]} />
      </>
    );
  }
  if (owed === null) return <Placeholder testId="steps-loading" title={texts.steps.next} />;
  if (!hasStep(owed)) return <>{children}</>;
  return (
    <RequirementStep
      key={round}
      owed={owed}
      api={api}
      texts={texts}
      locale={locale}
      nowMs={nowMs}
      onDone={() => setRound(round + 1)}
    />
  );
}
