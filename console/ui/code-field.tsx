import { Field } from "../../widgets/ui/field.tsx";

/** Six digits of an authenticator app, in one input: pasted with spaces they are taken as well. */
export function CodeField({
  label,
  hint,
  error,
  autofocus = false,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  autofocus?: boolean;
}) {
  return (
    <Field
      name="code"
      label={label}
      hint={hint}
      error={error}
      digits
      input={{
        inputMode: "numeric",
        autocomplete: "one-time-code",
        maxLength: 9,
        autofocus,
      }}
    />
  );
}
