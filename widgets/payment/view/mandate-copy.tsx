import { useState } from "preact/hooks";
import type { PaymentOutcomeTexts } from "../../i18n/payment-outcome-texts.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";

interface MandateCopyProps {
  readonly words: PaymentOutcomeTexts["mandateCopy"];
  readonly load: () => Promise<Blob>;
}

export function MandateCopy({ words, load }: MandateCopyProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const save = async () => {
    setBusy(true);
    setFailed(false);
    try {
      saveFile(await load(), "bank-debit.pdf");
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <>
      <Button testId="mandate-save" quiet busy={busy} onPress={() => void save()}>
        {words.save}
      </Button>
      <p class="step-text" role="status" data-testid="mandate-lost">
        {failed && words.lost}
      </p>
    </>
  );
}
