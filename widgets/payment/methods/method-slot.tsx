import { LazyPart } from "../../ui/lazy-part.tsx";
import type { MethodFormProps, MethodFormView } from "./method-form.ts";

/** Texts while a part loads, and if it did not. */
export interface SlotWords {
  readonly loading: string;
  readonly lost: string;
  readonly retry: string;
}

interface MethodSlotProps extends MethodFormProps {
  readonly words: SlotWords;
  readonly load: () => Promise<MethodFormView>;
}

/** The form of a payment method, loaded when it is first chosen. */
export function MethodSlot({ words, load, ...props }: MethodSlotProps) {
  return (
    <LazyPart testId="form" load={load} words={words}>
      {(Form) => <Form {...props} />}
    </LazyPart>
  );
}
