import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface RemoveSavedProps {
  readonly id: string;
  /** The method's name. */
  readonly name: string;
  readonly texts: SavedMethodTexts["remove"];
  /** Resolves with whether the service deleted it. */
  readonly remove: () => Promise<boolean>;
  /** The method is gone: take it from the list. */
  readonly onRemoved: () => void;
}

const bin = "M4 5.8h12M8 5.5V3.6h4v1.9M5.6 5.8l.7 10.6h7.4l.7-10.6M8.6 8.8v4.8M11.4 8.8v4.8";

/**
 * Removes a saved method after one question: nothing can undo it. Two elements in the option's grid: the button at its
 * end and the question below. The focus moves to the question; then back to the button if the customer keeps the
 * method, or to the next option.
 */
export function RemoveSaved({ id, name, texts, remove, onRemoved }: RemoveSavedProps) {
  const [step, setStep] = useState<"idle" | "asking" | "busy" | "failed">("idle");
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLParagraphElement>(null);
  const isOpen = step !== "idle";
  useLayoutEffect(() => {
    if (isOpen) question.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const keep = () => {
    setStep("idle");
    button.current?.focus({ preventScroll: true });
  };
  const erase = async () => {
    setStep("busy");
    const next = nextPlace(button.current);
    if (!(await remove())) return setStep("failed");
    onRemoved();
    next?.focus({ preventScroll: true });
  };
  const titleId = `remove-${id}-title`;
  return (
    <>
      <button
        ref={button}
        type="button"
        class="saved-remove"
        data-testid={`remove-${id}`}
        aria-label={texts.label(name)}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? step !== "busy" && keep() : setStep("asking"))}
      >
        <Icon name={bin} sizePx={18} />
      </button>
      {isOpen && (
        <section
          class="saved-question"
          aria-labelledby={titleId}
          data-testid="remove-question"
          onKeyDown={(event) => {
            if (event.key === "Escape" && step !== "busy") keep();
          }}
        >
          <p class="saved-question-title" id={titleId} tabIndex={-1} ref={question}>
            {texts.title(name)}
          </p>
          <p class="field-hint">{texts.text}</p>
          <div role="alert">
            {step === "failed" && (
              <p class="field-error" data-testid="remove-failed">
                <Icon name="alert" />
                <span>{texts.failed}</span>
              </p>
            )}
          </div>
          <div class="saved-question-ways">
            <Button
              testId="remove-confirm"
              quiet
              busy={step === "busy"}
              onPress={() => void erase()}
            >
              {step === "busy" ? texts.busy : texts.yes}
            </Button>
            <Button testId="remove-cancel" quiet waits={step === "busy"} onPress={keep}>
              {texts.no}
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

/** Takes the focus when this option is gone: in the next option, otherwise in the previous. */
function nextPlace(button: HTMLElement | null): HTMLElement | null {
  const option = button?.closest(".choice-option");
  // Without the card's option if the operator takes no cards: it is hidden.
  const shown = [...(option?.parentElement?.children ?? [])].filter(
    (each) => !each.hasAttribute("hidden"),
  );
  const at = option ? shown.indexOf(option) : -1;
  const neighbour = shown[at + 1] ?? shown[at - 1];
  const radio = neighbour?.querySelector("input");
  // An expired method cannot be focused, but its button can.
  return radio?.disabled ? (neighbour?.querySelector("button") ?? null) : (radio ?? null);
}
