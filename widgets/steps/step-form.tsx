import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { Button } from "../ui/button.tsx";
import { focusFirstWrong } from "../ui/focus-first-wrong.ts";
import { headingOf, levelIn } from "../ui/heading-level.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { Notice } from "../ui/notice.tsx";
import { useStepHeading } from "../ui/step-heading.ts";

interface StepFormProps {
  readonly testId: string;
  readonly texts: { readonly steps: Pick<PersonalTexts["steps"], "problemCount"> };
  readonly title: string;
  readonly text: string | undefined;
  /** Why the last try had no result. */
  readonly problem: string | undefined;
  readonly button: string;
  readonly busy: boolean;
  /** A field cannot be sent as it is. */
  readonly blocks: boolean;
  /** Which of several forms is shown; a press checks only the fields of that form. */
  readonly about?: string | null;
  /** False while hidden behind another step; default true. */
  readonly active?: boolean;
  readonly onSubmit: () => void;
  /** `isSubmitted`: the form was submitted, so missing fields are errors now. */
  readonly children?: (isSubmitted: boolean) => ComponentChildren;
  /** An alternative, shown below the button. */
  readonly otherWay?: ComponentChildren;
}

/**
 * A question with its button. Its heading takes the focus when it appears, but only if the frame already has it. A
 * press with wrong fields focuses the first and announces how many there are.
 */
export function StepForm(props: StepFormProps, context?: object) {
  const { testId, texts, title, text, problem, button, busy, blocks, about, onSubmit } = props;
  const { active = true } = props;
  const level = levelIn(context);
  const Heading = headingOf(level);
  const form = useRef<HTMLFormElement>(null);
  const headingRef = useStepHeading(level, active);
  const [presses, setPresses] = useState(0);
  const [pressedAbout, setPressedAbout] = useState(about);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (presses === 0) return;
    const count = focusFirstWrong(form.current);
    if (count === 0) return;
    // A screen reader skips identical text; a space makes it different.
    setSaid(texts.steps.problemCount(count) + "\u00a0".repeat(presses % 2));
  }, [presses]);

  return (
    <form
      ref={form}
      class="personal-step"
      data-testid={testId}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        if (!blocks) return onSubmit();
        setPresses(presses + 1);
        setPressedAbout(about);
      }}
    >
      <header>
        <Heading class="personal-title" tabIndex={-1} ref={headingRef}>
          {title}
        </Heading>
        {text !== undefined && <p class="personal-text">{text}</p>}
      </header>
      <div role="alert">
        {problem !== undefined && (
          <Notice testId="step-problem" tone="warning" title={problem} lines={[]} />
        )}
      </div>
      {props.children?.(presses > 0 && pressedAbout === about)}
      <Button testId="step-go-on" type="submit" busy={busy}>
        {button}
      </Button>
      {props.otherWay}
      <LiveRegion message={said} />
    </form>
  );
}
