import { currentW9Form } from "#contract/w9-form";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Field } from "../ui/field.tsx";
import { Certification, Part } from "./form-parts.tsx";
import { isSigned, nameIn, type W9Values } from "./w9-values.ts";

interface SignPartProps {
  readonly values: W9Values;
  readonly texts: W9Texts;
  readonly showsErrors: boolean;
  /** The form was signed, and then changed. */
  readonly wasSigned: boolean;
  /** Today, as the form's date shows it. */
  readonly date: string;
  readonly onSignature: (signature: string) => void;
}

/** Part II: what the customer certifies, and their signature. */
export function SignPart(props: SignPartProps) {
  const { values, texts, showsErrors, wasSigned, date, onSignature } = props;
  const name = nameIn(values);
  return (
    <>
      <Part title={texts.certification.legend} line="Part II">
        <Certification texts={texts} struck={values.backupWithholding === true} />
      </Part>
      <p class="w9-consent" lang="en" dir="ltr">
        {currentW9Form.consent}
      </p>
      <div class="w9-signature">
        <Field
          name="signature"
          label={texts.signature.label}
          hint={
            name === "" || values.who === "entity"
              ? texts.signature.hintWithoutName
              : texts.signature.hint(name)
          }
          note={wasSigned && values.signature === "" ? texts.signature.again : undefined}
          error={showsErrors ? signatureError(values, texts) : undefined}
          input={{
            type: "text",
            autocomplete: "off",
            autoCapitalize: "words",
            spellcheck: false,
            enterKeyHint: "done",
            maxLength: 200,
            onInput: (event) => onSignature(event.currentTarget.value),
          }}
        />
        <dl class="w9-date">
          <dt>{texts.signature.date}</dt>
          <dd>{date}</dd>
        </dl>
      </div>
    </>
  );
}

function signatureError(values: W9Values, texts: W9Texts): string | undefined {
  if (values.signature.trim() === "") return texts.signature.empty;
  if (isSigned(values)) return undefined;
  return texts.signature.other(nameIn(values));
}
