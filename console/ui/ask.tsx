import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import { texts } from "../i18n/current-texts.ts";
import { place } from "../router/place.ts";
import { Dialog } from "./dialog.tsx";

interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly danger?: boolean;
  readonly answer: (yes: boolean) => void;
}

const question = signal<Question | null>(null);

/** Asks for confirmation of an irreversible action. Resolves to the answer. */
export function ask(options: Omit<Question, "answer">): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((resolve) => {
    question.value = {
      ...options,
      answer: (yes) => {
        question.value = null;
        resolve(yes);
      },
    };
  });
}

/** Renders the question of {@link ask}. The app renders it once. Another page answers no: it shows something else. */
export function Asking() {
  const { path } = place.value;
  useEffect(() => () => question.peek()?.answer(false), [path]);
  const current = question.value;
  if (!current) return null;
  return (
    <Dialog title={current.title} testId="ask" onClose={() => current.answer(false)}>
      <p class="dialog-text">{current.text}</p>
      <div class="dialog-actions" data-danger={current.danger ? "" : undefined}>
        <Button quiet testId="ask-no" onPress={() => current.answer(false)}>
          {texts.value.cancel}
        </Button>
        <Button testId="ask-yes" onPress={() => current.answer(true)}>
          {current.yes}
        </Button>
      </div>
    </Dialog>
  );
}
