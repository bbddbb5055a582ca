import { useLayoutEffect, useState } from "preact/hooks";
import { digitsOf } from "../../../fields/digits.ts";
import type { FieldReading } from "../../../fields/field-reading.ts";
import { securityCodeProblem } from "../../../fields/security-code.ts";
import { useShownProblem } from "../../../fields/use-shown-problem.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import type { Texts } from "../../../i18n/texts.ts";
import { Field } from "../../../ui/field.tsx";

interface SavedCvcProps {
  /** The method's id, which is unique in the document. */
  readonly id: string;
  readonly brand: string;
  readonly texts: SavedMethodTexts["cvc"];
  /** The card form's error texts. */
  readonly problems: Texts["problem"];
  /** How often the service refused the code. The error disappears when the customer types again. */
  readonly refusals: number;
  /** The form was submitted, so a missing code is an error now. */
  readonly isSubmitted: boolean;
  readonly onReading: (reading: FieldReading<string>) => void;
}

/** The security code of a saved card. Each payment asks for it, because PCI DSS forbids storing it. */
export function SavedCvc(props: SavedCvcProps) {
  const { id, brand, texts, problems, refusals, isSubmitted, onReading } = props;
  const digits = brand === "american-express" ? 4 : 3;
  const [text, setText] = useState("");
  const [edited, setEdited] = useState(false);
  const problem = securityCodeProblem(text, digits);
  const { shown, typed, left } = useShownProblem(problem, { isSubmitted, empty: text === "" });
  // Before paint, so that a submit right after the last digit sees the whole code.
  useLayoutEffect(
    () => onReading({ value: problem ? null : text, blocks: problem !== null }),
    [text, digits],
  );
  useLayoutEffect(() => setEdited(false), [refusals]);
  const isRefused = refusals > 0 && !edited;
  const fieldProblem = shown ?? (isRefused ? ({ code: "cvc_wrong" } as const) : null);
  const take = (input: HTMLInputElement) => {
    const value = digitsOf(input.value).slice(0, digits);
    // The browser owns the input: write to it only when it differs.
    if (input.value !== value) input.value = value;
    typed();
    setEdited(true);
    setText(value);
  };
  return (
    <Field
      name={`cvc-${id}`}
      label={texts.label}
      hint={texts.hint(digits)}
      error={fieldProblem === null ? undefined : problems[fieldProblem.code](fieldProblem)}
      digits
      input={{
        inputMode: "numeric",
        autoComplete: "cc-csc",
        enterKeyHint: "done",
        spellcheck: false,
        onInput({ isComposing = false, currentTarget }) {
          if (!isComposing) take(currentTarget);
        },
        onCompositionEnd: ({ currentTarget }) => take(currentTarget),
        onBlur: left,
      }}
    />
  );
}
