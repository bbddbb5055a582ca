import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { controlAttributes, FieldFrame, type FieldWords } from "../../widgets/ui/field-frame.tsx";
import type { ApiFailure } from "../client/api.ts";
import { texts } from "../i18n/current-texts.ts";
import { FailureNotice } from "./failure-notice.tsx";

interface FormProps {
  readonly failure?: ApiFailure | undefined;
  /** The form has a CodeField that gets the failure too and shows a wrong code. */
  readonly hasCode?: boolean;
  /** Receives the values by field name, as typed. */
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
  readonly children: ComponentChildren;
  readonly testId: string;
}

/** A form that a script sends. A refusal is shown above it and gets the focus. */
export function Form({ failure, hasCode = false, onSubmit, children, testId }: FormProps) {
  const head = useRef<HTMLDivElement>(null);
  const shown = hasCode && isWrongCode(failure) ? undefined : failure;
  // A later render may pass the same refusal as another object. It must not take the focus from a field.
  useEffect(() => {
    if (shown) head.current?.focus();
  }, [shown?.code, shown?.requestId]);
  return (
    <form
      class="form"
      noValidate
      data-testid={testId}
      onSubmit={(event) => {
        event.preventDefault();
        // A half-typed date or number reads as empty. The browser says so at the field.
        const half = [...event.currentTarget.querySelectorAll("input")].find(
          ({ validity }) => validity.badInput,
        );
        if (half) return void half.reportValidity();
        const values = new FormData(event.currentTarget);
        onSubmit(Object.fromEntries([...values].map(([name, value]) => [name, String(value)])));
      }}
    >
      <div ref={head} tabIndex={-1} class="form-head">
        {shown && <FailureNotice failure={shown} />}
      </div>
      {children}
    </form>
  );
}

interface PasswordFieldProps extends FieldWords {
  readonly autocomplete: "current-password" | "new-password";
  readonly autofocus?: boolean;
}

/** A password field. It can be made visible, because long passwords are hard to type blind. */
export function PasswordField({ autocomplete, autofocus, ...words }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...words}>
      <input
        {...controlAttributes(words)}
        // Preact's types have no input that can be both.
        type={(isShown ? "text" : "password") as "password"}
        autocomplete={autocomplete}
        autofocus={autofocus}
        autocapitalize="off"
        spellcheck={false}
        maxLength={256}
        data-marked=""
      />
      <button
        type="button"
        class="field-inside text-button"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? texts.value.hide : texts.value.show}
      </button>
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldWords {
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
}

export function SelectField({ options, value, onChange, isDisabled, ...words }: SelectFieldProps) {
  return (
    <FieldFrame {...words}>
      <select
        {...controlAttributes(words)}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((option) => (
          <option value={option.value} key={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Whether the code was mistyped, used before, or too old. */
export function isWrongCode(failure: ApiFailure | undefined): boolean {
  return failure?.code === "second_factor_failed";
}

/** The refusal's message for a field, by the beginning of its path. */
export function fieldFailure(failure: ApiFailure | undefined, path: string): string | undefined {
  return failure?.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`))
    ?.message;
}
