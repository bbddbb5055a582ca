import { signal } from "@preact/signals";
import { Button } from "../../widgets/ui/button.tsx";
import { texts } from "../i18n/current-texts.ts";
import { Dialog } from "./dialog.tsx";

interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly danger?: boolean;
  readonly answer: (yes: boolean) => void;
}

const question = signal<Question | null>(null);

/** Asks for confirmation of an irreversible action; resolves to the answer. */
export function ask(asked: Omit<Question, "answer">): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((resolve) => {
    question.value = {
      ...asked,
      answer: (yes) => {
        question.value = null;
        resolve(yes);
      },
    };
  });
}

/** Renders the question of {@link ask}. Render it once in the app. */
export function Asking() {
  const asked = question.value;
  if (!asked) return null;
  return (
    <Dialog title={asked.title} testId="ask" onClose={() => asked.answer(false)}>
      <p class="dialog-text">{asked.text}</p>
      <div class="dialog-actions" data-danger={asked.danger ? "" : undefined}>
        <Button quiet testId="ask-no" onPress={() => asked.answer(false)}>
          {texts.value.cancel}
        </Button>
        <Button testId="ask-yes" onPress={() => asked.answer(true)}>
          {asked.yes}
        </Button>
      </div>
    </Dialog>
  );
}
