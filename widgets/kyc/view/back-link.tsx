import type { KycTexts } from "../../i18n/kyc-texts.ts";

interface BackLinkProps {
  readonly texts: KycTexts;
  readonly onBack: () => void;
}

export function BackLink({ texts, onBack }: BackLinkProps) {
  return (
    <button type="button" class="link kyc-back" data-testid="kyc-back" onClick={onBack}>
      {texts.back}
    </button>
  );
}
