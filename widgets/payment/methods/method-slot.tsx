import type { Texts } from "../../i18n/texts.ts";
import { LazyPart } from "../../ui/lazy-part.tsx";
import type { MethodFormProps, MethodFormView } from "./method-form.ts";

interface MethodSlotProps extends MethodFormProps {
  readonly texts: Texts;
  readonly load: () => Promise<MethodFormView>;
}

/** The form of a payment method, loaded when it is first chosen. */
export function MethodSlot({ texts, load, ...props }: MethodSlotProps) {
  return (
    <LazyPart testId="form" load={load} words={texts.choose}>
      {(Form) => <Form {...props} />}
    </LazyPart>
  );
}
