import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";

interface SaveConsentProps {
  readonly kind: "card" | "bank";
  readonly operator: string;
  readonly texts: SavedMethodTexts["consent"];
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box for the consent to save. It is never ticked in advance: the customer must choose. */
export function SaveConsent({ kind, operator, texts, checked, onChange }: SaveConsentProps) {
  const words = texts[kind];
  const textId = `save-${kind}-text`;
  return (
    <div class="save-consent">
      <label class="save-consent-label">
        <input
          type="checkbox"
          class="choice-radio"
          data-testid={`save-${kind}`}
          checked={checked}
          aria-describedby={textId}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{words.label}</span>
      </label>
      <p class="field-hint" id={textId}>
        {words.text(operator)}
      </p>
    </div>
  );
}
