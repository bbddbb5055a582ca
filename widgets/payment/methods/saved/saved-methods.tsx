import type { ComponentChild } from "preact";
import type { ClientSession } from "#contract/client/session";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import type { RadioOption } from "../../../ui/radio-group.tsx";
import { type KnownType, type MethodKey, savedKey } from "../../offered-methods.ts";
import type { MethodForms } from "../method-forms.ts";
import { SaveConsent } from "./save-consent.tsx";
import { savedName } from "./saved-name.ts";
import { savedOptions } from "./saved-options.tsx";

interface SavedMethodsProps {
  readonly session: ClientSession;
  readonly texts: SavedMethodTexts;
  readonly locale: string;
  readonly forms: MethodForms;
  readonly formOf: (method: MethodKey) => ComponentChild;
  /** Resolves with whether the service deleted it. */
  readonly remove: (paymentMethodId: string) => Promise<boolean>;
  /** Receives the text to announce. */
  readonly onRemoved: (said: string) => void;
}

export interface SavedMethods {
  readonly options: readonly RadioOption<MethodKey>[];
  readonly consentOf: (type: KnownType) => ComponentChild;
  /** The name of a method next to saved ones of its type; otherwise null. */
  readonly nameOf: (type: KnownType) => string | null;
}

/** The saved methods as options, and the consent question below the forms with data that can be saved. */
export function savedMethods(props: SavedMethodsProps): SavedMethods {
  const { session, texts, locale, forms, formOf, remove, onRemoved } = props;
  return {
    options: savedOptions<MethodKey>({
      methods: session.savedPaymentMethods,
      texts,
      locale,
      keyOf: ({ paymentMethodId }) => savedKey(paymentMethodId),
      contentOf: ({ paymentMethodId }) => formOf(savedKey(paymentMethodId)),
      remove: ({ paymentMethodId }) => remove(paymentMethodId),
      onRemoved: (method) => onRemoved(texts.remove.removed(savedName(method, texts))),
    }),
    consentOf: (type) =>
      session.canSavePaymentMethod && (type === "card" || type === "bank") ? (
        <SaveConsent
          kind={type}
          operator={session.operator.name}
          texts={texts.consent}
          checked={forms.saves(type)}
          onChange={(wanted) => forms.keep(type, wanted)}
        />
      ) : null,
    nameOf: (type) =>
      (type === "card" || type === "bank") &&
      session.savedPaymentMethods.some((method) => method.type === type)
        ? texts.another[type]
        : null,
  };
}
