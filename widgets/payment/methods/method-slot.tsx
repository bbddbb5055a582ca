import { LazyPart } from "../../ui/lazy-part.tsx";
import type { MethodFormProps, MethodFormView } from "./method-form.ts";

export interface SlotWords {
  readonly loading: string;
  readonly lost: string;
  readonly retry: string;
}

interface MethodSlotProps extends MethodFormProps {
  readonly words: SlotWords;
  readonly load: () => Promise<MethodFormView>;
}

/** A form that loads when the customer first chooses it. */
export function MethodSlot({ words, load, ...props }: MethodSlotProps) {
  return (
    <LazyPart testId="form" load={load} words={words}>
      {(Form) => <Form {...props} />}
    </LazyPart>
  );
}
