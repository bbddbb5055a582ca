import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { LazyPart } from "../../ui/lazy-part.tsx";
import type { KnownType } from "../offered-methods.ts";
import type { MethodForm, MethodFormProps } from "./method-form.ts";

interface LazyMethodFormProps extends MethodFormProps {
  readonly type: KnownType;
  readonly texts: DisbursementTexts;
  readonly load: (type: KnownType) => Promise<MethodForm>;
}

export function LazyMethodForm({ type, texts, load, ...props }: LazyMethodFormProps) {
  const { formLost: lost, retry } = texts.method;
  return (
    <LazyPart testId="form" load={() => load(type)} words={{ lost, retry }}>
      {(Form) => <Form {...props} />}
    </LazyPart>
  );
}
