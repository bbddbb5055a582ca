import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PersonalTexts } from "../../i18n/personal-texts.ts";
import { controlAttributes, FieldFrame, type FieldWords } from "../../ui/field-frame.tsx";
import type { PersonalFieldProps } from "../field-reading.ts";
import { readDateOfBirth } from "./date-of-birth-rules.ts";
import { dateOrderOf, parseDate, parseIsoDate, writeDate } from "./date-text.ts";
import { editDate } from "./edit-date.ts";

interface DateOfBirthFieldProps extends PersonalFieldProps<string, PersonalTexts> {
  /** The date that the service has, such as `1985-04-23`. */
  readonly initial?: string;
  /** The reader's full tag (`en-GB`) decides whether the day or the month comes first. */
  readonly locale?: string;
  readonly nowMs: () => number;
  readonly minimumAgeYears?: number;
}

/** One text field; its value is `1985-04-23`. Formats while typing, checks when left. */
export function DateOfBirthField(props: DateOfBirthFieldProps) {
  const {
    name,
    texts,
    required = true,
    isSubmitted = false,
    initial = "",
    nowMs,
    onReading,
  } = props;
  const locale = props.locale ?? texts.language;
  const order = useMemo(() => dateOrderOf(locale), [locale]);
  const input = useRef<HTMLInputElement>(null);
  const first = useMemo(() => {
    const known = parseIsoDate(initial);
    return known === null ? "" : writeDate(known, order);
  }, []);
  const [text, setText] = useState(first);
  const before = useRef(first);
  const [left, setLeft] = useState(false);

  const { minimumAgeYears } = props;
  const reading = readDateOfBirth(text, { order, locale, nowMs: nowMs(), minimumAgeYears });
  const empty = text.trim() === "";
  const value = reading.date;
  const blocks = empty ? required : value === null;
  useLayoutEffect(() => onReading({ value, blocks }), [value, blocks]);

  const write = (written: string, caret?: number) => {
    const field = input.current;
    if (field !== null && field.value !== written) {
      field.value = written;
      if (caret !== undefined && document.activeElement === field) {
        field.setSelectionRange(caret, caret);
      }
    }
    before.current = written;
    setText(written);
  };

  const take = (kind: string) => {
    const field = input.current;
    if (field === null) return;
    const caret = field.selectionStart ?? field.value.length;
    const edit = { text: field.value, caret, kind, before: before.current };
    const edited = editDate(edit, order, locale);
    if (edited.text.trim() === "") setLeft(false);
    write(edited.text, edited.caret);
  };

  const onBlur = () => {
    const typed = input.current?.value ?? "";
    const date = parseDate(typed, order, locale);
    write(date === null ? typed : writeDate(date, order));
    setLeft(typed.trim() !== "");
  };

  let error: string | undefined;
  if (empty) error = isSubmitted && required ? texts.dateOfBirth.empty : undefined;
  else if (reading.problem && (left || isSubmitted))
    error = texts.dateOfBirth.problem[reading.problem];
  const words: FieldWords = {
    name,
    label: texts.dateOfBirth.label,
    optional: required ? undefined : texts.optional,
    hint: texts.dateOfBirth.hint[order],
    error,
  };
  return (
    <FieldFrame {...words}>
      <input
        {...controlAttributes(words)}
        ref={input}
        type="text"
        inputMode="numeric"
        autocomplete="bday"
        maxLength={40}
        data-digits=""
        defaultValue={first}
        onInput={({ inputType = "", isComposing = false }) => {
          if (!isComposing) take(inputType);
        }}
        onCompositionEnd={() => take("")}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}
