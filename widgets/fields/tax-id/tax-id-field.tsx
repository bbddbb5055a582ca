import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { formatTin, readTin, type TinBox } from "#contract/tin";
import type { W9Texts } from "../../i18n/w9-texts.ts";
import { controlAttributes, FieldFrame, type FieldWords } from "../../ui/field-frame.tsx";
import { digitsOf } from "../digits.ts";
import { reformatDigits } from "../edit.ts";
import type { PersonalFieldProps } from "../field-reading.ts";
import { useShownProblem } from "../use-shown-problem.ts";

interface TaxIdFieldProps extends PersonalFieldProps<string, W9Texts> {
  /** A person's number (SSN, ITIN) or an employer's (EIN). */
  readonly box: TinBox;
  /** The service's refusal of the number; shown until it changes. */
  readonly refused?: string | undefined;
}

/** Nine digits, with dashes added. Never offered to password managers or autofill, and never stored in a draft. */
export function TaxIdField({
  name,
  texts,
  box,
  isSubmitted = false,
  refused,
  onReading,
}: TaxIdFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [refusedText, setRefusedText] = useState<string | null>(null);
  const before = useRef("");

  const reading = readTin(typed, box);
  const {
    shown,
    left,
    typed: changed,
  } = useShownProblem(reading.problem, {
    isSubmitted,
    empty: reading.problem === "empty",
  });
  const value = reading.tin;
  useLayoutEffect(() => onReading({ value, blocks: value === null }), [value]);
  useLayoutEffect(() => setRefusedText(refused === undefined ? null : typed), [refused]);
  // The other box has its dashes in other places.
  useLayoutEffect(() => {
    const field = input.current;
    if (field === null || field.value === "") return;
    field.value = formatTin(digitsOf(field.value), box);
    before.current = field.value;
  }, [box]);

  const take = (field: HTMLInputElement, kind: string) => {
    const caret = field.selectionStart ?? field.value.length;
    const edit = { text: field.value, caret, kind, before: before.current };
    const edited = reformatDigits(edit, (digits) => formatTin(digits, box));
    if (edited.text !== field.value) {
      field.value = edited.text;
      if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
    }
    before.current = edited.text;
    changed();
    setTyped(edited.text);
  };

  const isRefused = refused !== undefined && refusedText === typed;
  const words: FieldWords = {
    name,
    label: texts.tin.label[box],
    hint: texts.tin.hint[box],
    note: reading.warning === null ? undefined : texts.tin.unknownPrefix,
    error: isRefused ? refused : shown === null ? undefined : texts.tin.problem[shown](box),
  };
  return (
    <FieldFrame {...words}>
      <input
        {...controlAttributes(words)}
        ref={input}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        autoCorrect="off"
        spellcheck={false}
        enterKeyHint="next"
        maxLength={20}
        data-digits=""
        data-1p-ignore=""
        data-lpignore="true"
        onInput={(event) => {
          const { inputType = "", isComposing = false } = event;
          if (!isComposing) take(event.currentTarget, inputType);
        }}
        onCompositionEnd={(event) => take(event.currentTarget, "")}
        onBlur={left}
      />
    </FieldFrame>
  );
}
