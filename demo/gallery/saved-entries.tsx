/** Methods that a customer kept, and the question whether to keep one. */
import { render } from "preact";
import { useState } from "preact/hooks";
import type { OfferedPaymentMethod } from "../../contract/client/session.ts";
import { BrandSprite } from "../../widgets/fields/brand-marks.tsx";
import { savedMethodTexts as en } from "../../widgets/i18n/saved-method-en.ts";
import { savedMethodTexts as es } from "../../widgets/i18n/saved-method-es.ts";
import { expiredCard, savedBank, savedCard } from "../../widgets/payment/methods/saved/examples.ts";
import { SaveConsent } from "../../widgets/payment/methods/saved/save-consent.tsx";
import { SavedCvc } from "../../widgets/payment/methods/saved/saved-cvc.tsx";
import { savedOptions } from "../../widgets/payment/methods/saved/saved-options.tsx";
import { Icon } from "../../widgets/ui/icon.tsx";
import { RadioGroup } from "../../widgets/ui/radio-group.tsx";
import type { GalleryEntry, GalleryView } from "./gallery-entry.ts";

interface Shown {
  readonly methods: readonly OfferedPaymentMethod[];
  readonly asked?: boolean;
  readonly refused?: boolean;
  /** The service can't be reached: nothing is removed */
  readonly offline?: boolean;
  /** Test ids, pressed one after the other */
  readonly press?: readonly string[];
}

const amex = savedCard({
  paymentMethodId: "pm_amex",
  paymentMethod: { brand: "american-express", last4: "0005", expiryMonth: 7, expiryYear: 2031 },
});
const all = [savedCard(), amex, savedBank(), expiredCard()];

const examples: Readonly<Record<string, Shown & { title: string }>> = {
  list: { title: "Cards and a bank account", methods: all },
  "three-ds": {
    title: "Confirmed by the bank",
    methods: [savedCard({ verification: "three_ds" }), amex],
  },
  "cvc-empty": { title: "Security code missing", methods: all, asked: true },
  "cvc-wrong": { title: "Security code refused", methods: all, refused: true },
  expired: { title: "Only one that has expired", methods: [expiredCard()] },
  question: { title: "Before it is removed", methods: all, press: ["remove-pm_visa"] },
  "not-removed": {
    title: "It couldn’t be removed",
    methods: all,
    offline: true,
    press: ["remove-pm_visa", "remove-confirm"],
  },
};

function Saved({ methods, asked, refused, offline, view }: Shown & { view: GalleryView }) {
  const texts = view.texts.language === "es" ? es : en;
  const [kept, setKept] = useState(methods);
  const [chosen, setChosen] = useState(
    methods.find(({ isExpired }) => !isExpired)?.paymentMethodId ?? "card",
  );
  const options = savedOptions<string>({
    methods: kept,
    texts,
    locale: view.locale,
    keyOf: ({ paymentMethodId }) => paymentMethodId,
    contentOf: (method) =>
      method.verification === "cvc" && "brand" in method.paymentMethod ? (
        <SavedCvc
          id={method.paymentMethodId}
          brand={method.paymentMethod.brand}
          texts={texts.cvc}
          problems={view.texts.problem}
          refusals={refused ? 1 : 0}
          asked={asked ?? false}
          onReading={() => undefined}
        />
      ) : method.verification === "three_ds" ? (
        <p class="field-hint">{texts.threeDS}</p>
      ) : undefined,
    remove: async () => !offline,
    onRemoved: ({ paymentMethodId }) =>
      setKept((before) => before.filter((each) => each.paymentMethodId !== paymentMethodId)),
  });
  return (
    <main class="payment">
      <BrandSprite />
      <RadioGroup
        name="method"
        legend={view.texts.title}
        look="list"
        options={[
          ...options,
          {
            value: "card",
            label: view.texts.title,
            mark: (
              <span class="saved-mark">
                <Icon name="card" sizePx={20} />
              </span>
            ),
          },
        ]}
        chosen={chosen}
        onChoose={setChosen}
      />
    </main>
  );
}

function Consent({ view }: { view: GalleryView }) {
  const texts = view.texts.language === "es" ? es : en;
  const [card, setCard] = useState(false);
  const [bank, setBank] = useState(true);
  const more = { operator: "Northwind Games", texts: texts.consent };
  return (
    <main class="payment">
      <SaveConsent kind="card" checked={card} onChange={setCard} {...more} />
      <SaveConsent kind="bank" checked={bank} onChange={setBank} {...more} />
    </main>
  );
}

/** All of them. */
export const savedEntries: readonly GalleryEntry[] = [
  ...Object.entries(examples).map(([id, { title, press = [], ...shown }]) => ({
    id: `saved-${id}`,
    group: "Payment: saved methods",
    title,
    render(place: HTMLElement, view: GalleryView) {
      render(<Saved {...shown} view={view} />, place);
      press.forEach((testId, index) => {
        setTimeout(() => {
          place.querySelector<HTMLElement>(`[data-testid="${testId}"]`)?.click();
        }, index * 60);
      });
    },
  })),
  {
    id: "saved-consent",
    group: "Payment: saved methods",
    title: "Whether to keep one",
    render: (place, view) => render(<Consent view={view} />, place),
  },
];
