import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { controlAttributes, FieldFrame, type FieldWords } from "../../widgets/ui/field-frame.tsx";
import type { ApiFailure } from "../client/api.ts";
import { texts } from "../i18n/current-texts.ts";
import { FailureNotice } from "./failure-notice.tsx";

interface FormProps {
  readonly failure?: ApiFailure | undefined;
  /** Has a CodeField that gets the failure too: it says when the code was wrong. */
  readonly hasCode?: boolean;
  /** Values by the names of the fields, as typed. */
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
  readonly children: ComponentChildren;
  readonly testId: string;
}

/** A form that our own script sends. What was refused stands above it, and the focus goes there. */
export function Form({ failure, hasCode = false, onSubmit, children, testId }: FormProps) {
  const head = useRef<HTMLDivElement>(null);
  const shown = hasCode && isWrongCode(failure) ? undefined : failure;
  useEffect(() => {
    if (shown) head.current?.focus();
  }, [shown]);
  return (
    <form
      class="form"
      noValidate
      data-testid={testId}
      onSubmit={(event) => {
        event.preventDefault();
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

/** A password that can be looked at, for nobody types twelve characters blind without a slip. */
export function PasswordField({ autocomplete, autofocus, ...words }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...words}>
      <input
        {...controlAttributes(words)}
        // Preact's types know no input that is one or the other.
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

/** One of several values. */
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

/** Whether a code was refused: mistyped, used before, or too old. */
export function isWrongCode(failure: ApiFailure | undefined): boolean {
  return failure?.code === "second_factor_failed";
}

/** What a refusal says about one field, by the beginning of its path. */
export function fieldFailure(failure: ApiFailure | undefined, path: string): string | undefined {
  return failure?.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`))
    ?.message;
}
