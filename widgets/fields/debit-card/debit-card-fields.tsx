import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { brandOf } from "#contract/card-brand";
import type { Texts } from "../../i18n/texts.ts";
import { Field } from "../../ui/field.tsx";
import { BrandMark } from "../brand-mark.tsx";
import { BrandSprite } from "../brand-marks.tsx";
import { cardNumberProblem, formatCardNumber } from "../card-number.ts";
import { digitsOf } from "../digits.ts";
import { editExpiry, expiryProblem, parseExpiry } from "../expiry.ts";
import type { FieldProblem } from "../field-problem.ts";
import type { FieldReading } from "../field-reading.ts";
import { GroupedField } from "../grouped-field.tsx";
import { holderNameProblem } from "../holder.ts";
import { useShownProblem } from "../use-shown-problem.ts";

/** A debit card that receives money: nothing is charged, so there is no security code. */
export interface DebitCardEntry {
  /** 12 to 19 digits. */
  readonly number: string;
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
  readonly holderName: string;
}

interface DebitCardFieldsProps {
  /** The card form's texts. */
  readonly texts: Texts;
  /** Shown below the number: it must be a debit card. */
  readonly hint: string;
  readonly isSubmitted: boolean;
  readonly nowMs: () => number;
  readonly onReading: (reading: FieldReading<DebitCardEntry>) => void;
}

/** Fields of a debit card, with the rules of the payment's card form. */
export function DebitCardFields({
  texts,
  hint,
  isSubmitted,
  nowMs,
  onReading,
}: DebitCardFieldsProps) {
  const [number, setNumber] = useState("");
  const [expiry, setExpiry] = useState("");
  const [holder, setHolder] = useState("");
  const before = useRef("");
  const numberProblem = cardNumberProblem(number);
  const endProblem = expiryProblem(expiry, nowMs());
  const holderProblem = holderNameProblem(holder);
  const state = (text: string) => ({ isSubmitted, empty: text.trim() === "" });
  const numberShown = useShownProblem(numberProblem, state(number));
  const endShown = useShownProblem(endProblem, state(expiry));
  const holderShown = useShownProblem(holderProblem, state(holder));
  const words = (problem: FieldProblem | null) =>
    problem === null ? undefined : texts.problem[problem.code](problem);

  const ends = parseExpiry(expiry);
  const isValid = !numberProblem && !endProblem && !holderProblem;
  const value: DebitCardEntry | null =
    isValid && ends
      ? { number, expiryMonth: ends.month, expiryYear: ends.year, holderName: holder.trim() }
      : null;
  // Before paint, so that a submit right after the last key sees it.
  useLayoutEffect(
    () => onReading({ value, blocks: value === null }),
    [isValid, number, expiry, holder],
  );

  const { fields } = texts;
  const takeExpiry = (field: HTMLInputElement, kind: string) => {
    const caret = field.selectionStart ?? field.value.length;
    const edited = editExpiry({ text: field.value, caret, kind, before: before.current });
    if (edited.text !== field.value) {
      field.value = edited.text;
      if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
    }
    before.current = edited.text;
    endShown.typed();
    setExpiry(edited.text);
  };

  return (
    <div class="payout-fields">
      <BrandSprite />
      <GroupedField
        name="number"
        label={fields.number}
        hint={hint}
        error={words(numberShown.shown)}
        clean={(text) => digitsOf(text).slice(0, 19)}
        layOut={formatCardNumber}
        input={{ autocomplete: "cc-number" }}
        mark={
          <span class="field-mark">
            <BrandMark name={brandOf(number).name ?? "none"} />
          </span>
        }
        onValue={(digits) => {
          numberShown.typed();
          setNumber(digits);
        }}
        onLeave={numberShown.left}
      />
      <Field
        name="expiry"
        label={fields.expiry}
        error={words(endShown.shown)}
        digits
        input={{
          inputMode: "numeric",
          autocomplete: "cc-exp",
          enterKeyHint: "next",
          placeholder: fields.expiryHint,
          spellcheck: false,
          onInput: ({ inputType = "", isComposing = false, currentTarget }) => {
            if (!isComposing) takeExpiry(currentTarget, inputType);
          },
          onCompositionEnd: ({ currentTarget }) => takeExpiry(currentTarget, ""),
          onBlur: endShown.left,
        }}
      />
      <Field
        name="name"
        label={fields.name}
        error={words(holderShown.shown)}
        input={{
          dir: "auto",
          autocomplete: "cc-name",
          autoCapitalize: "words",
          enterKeyHint: "done",
          spellcheck: false,
          onInput: (event) => {
            holderShown.typed();
            setHolder(event.currentTarget.value);
          },
          onBlur: holderShown.left,
        }}
      />
    </div>
  );
}
