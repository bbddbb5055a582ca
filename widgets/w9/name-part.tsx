import { exemptPayeeCodes, llcClassifications } from "#contract/w9-form";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { controlAttributes, FieldFrame, type FieldWords } from "../ui/field-frame.tsx";
import { RadioGroup } from "../ui/radio-group.tsx";
import { Part, TextLine } from "./form-parts.tsx";
import { hintsOf } from "./w9-steps.ts";
import { type EntityClassification, linesOf, type W9Values } from "./w9-values.ts";

interface NamePartProps {
  readonly values: W9Values;
  readonly texts: W9Texts;
  readonly personal: PersonalTexts;
  readonly showsErrors: boolean;
  readonly knownName: string;
  readonly onChange: (change: Partial<W9Values>) => void;
}

const entityKinds: readonly EntityClassification[] = [
  "llc",
  "c_corporation",
  "s_corporation",
  "partnership",
  "trust_estate",
  "other",
];

/** Lines 1 to 4: the payee, as the IRS knows them. */
export function NamePart(props: NamePartProps) {
  const { values, texts, onChange } = props;
  if (values.who === "person") {
    return (
      <>
        <PersonName {...props} />
        <BusinessName {...props} />
      </>
    );
  }
  return (
    <>
      <EntityName {...props} />
      <BusinessName {...props} />
      <ClassificationPart {...props} />
      {linesOf(values).exemptPayeeCode && (
        <ExemptPayee
          texts={texts}
          value={values.exemptPayeeCode}
          onChoose={(exemptPayeeCode) => onChange({ exemptPayeeCode })}
        />
      )}
    </>
  );
}

function ClassificationPart({ values, texts, showsErrors, onChange }: NamePartProps) {
  const { classification: words } = texts;
  const { llc } = words;
  return (
    <Part title={words.legend} line={texts.line("3a")}>
      <RadioGroup
        name="classification"
        legend={words.legend}
        quietLegend
        look="list"
        chosen={values.classification}
        error={showsErrors && values.classification === null ? words.empty : undefined}
        onChoose={(classification) => onChange({ classification })}
        options={entityKinds.map((value) => ({
          value,
          label: words.options[value],
          content:
            value === "llc" ? (
              <div class="w9-stack">
                <RadioGroup
                  name="llcClassification"
                  legend={llc.legend}
                  look="list"
                  chosen={values.llcClassification}
                  error={showsErrors && values.llcClassification === null ? llc.empty : undefined}
                  onChoose={(llcClassification) => onChange({ llcClassification })}
                  options={llcClassifications.map((llcClassification) => ({
                    value: llcClassification,
                    label: llc.options[llcClassification],
                  }))}
                />
                <p class="field-hint">{llc.disregarded}</p>
              </div>
            ) : value === "other" ? (
              <TextLine
                name="otherClassification"
                label={words.other}
                texts={texts}
                showsErrors={showsErrors}
                required
                maxLength={60}
                value={values.otherClassification}
                onText={(otherClassification) => onChange({ otherClassification })}
              />
            ) : undefined,
        }))}
      />
    </Part>
  );
}

function PersonName(props: NamePartProps) {
  const { values, texts, personal, showsErrors, onChange } = props;
  const { names, optional } = personal;
  const note = hintText(props);
  const common = { texts, showsErrors };
  return (
    <div class="w9-names">
      <TextLine
        {...common}
        name="firstName"
        label={names.firstName}
        required
        autocomplete="given-name"
        value={values.firstName}
        onText={(firstName) => onChange({ firstName })}
      />
      <TextLine
        {...common}
        name="middleName"
        label={names.middleName}
        optional={optional}
        autocomplete="additional-name"
        value={values.middleName}
        onText={(middleName) => onChange({ middleName })}
      />
      <TextLine
        {...common}
        name="lastName"
        label={names.lastName}
        required
        note={note}
        autocomplete="family-name"
        value={values.lastName}
        onText={(lastName) => onChange({ lastName })}
      />
      <TextLine
        {...common}
        name="suffix"
        label={names.suffix}
        optional={optional}
        maxLength={20}
        autocomplete="honorific-suffix"
        value={values.suffix}
        onText={(suffix) => onChange({ suffix })}
      />
    </div>
  );
}

function EntityName({ values, texts, showsErrors, onChange }: NamePartProps) {
  return (
    <TextLine
      name="entityName"
      label={texts.name.entityName}
      hint={texts.name.entityNameHint}
      texts={texts}
      showsErrors={showsErrors}
      required
      maxLength={200}
      autocomplete="organization"
      value={values.entityName}
      onText={(entityName) => onChange({ entityName })}
    />
  );
}

function BusinessName(props: NamePartProps) {
  const { values, texts, showsErrors, onChange } = props;
  const words = texts.name;
  if (!values.hasBusinessName) {
    return (
      <button
        type="button"
        class="link w9-toggle"
        data-testid="add-business-name"
        onClick={() => onChange({ hasBusinessName: true })}
      >
        {words.addBusinessName}
      </button>
    );
  }
  const isSame = hintsOf(values, props.knownName).includes("same_name_on_line_2");
  return (
    <div class="w9-stack">
      <TextLine
        name="businessName"
        label={`${words.businessName} (${texts.line("2")})`}
        hint={words.businessNameHint}
        note={isSame ? texts.hints.same_name_on_line_2 : undefined}
        texts={texts}
        showsErrors={showsErrors}
        maxLength={200}
        autocomplete="organization"
        value={values.businessName}
        onText={(businessName) => onChange({ businessName })}
      />
      <button
        type="button"
        class="link w9-toggle"
        data-testid="remove-business-name"
        onClick={() => onChange({ hasBusinessName: false, businessName: "" })}
      >
        {words.removeBusinessName}
      </button>
    </div>
  );
}

function ExemptPayee(props: {
  readonly texts: W9Texts;
  readonly value: W9Values["exemptPayeeCode"];
  readonly onChoose: (code: W9Values["exemptPayeeCode"]) => void;
}) {
  const { texts, value, onChoose } = props;
  const words: FieldWords = {
    name: "exemptPayeeCode",
    label: `${texts.exempt.label} (${texts.line("4")})`,
    hint: texts.exempt.hint,
    optional: undefined,
  };
  const { "aria-required": _, ...attributes } = controlAttributes(words);
  return (
    <FieldFrame {...words}>
      <select
        {...attributes}
        value={value ?? ""}
        onChange={(event) =>
          onChoose((event.currentTarget.value || null) as W9Values["exemptPayeeCode"])
        }
      >
        <option value="">{texts.exempt.none}</option>
        {Object.entries(exemptPayeeCodes).map(([code, meaning]) => (
          <option key={code} value={code} lang="en">
            {`${code} – ${meaning}`}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** The hint about line 1. */
function hintText(props: NamePartProps): string | undefined {
  const hints = hintsOf(props.values, props.knownName);
  const hint = hints.find((hint) => hint !== "same_name_on_line_2");
  return hint && props.texts.hints[hint];
}
