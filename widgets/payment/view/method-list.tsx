import type { ComponentChild } from "preact";
import type { Texts } from "../../i18n/texts.ts";
import { type Drawn, Icon, type IconName } from "../../ui/icon.tsx";
import { RadioGroup, type RadioOption } from "../../ui/radio-group.tsx";
import type { PaymentState } from "../machine/state.ts";
import type { FieldProblems } from "../methods/card-form.ts";
import { type KnownType, knownTypes, type MethodKey, offeredTypes } from "../offered-methods.ts";
import { AcceptedCards, CardFields } from "./card-fields.tsx";

interface MethodListProps {
  readonly state: PaymentState;
  readonly texts: Texts;
  readonly problems: FieldProblems;
  /** The form is busy: nothing can be chosen or typed, and everything is kept. */
  readonly busy: boolean;
  /** The form of a method other than the card; null before the customer first chose it. */
  readonly formOf: (method: MethodKey) => ComponentChild;
  /** Saved methods, listed first. */
  readonly saved?: readonly RadioOption<MethodKey>[] | undefined;
  /** The consent to save, below a form with data that can be saved. */
  readonly consentOf?: ((type: KnownType) => ComponentChild) | undefined;
  /** The name of a method next to saved ones of its type. */
  readonly nameOf?: ((type: KnownType) => string | null) | undefined;
  readonly onChoose: (method: MethodKey) => void;
  readonly onPointed?: ((method: MethodKey) => void) | undefined;
}

const phone: Drawn = "M6.2 2.8h7.6v14.4H6.2zM8.2 9.8l1.4 1.4 2.4-2.6M9.2 14.6h1.6";
const icons: Readonly<Record<KnownType, IconName | Drawn>> = {
  card: "card",
  bank: "bank",
  pay_by_bank: phone,
  crypto: "coin",
};

/**
 * Each chosen method has its form below it. A single method's form is shown alone (payment.css hides the choice). Until
 * the session arrives, all are rendered, and the page shows those that the service named in `data-methods`.
 */
export function MethodList(props: MethodListProps) {
  const {
    state,
    texts,
    problems,
    busy,
    formOf,
    saved = [],
    consentOf,
    nameOf,
    onChoose,
    onPointed,
  } = props;
  const { names, details, title } = texts.choose;
  const offered = state.session ? offeredTypes(state.session) : knownTypes;
  const isHere = (type: KnownType) => offered.includes(type);
  const anotherCard = nameOf?.("card");
  const contentOf = (form: ComponentChild, type: KnownType) =>
    form ? (
      <>
        {form}
        {consentOf?.(type)}
      </>
    ) : undefined;
  const options: RadioOption<MethodKey>[] = [
    ...saved,
    // The first script owns these inputs: they stay even if cards are not offered.
    {
      value: "card",
      label: anotherCard ?? names.card,
      mark: <Mark name={icons.card} />,
      // The longer name leaves room for one or two logos, which would look like the only accepted cards.
      end: anotherCard ? undefined : <AcceptedCards texts={texts} />,
      hidden: !isHere("card"),
      content: (
        <>
          <CardFields texts={texts} problems={problems} />
          {consentOf?.("card")}
        </>
      ),
    },
    ...knownTypes.flatMap((type) =>
      type === "card" || !isHere(type)
        ? []
        : {
            value: type,
            label: nameOf?.(type) ?? names[type],
            detail: details[type],
            mark: <Mark name={icons[type]} />,
            content: contentOf(formOf(type), type),
          },
    ),
  ];
  return (
    <div class="payment-methods" inert={busy} data-testid="payment-methods">
      <RadioGroup
        name="payment-method"
        legend={title}
        quietLegend
        look="list"
        options={options}
        chosen={state.method}
        onChoose={onChoose}
        {...(onPointed && { onPointed })}
      />
    </div>
  );
}

function Mark({ name }: { name: IconName | Drawn }) {
  return (
    <span class="method-mark">
      <Icon name={name} sizePx={20} />
    </span>
  );
}
