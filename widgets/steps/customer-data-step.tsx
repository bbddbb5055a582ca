import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FillInCustomerData } from "#contract/client/customer-data";
import { AddressField } from "../fields/address/address-field.tsx";
import type { Address } from "../fields/address/address-rules.ts";
import { DateOfBirthField } from "../fields/date-of-birth/date-of-birth-field.tsx";
import type { FieldReading } from "../fields/field-reading.ts";
import { PhoneField } from "../fields/phone/phone-field.tsx";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { Field } from "../ui/field.tsx";
import { problemText } from "./problem-text.ts";
import { StepForm } from "./step-form.tsx";
import type { ReadRequirement, StepsApi } from "./steps-api.ts";

interface CustomerDataStepProps {
  readonly api: Pick<StepsApi, "fillIn">;
  readonly texts: PersonalTexts;
  /** The missing fields by path, as the service names them. */
  readonly fields: readonly string[];
  /** The known parts of the address. */
  readonly address: ReadRequirement["address"];
  /** Full language tag, for the order of dates. */
  readonly locale: string;
  readonly nowMs: () => number;
  /** Receives the open requirements after saving. */
  readonly onDone: (requirements: readonly ReadRequirement[]) => void;
  /** The client secret has expired: what was typed can be sent again with a new one. */
  readonly onExpired?: () => void;
}

const nameFields = ["firstName", "middleName", "lastName", "suffix"] as const;
type NameField = (typeof nameFields)[number];
const autocomplete: Record<NameField, AutoFill> = {
  firstName: "given-name",
  middleName: "additional-name",
  lastName: "family-name",
  suffix: "honorific-suffix",
};

type Values = Record<string, FieldReading<string | Address>>;

/** Asks only for the missing fields; prefills a partial address. */
export function CustomerDataStep(props: CustomerDataStepProps) {
  const { api, texts, fields, address, locale, nowMs, onDone, onExpired } = props;
  const values = useRef<Values>({});
  const [blocks, setBlocks] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const wantsAddress = fields.some((path) => path.startsWith("address."));
  const names = nameFields.filter((name) => fields.includes(name));

  const wanted = [
    ...names,
    ...["dateOfBirth", "phoneNumber"].filter((path) => fields.includes(path)),
    ...(wantsAddress ? ["address"] : []),
  ];
  const onReading = (path: string) => (reading: FieldReading<string | Address>) => {
    values.current[path] = reading;
    setBlocks(wanted.some((each) => values.current[each]?.blocks ?? true));
  };

  const isGone = useRef(false);
  useLayoutEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const result = await api.fillIn(bodyOf(values.current));
    // A second press, before the next step appeared, must not start that step again.
    if (isGone.current) return;
    setBusy(false);
    if (result.ok) return onDone(result.value.requirements);
    const { code } = result.failure;
    setProblem(problemText(code, texts));
    if (code === "client_secret_expired") onExpired?.();
  };

  const isAddressOnly = wanted.length === 1 && wantsAddress;
  const words = isAddressOnly ? texts.steps.customerAddress : texts.steps.customerData;
  return (
    <StepForm
      testId="step-customer-data"
      texts={texts}
      title={words.title}
      text={words.text}
      problem={problem}
      button={texts.steps.continue}
      busy={busy}
      blocks={blocks}
      onSubmit={() => void submit()}
    >
      {(isSubmitted) => (
        <>
          {names.map((name) => (
            <NameInput
              key={name}
              name={name}
              texts={texts}
              isSubmitted={isSubmitted}
              onReading={onReading(name)}
            />
          ))}
          {fields.includes("dateOfBirth") && (
            <DateOfBirthField
              name="dateOfBirth"
              texts={texts}
              isSubmitted={isSubmitted}
              locale={locale}
              nowMs={nowMs}
              onReading={onReading("dateOfBirth")}
            />
          )}
          {fields.includes("phoneNumber") && (
            <PhoneField
              name="phone"
              texts={texts}
              isSubmitted={isSubmitted}
              {...(address?.["country"] ? { country: address["country"] } : {})}
              onReading={onReading("phoneNumber")}
            />
          )}
          {wantsAddress && (
            <AddressField
              name="address"
              texts={texts}
              isSubmitted={isSubmitted}
              initial={withoutNulls(address)}
              onReading={onReading("address")}
            />
          )}
        </>
      )}
    </StepForm>
  );
}

interface NameInputProps {
  readonly name: NameField;
  readonly texts: PersonalTexts;
  readonly isSubmitted: boolean;
  readonly onReading: (reading: FieldReading<string>) => void;
}

function NameInput({ name, texts, isSubmitted, onReading }: NameInputProps) {
  const [empty, setEmpty] = useState(true);
  const label = texts.names[name];
  return (
    <Field
      name={name}
      label={label}
      error={isSubmitted && empty ? texts.names.empty(label) : undefined}
      input={{
        type: "text",
        dir: "auto",
        autocomplete: autocomplete[name],
        autoCapitalize: "words",
        maxLength: name === "suffix" ? 20 : 100,
        onInput: (event) => {
          const text = event.currentTarget.value.trim();
          setEmpty(text === "");
          onReading({ value: text === "" ? null : text, blocks: text === "" });
        },
      }}
    />
  );
}

/** A whole address without empty parts, as the service accepts it. */
function bodyOf(values: Values): FillInCustomerData {
  const body: Record<string, unknown> = {};
  for (const [path, { value }] of Object.entries(values)) {
    if (value === null) continue;
    body[path] =
      typeof value === "string"
        ? value
        : Object.fromEntries(Object.entries(value).filter(([, part]) => part !== ""));
  }
  return body as FillInCustomerData;
}

function withoutNulls(address: ReadRequirement["address"]): Partial<Address> {
  return Object.fromEntries(
    Object.entries(address ?? {}).filter(([, part]) => typeof part === "string"),
  ) as Partial<Address>;
}
