import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { useRef } from "preact/hooks";
import { controlAttributes, FieldFrame, type FieldWords } from "../ui/field-frame.tsx";
import type { Edit, Edited } from "./edit.ts";

interface GroupedFieldProps extends FieldWords {
  /** Keeps the value's characters; removes spaces. */
  readonly clean: (text: string) => string;
  /** Adds spaces for display and changes nothing else. */
  readonly layOut: (value: string) => string;
  readonly input?: InputHTMLAttributes;
  readonly mark?: ComponentChildren;
  readonly onValue: (value: string) => void;
  readonly onLeave: () => void;
}

/**
 * An identifier in groups, which are easy to compare with a printed document. The browser owns the input, which accepts
 * any form. The script writes the value only if the grouped text differs, and keeps the caret.
 */
export function GroupedField(props: GroupedFieldProps) {
  const { clean, layOut, input, mark, onValue, onLeave, ...words } = props;
  const before = useRef("");
  const take = (field: HTMLInputElement, kind: string) => {
    const text = field.value;
    const caret = field.selectionStart ?? text.length;
    const edited = regroup({ text, caret, kind, before: before.current }, clean, layOut);
    if (edited.text !== text) {
      field.value = edited.text;
      if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
    }
    before.current = edited.text;
    onValue(clean(edited.text));
  };
  return (
    <FieldFrame {...words}>
      <input
        type="text"
        inputMode="numeric"
        autocomplete="off"
        enterKeyHint="next"
        spellcheck={false}
        {...input}
        {...controlAttributes(words)}
        data-digits=""
        data-marked={mark ? "" : undefined}
        onInput={(event) => {
          const { inputType = "", isComposing = false } = event;
          if (!isComposing) take(event.currentTarget, inputType);
        }}
        onCompositionEnd={(event) => take(event.currentTarget, "")}
        onBlur={onLeave}
      />
      {mark}
    </FieldFrame>
  );
}

/**
 * Keeps the caret after the same character. Deleting a space also deletes the character beside it; otherwise Backspace
 * over a space would do nothing.
 */
export function regroup(
  edit: Edit,
  clean: GroupedFieldProps["clean"],
  layOut: GroupedFieldProps["layOut"],
): Edited {
  let value = clean(edit.text);
  let beforeCaret = clean(edit.text.slice(0, edit.caret)).length;
  if (edit.text !== edit.before && value === clean(edit.before)) {
    if (edit.kind === "deleteContentBackward" && beforeCaret > 0) {
      value = value.slice(0, beforeCaret - 1) + value.slice(beforeCaret);
      beforeCaret -= 1;
    } else if (edit.kind === "deleteContentForward") {
      value = value.slice(0, beforeCaret) + value.slice(beforeCaret + 1);
    }
  }
  const text = layOut(value);
  let caret = 0;
  for (let seen = 0; caret < text.length && seen < beforeCaret; caret++) {
    if (text[caret] !== " ") seen += 1;
  }
  return { text, caret };
}

/** Adds a space after every `size` characters, except at the end. */
export function inGroups(value: string, size: number): string {
  return value.replace(new RegExp(`(.{${size}})(?=.)`, "g"), "$1 ");
}
