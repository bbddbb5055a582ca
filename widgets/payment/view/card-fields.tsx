import { acceptedBrands } from "../../fields/accepted-brands.ts";
import { BrandMark } from "../../fields/brand-mark.tsx";
import type { CardFieldName } from "../../fields/field-problem.ts";
import type { Texts } from "../../i18n/texts.ts";
import { Field } from "../../ui/field.tsx";
import type { FieldProblems } from "../methods/card-form.ts";

export function AcceptedCards({ texts }: { texts: Texts }) {
  return (
    <ul class="payment-accepted" aria-label={texts.acceptedCards}>
      {Object.entries(acceptedBrands).map(([name, label]) => (
        <li key={name}>
          <BrandMark name={name} label={label} />
        </li>
      ))}
    </ul>
  );
}

/** The card's fields with the attributes that browsers, phones and password managers need. */
export function CardFields({ texts, problems }: { texts: Texts; problems: FieldProblems }) {
  const { fields } = texts;
  const errorOf = (name: CardFieldName) => {
    const fieldProblem = problems[name];
    return fieldProblem && texts.problem[fieldProblem.code](fieldProblem);
  };
  return (
    <div class="payment-fields" data-testid="card-fields">
      <Field
        name="number"
        label={fields.number}
        error={errorOf("number")}
        wide
        digits
        input={{
          inputMode: "numeric",
          autoComplete: "cc-number",
          enterKeyHint: "next",
          placeholder: "1234 1234 1234 1234",
          spellcheck: false,
        }}
        mark={
          <span class="field-mark" data-brand-mark="">
            <BrandMark name="none" />
          </span>
        }
      />
      <Field
        name="expiry"
        label={fields.expiry}
        error={errorOf("expiry")}
        digits
        input={{
          inputMode: "numeric",
          autoComplete: "cc-exp",
          enterKeyHint: "next",
          placeholder: fields.expiryHint,
          spellcheck: false,
        }}
      />
      <Field
        name="cvc"
        label={fields.cvc}
        error={errorOf("cvc")}
        digits
        input={{
          inputMode: "numeric",
          autoComplete: "cc-csc",
          enterKeyHint: "next",
          placeholder: fields.cvcHint,
          spellcheck: false,
        }}
      />
      <Field
        name="name"
        label={fields.name}
        error={errorOf("name")}
        wide
        input={{
          autoComplete: "cc-name",
          autoCapitalize: "words",
          enterKeyHint: "next",
          spellcheck: false,
        }}
      />
      <Field
        name="postalCode"
        label={fields.postalCode}
        optional={fields.optional}
        error={errorOf("postalCode")}
        wide
        input={{
          autoComplete: "postal-code",
          autoCapitalize: "characters",
          enterKeyHint: "done",
          spellcheck: false,
        }}
      />
    </div>
  );
}
