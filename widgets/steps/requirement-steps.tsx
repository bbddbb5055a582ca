import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { AwaitedHeading } from "../ui/heading-level.tsx";
import { Notice } from "../ui/notice.tsx";
import { Placeholder } from "../ui/placeholder.tsx";
import { hasStep, RequirementStep } from "./requirement-step.tsx";
import type { ReadRequirement, StepsApi } from "./steps-api.ts";

interface RequirementStepsProps {
  readonly api: StepsApi;
  readonly texts: PersonalTexts;
  readonly locale: string;
  readonly nowMs: () => number;
  /** No requirement blocks now, or the client secret has expired: load the session. */
  readonly onDone: () => void;
  /** Shown in place of a step that this version does not have. */
  readonly children: ComponentChildren;
}

/**
 * Shows one step after another until no requirement blocks. The service decides whether a step met its requirement and
 * what comes next.
 */
export function RequirementSteps({
  api,
  texts,
  locale,
  nowMs,
  onDone,
  children,
}: RequirementStepsProps) {
  /**
   * `round`: the number of the request that returned the requirement. A step that is returned again starts empty; until
   * then, typed data stays.
   */
  const [shown, setShown] = useState<{ requirement: ReadRequirement; round: number } | null>(null);
  /** Number of requests. */
  const [round, setRound] = useState(0);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    let isGone = false;
    void api.requirements().then((result) => {
      if (isGone) return;
      if (!result.ok && result.failure.code === "client_secret_expired") return onDone();
      setLost(!result.ok);
      if (!result.ok) return;
      const next = result.value.requirements.find(({ blocks }) => blocks === "submission");
      if (next === undefined) onDone();
      else setShown({ requirement: next, round });
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
  if (shown === null) return <Placeholder testId="steps-loading" title={texts.steps.next} />;
  if (!hasStep(shown.requirement)) return <>{children}</>;
  return (
    <RequirementStep
      key={shown.round}
      requirement={shown.requirement}
      api={api}
      texts={texts}
      locale={locale}
      nowMs={nowMs}
      onDone={() => setRound(round + 1)}
      onExpired={onDone}
    />
  );
}
