import { useEffect, useRef, useState } from "preact/hooks";
import type { W9Draft } from "#contract/client/w9";
import { currentW9Form, isLatinName } from "#contract/w9-form";
import { AddressField } from "../fields/address/address-field.tsx";
import type { Address } from "../fields/address/address-rules.ts";
import type { FieldReading } from "../fields/field-reading.ts";
import { TaxIdField } from "../fields/tax-id/tax-id-field.tsx";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { focusFirstWrong } from "../ui/focus-first-wrong.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioGroup } from "../ui/radio-group.tsx";
import { Certification, Head, Part, UsPersonWords } from "./form-parts.tsx";
import { NamePart } from "./name-part.tsx";
import type { ReadCompleted, W9Answer, W9Failure } from "./w9-api.ts";
import { W9Problem } from "./w9-problem.tsx";
import {
  type AddressParts,
  bodyOf,
  boxIn,
  draftOf,
  isSigned,
  linesOf,
  nameIn,
  valuesOf,
  type W9Values,
} from "./w9-values.ts";

interface W9FormProps {
  readonly texts: W9Texts;
  readonly personal: PersonalTexts;
  readonly operatorName: string;
  /** What is filled in: a draft, or the known customer data */
  readonly draft: W9Draft | null;
  /** The name that the operator has; empty if it must not be shown */
  readonly knownName: string;
  /** Today, as the form's date shows it */
  readonly date: string;
  /** Called with each change of the draft */
  readonly onDraft: (draft: W9Draft) => void;
  readonly onNotUsPerson: () => void;
  readonly complete: (body: ReturnType<typeof bodyOf>) => Promise<W9Answer<ReadCompleted>>;
  readonly onSigned: (completed: ReadCompleted) => void;
}

/**
 * The whole form on one page. An individual's is one column; a business adds its classification. The signature
 * comes last, and every later change removes it.
 */
