import { useRef, useState } from "preact/hooks";
import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconLine } from "../../ui/icon-line.tsx";
import type { KycSession } from "../kyc-responses.ts";
import { passport, placeless } from "./kyc-icons.ts";
import { Panel } from "./panel.tsx";

interface ChooseProps {
  readonly session: KycSession;
  /** The only document to ask for; null: the customer chooses. */
  readonly requestedType: string | null;
  readonly texts: KycTexts;
  readonly busy: boolean;
  readonly onConsent: (documentType: string) => void;
}

/** Asks for the document type, and for consent to read and store it. */
export function Choose({ session, requestedType, texts, busy, onConsent }: ChooseProps) {
  const words = texts.choose;
  // This version has no texts for documents of a later one.
  const types = session.documentTypes.filter((type) => Object.hasOwn(texts.document, type));
  const offered = requestedType !== null && types.includes(requestedType) ? [requestedType] : types;
  const [chosen, setChosen] = useState<string | null>(
    offered.length === 1 ? (offered[0] ?? null) : null,
  );
  const [agreed, setAgreed] = useState(false);
  const [presses, setPresses] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const needsDocument = presses > 0 && chosen === null;
  const needsConsent = presses > 0 && !agreed;

  return (
    <Panel testId="kyc-choose" title={words.title} text={words.text}>
      <form
        ref={form}
        class="kyc-form"
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          if (chosen !== null && agreed) return onConsent(chosen);
          setPresses(presses + 1);
          const missing = chosen === null ? "documentType" : "consent";
          form.current?.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
        }}
      >
        <fieldset
          class="kyc-documents"
          aria-describedby={needsDocument ? "kyc-document-error" : undefined}
        >
          <legend class="field-label">{words.legend}</legend>
          {offered.map((type) => (
            <label class="kyc-document" key={type}>
              <input
                type="radio"
                name="documentType"
                value={type}
                data-testid={`kyc-document-${type}`}
                checked={chosen === type}
                onChange={() => setChosen(type)}
              />
              <span class="kyc-document-mark">
                <Icon name={type === "passport" ? passport : "card"} sizePx={24} />
              </span>
              <span class="kyc-document-words">
                <span class="kyc-document-name">{texts.document[type]}</span>
                <span class="field-hint">{words.hint[type]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {needsDocument && (
          <IconLine
            class="field-error"
            icon="alert"
            id="kyc-document-error"
            data-testid="kyc-document-error"
            role="alert"
          >
            {words.documentMissing}
          </IconLine>
        )}
        {words.englishOnly !== null && <p class="field-hint">{words.englishOnly}</p>}
        <label class="kyc-consent">
          <input
            type="checkbox"
            name="consent"
            data-testid="kyc-consent"
            checked={agreed}
            aria-required="true"
            aria-invalid={needsConsent ? "true" : undefined}
            aria-describedby={needsConsent ? "kyc-consent-error" : undefined}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
          />
          <span {...(words.englishOnly === null ? {} : { lang: "en", dir: "ltr" })}>
            {words.consent(session.operator.name)}
          </span>
        </label>
        {needsConsent && (
          <IconLine
            class="field-error"
            icon="alert"
            id="kyc-consent-error"
            data-testid="kyc-consent-error"
            role="alert"
          >
            {words.consentMissing}
          </IconLine>
        )}
        <ul class="kyc-notes">
          {words.privacy.map((line, at) => (
            <li key={line}>
              <Icon name={at === 0 ? placeless : "lock"} />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        <Button testId="kyc-go-on" type="submit" busy={busy}>
          {words.continue}
        </Button>
      </form>
    </Panel>
  );
}
