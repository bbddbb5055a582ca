import { useEffect, useState } from "preact/hooks";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { KnownType } from "../offered.ts";
import type { MethodForm, MethodFormProps } from "./method-form.ts";

interface LazyMethodFormProps extends MethodFormProps {
  readonly type: KnownType;
  readonly texts: DisbursementTexts;
  readonly load: (type: KnownType) => Promise<MethodForm>;
}

/** A form that is loaded when it is first shown; what can't be loaded can be tried again. */
export function LazyMethodForm({ type, texts, load, ...props }: LazyMethodFormProps) {
  const [Form, setForm] = useState<MethodForm | null>(null);
  const [round, setRound] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    setFailed(false);
    load(type).then(
      (form) => !isGone && setForm(() => form),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [round]);
  if (failed) {
    return (
      <div class="payout-lost">
        <Notice testId="form-lost" tone="warning" title={texts.method.formLost} lines={[]} />
        <Button testId="form-retry" quiet onPress={() => setRound(round + 1)}>
          {texts.method.retry}
        </Button>
      </div>
    );
  }
  if (Form === null) return <span class="spinner" aria-hidden="true" data-testid="form-loading" />;
  return <Form {...props} />;
}