export function W9Form(props: W9FormProps) {
  const { texts, personal, operatorName, draft, knownName, date } = props;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => valuesOf(draft));
  const [tin, setTin] = useState<string | null>(null);
  const [presses, setPresses] = useState(0);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<W9Failure | null>(null);
  const [wasSigned, setWasSigned] = useState(false);
  const asked = presses > 0;

  const write = (change: Partial<W9Values>) => setValues((before) => ({ ...before, ...change }));
  /** Changes something that the signature covers. */
  const change = (changed: Partial<W9Values>) => {
    setFailure(null);
    takeSignatureBack();
    write(changed);
  };
  const takeSignatureBack = () => {
    if (values.signature === "") return;
    const input = form.current?.querySelector<HTMLInputElement>("#field-signature");
    if (input) input.value = "";
    setWasSigned(true);
    write({ signature: "" });
  };
  const readTin = ({ value }: FieldReading<string>) => {
    if (value !== tin) {
      setFailure(null);
      takeSignatureBack();
    }
    setTin(value);
  };
  const readAddress = ({ value }: FieldReading<Address>) => {
    const address = value === null ? null : withoutGaps({ ...value });
    if (JSON.stringify(address) !== JSON.stringify(values.address)) change({ address });
  };

  const { signature: _signature, address: _address, ...kept } = values;
  const typed = JSON.stringify(kept);
  useEffect(() => {
    if (form.current) props.onDraft(draftOf(values, typedAddress(form.current)));
  }, [typed]);

  useEffect(() => {
    if (presses === 0) return;
    const count = focusFirstWrong(form.current);
    if (count === 0) return;
    setSaid(texts.problemCount(count) + "\u00a0".repeat(presses % 2));
  }, [presses]);

  const submit = async () => {
    if (busy) return;
    setPresses(presses + 1);
    if (tin === null || !isComplete(values)) return;
    setBusy(true);
    setFailure(null);
    const answer = await props.complete(bodyOf(values, tin, currentW9Form.revision));
    setBusy(false);
    if (answer.ok) return props.onSigned(answer.value);
    setFailure(answer.failure);
    setPresses(presses + 2);
  };

  const box = boxIn(values);
  const lines = linesOf(values);
  const refusedPaths = failure?.paths ?? [];
  return (
    <form
      ref={form}
      class="w9-form"
      method="dialog"
      noValidate
      data-testid="w9-form"
      // The address field reports whole addresses only; drafts need the parts before.
      onFocusOut={() => {
        if (form.current) props.onDraft(draftOf(values, typedAddress(form.current)));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Head texts={texts} operatorName={operatorName} />

      <Part title={texts.who.legend}>
        <div class="w9-who">
          <RadioGroup
            name="who"
            legend={texts.who.legend}
            quietLegend
            look="row"
            chosen={values.who}
            onChoose={(who) => change({ who })}
            options={[
              { value: "person", label: texts.who.person, detail: texts.who.personDetail },
              { value: "entity", label: texts.who.entity, detail: texts.who.entityDetail },
            ]}
          />
        </div>
        <RadioGroup
          name="usPerson"
          legend={texts.usPerson.legend}
          look="row"
          chosen={yesNo(values.usPerson)}
          error={asked && values.usPerson === null ? texts.usPerson.empty : undefined}
          onChoose={(answer) => {
            change({ usPerson: answer === "yes" });
            if (answer === "no") props.onNotUsPerson();
          }}
          options={[
            { value: "yes", label: texts.usPerson.yes },
            { value: "no", label: texts.usPerson.no },
          ]}
        />
        <UsPersonWords texts={texts} />
      </Part>

      <NamePart
        values={values}
        texts={texts}
        personal={personal}
        asked={asked}
        knownName={knownName}
        onChange={change}
      />

      <Part title={texts.address.legend} line={texts.line("5, 6")} hint={texts.address.hint}>
        <AddressField
          name="address"
          texts={personal}
          asked={asked}
          initial={withoutGaps({ ...draft?.address })}
          onReading={readAddress}
        />
      </Part>

      <Part title={texts.tin.legend} line="Part I">
        {lines.tinBoxes.length > 1 && (
          <RadioGroup
            name="tinBox"
            legend={texts.tin.boxLegend}
            look="row"
            chosen={box}
            onChoose={(tinBox) => change({ tinBox })}
            options={lines.tinBoxes.map((value) => ({ value, label: texts.tin.boxes[value] }))}
          />
        )}
        <TaxIdField
          name="tin"
          texts={texts}
          asked={asked}
          box={box}
          refused={refusedPaths.includes("tin") ? texts.refusals["tin_invalid"] : undefined}
          onReading={readTin}
        />
      </Part>

      <Part title={texts.certification.legend} line="Part II">
        <RadioGroup
          name="backupWithholding"
          legend={texts.withholding.legend}
          look="row"
          chosen={yesNo(values.backupWithholding)}
          error={asked && values.backupWithholding === null ? texts.withholding.empty : undefined}
          onChoose={(answer) => change({ backupWithholding: answer === "yes" })}
          options={[
            { value: "no", label: texts.withholding.no },
            { value: "yes", label: texts.withholding.yes },
          ]}
        />
        <p class="field-hint">{texts.withholding.hint}</p>
        {values.backupWithholding === true && (
          <Notice
            testId="w9-withholding"
            tone="warning"
            title={texts.withholding.consequence}
            lines={[]}
          />
        )}
        <Certification texts={texts} struck={values.backupWithholding === true} />
      </Part>

      <section class="w9-sign">
        <p class="w9-consent" lang="en">
          {currentW9Form.consent}
        </p>
        <div class="w9-signature">
          <Field
            name="signature"
            label={texts.signature.label}
            hint={
              nameIn(values) === "" || values.who === "entity"
                ? texts.signature.hintWithoutName
                : texts.signature.hint(nameIn(values))
            }
            note={wasSigned && values.signature === "" ? texts.signature.again : undefined}
            error={signatureError(values, asked, texts)}
            input={{
              type: "text",
              autocomplete: "off",
              autoCapitalize: "words",
              spellcheck: false,
              enterKeyHint: "done",
              maxLength: 200,
              onInput: (event) => write({ signature: event.currentTarget.value }),
            }}
          />
          <dl class="w9-date">
            <dt>{texts.signature.date}</dt>
            <dd>{date}</dd>
          </dl>
        </div>
        <W9Problem failure={failure} texts={texts} />
        <Button testId="w9-sign" type="submit" busy={busy}>
          {texts.signature.button}
        </Button>
      </section>
      <LiveRegion message={said} />
    </form>
  );
}

function yesNo(value: boolean | null): "yes" | "no" | null {
  return value === null ? null : value ? "yes" : "no";
}

function signatureError(values: W9Values, asked: boolean, texts: W9Texts): string | undefined {
  if (!asked) return undefined;
  if (values.signature.trim() === "") return texts.signature.empty;
  if (isSigned(values)) return undefined;
  return texts.signature.other(nameIn(values));
}

/** Whether everything but the TIN is complete. Missing fields have shown their errors. */
function isComplete(values: W9Values): boolean {
  const { who, classification, llcClassification, otherClassification } = values;
  const names = [values.firstName, values.lastName, values.middleName, values.suffix];
  const isNamed =
    who === "person"
      ? values.firstName.trim() !== "" && values.lastName.trim() !== ""
      : values.entityName.trim() !== "";
  const isClassified =
    who === "person" ||
    (classification === "llc"
      ? llcClassification !== null
      : classification === "other"
        ? otherClassification.trim() !== ""
        : classification !== null);
  const isReadable = [...names, values.entityName, values.businessName].every(isLatinName);
  return (
    isNamed &&
    isClassified &&
    isReadable &&
    values.usPerson === true &&
    values.address !== null &&
    values.backupWithholding !== null &&
    isSigned(values)
  );
}

function withoutGaps(parts: Readonly<Record<string, string | null | undefined>>): AddressParts {
  return Object.fromEntries(
    Object.entries(parts).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The typed parts of the address, complete or not. */
function typedAddress(form: HTMLFormElement): AddressParts {
  const textOf = (part: string) =>
    form.querySelector<HTMLInputElement>(`#field-address-${part}`)?.value.trim() ?? "";
  const country = textOf("country") || "US";
  const postalCode = textOf("postalCode");
  const isKept = country !== "US" || /^\d{5}(-\d{4})?$/.test(postalCode);
  const typed = {
    line1: textOf("line1"),
    line2: textOf("line2"),
    city: textOf("city"),
    state: textOf("state"),
    postalCode: isKept ? postalCode : "",
  };
  const filled = withoutGaps(typed);
  return Object.keys(filled).length === 0 ? filled : { ...filled, country };
}
