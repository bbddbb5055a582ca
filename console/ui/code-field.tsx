import { useLayoutEffect, useRef } from "preact/hooks";
import { Field } from "../../widgets/ui/field.tsx";
import type { ApiFailure } from "../client/api.ts";
import { failureText } from "./failure-notice.tsx";
import { fieldFailure, isWrongCode } from "./form.tsx";

interface CodeFieldProps {
  readonly name?: string;
  readonly label: string;
  readonly hint?: string;
  /** The form's failure. This field shows a wrong code; {@link Form} leaves it out with `hasCode`. */
  readonly failure?: ApiFailure | undefined;
  readonly autofocus?: boolean;
}

const codeLength = 6;

/**
 * An authenticator app's six digits in one input, which accepts pasted spaces. The sixth digit submits the form if no
 * other field is empty, but not a code that was just sent. A wrong code is cleared, and the field gets the focus.
 */
export function CodeField({ name = "code", label, hint, failure, autofocus }: CodeFieldProps) {
  const sent = useRef("");
  const isWrong = isWrongCode(failure);
  useLayoutEffect(() => {
    const input = document.getElementById(`field-${name}`);
    if (!isWrong || !(input instanceof HTMLInputElement)) return;
    input.value = "";
    input.focus();
  }, [failure]);
  const submitWhenComplete = ({ form, value }: HTMLInputElement) => {
    const code = value.replace(/\D/g, "");
    if (code.length !== codeLength || code === sent.current || !form) return;
    const values = [...new FormData(form).values()];
    if (values.some((value) => String(value).trim() === "")) return;
    sent.current = code;
    form.requestSubmit();
  };
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      error={isWrong && failure ? failureText(failure) : fieldFailure(failure, "code")}
      digits
      input={{
        inputMode: "numeric",
        autocomplete: "one-time-code",
        maxLength: 9,
        autofocus,
        onInput: ({ currentTarget }) => submitWhenComplete(currentTarget),
      }}
    />
  );
}
