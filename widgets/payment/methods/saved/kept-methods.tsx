import type { ComponentChild } from "preact";
import type { ClientSession } from "#contract/client/session";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import type { RadioOption } from "../../../ui/radio-group.tsx";
import { type KnownType, type MethodKey, savedKey } from "../../offered.ts";
import type { MethodForms } from "../method-forms.ts";
import { SaveConsent } from "./save-consent.tsx";
import { savedName } from "./saved-name.ts";
import { savedOptions } from "./saved-options.tsx";

interface KeptOptions {
  readonly session: ClientSession;
  readonly texts: SavedMethodTexts;
  readonly locale: string;
  readonly forms: MethodForms;
  readonly formOf: (method: MethodKey) => ComponentChild;
  /** Whether the service erased it */
  readonly remove: (paymentMethodId: string) => Promise<boolean>;
  /** With the words for it, to be said aloud */
  readonly onRemoved: (said: string) => void;
}

/** What the list of ways to pay shows of what was kept, and of what may be. */
export interface KeptMethods {
  readonly options: readonly RadioOption<MethodKey>[];
  readonly consentOf: (type: KnownType) => ComponentChild;
  /** What a way to pay is called beside kept ones of its kind; null where there are none */
  readonly nameOf: (type: KnownType) => string | null;
}

/** The kept methods as options, and the question below the forms of what can be kept. */
export function keptMethods(props: KeptOptions): KeptMethods {
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
          checked={forms.keeps(type)}
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
