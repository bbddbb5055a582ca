import { useLayoutEffect, useState } from "preact/hooks";
import { digitsOf } from "../../../fields/digits.ts";
import type { FieldReading } from "../../../fields/field-reading.ts";
import { securityCodeProblem } from "../../../fields/security-code.ts";
import { useShownProblem } from "../../../fields/use-shown-problem.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import type { Texts } from "../../../i18n/texts.ts";
import { Field } from "../../../ui/field.tsx";

interface SavedCvcProps {
  /** Unique in the document: the method's id */
  readonly id: string;
  readonly brand: string;
  readonly texts: SavedMethodTexts["cvc"];
  /** What is wrong, in the card form's words */
  readonly problems: Texts["problem"];
  /** How often the service found it wrong; what it said is gone as soon as it is typed anew */
  readonly refusals: number;
  /** The form was sent: that it is missing is said from now on */
  readonly asked: boolean;
  readonly onReading: (reading: FieldReading<string>) => void;
}

/** The security code of a kept card: asked for at each payment, as nobody may store it. */
export function SavedCvc(props: SavedCvcProps) {
  const { id, brand, texts, problems, refusals, asked, onReading } = props;
  const digits = brand === "american-express" ? 4 : 3;
  const [text, setText] = useState("");
  const [mended, setMended] = useState(false);
  const problem = securityCodeProblem(text, digits);
  const { shown, typed, left } = useShownProblem(problem, { asked, empty: text === "" });
  // Before paint: whoever submits right after the last digit must see it.
  useLayoutEffect(
    () => onReading({ value: problem ? null : text, blocks: problem !== null }),
    [text, digits],
  );
  useLayoutEffect(() => setMended(false), [refusals]);
  const isRefused = refusals > 0 && !mended;
  const said = shown ?? (isRefused ? ({ code: "cvc_wrong" } as const) : null);
  return (
    <Field
      name={`cvc-${id}`}
      label={texts.label}
      hint={texts.hint(digits)}
      error={said === null ? undefined : problems[said.code](said)}
      digits
      input={{
        inputMode: "numeric",
        autoComplete: "cc-csc",
        enterKeyHint: "done",
        spellcheck: false,
        onInput({ currentTarget }) {
          const value = digitsOf(currentTarget.value).slice(0, digits);
          // The input is the browser's own: written to only where it must differ.
          if (currentTarget.value !== value) currentTarget.value = value;
          typed();
          setMended(true);
          setText(value);
        },
        onBlur: left,
      }}
    />
  );
}
