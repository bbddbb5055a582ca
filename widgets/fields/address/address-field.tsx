import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PersonalTexts } from "../../i18n/personal-texts.ts";
import { controlAttributes, FieldFrame, type FieldWords } from "../../ui/field-frame.tsx";
import { namedCountries } from "../country-names.ts";
import type { PersonalFieldProps } from "../field-reading.ts";
import type { Address, AddressFormat, AddressPart, AddressReading } from "./address-rules.ts";
import { addressRulesAtHand, loadAddressRules } from "./load-address-rules.ts";

interface AddressFieldProps extends PersonalFieldProps<Address, PersonalTexts> {
  /** The data that the service has. */
  readonly initial?: Partial<Address>;
  /** The countries to offer; default: all. */
  readonly countries?: readonly string[];
}

/** The parts that nearly every country has. Used until the rules load. */
const plainFormat: AddressFormat = {
  parts: ["line1", "line2", "city"],
  required: new Set(["line1", "city"]),
  postalCodeName: "postal",
  stateName: "province",
  cityName: "city",
  states: null,
  postalCodeExample: null,
  postalCodeIsNumeric: false,
};

const autocomplete: Record<AddressPart, AutoFill> = {
  line1: "address-line1",
  line2: "address-line2",
  city: "address-level2",
  state: "address-level1",
  postalCode: "postal-code",
};

/** The country comes first: it decides the parts, their labels and their order. A change keeps typed data. */
export function AddressField(props: AddressFieldProps) {
  const { name, texts, required = true, isSubmitted = false, initial, onReading } = props;
  const [rules, setRules] = useState(addressRulesAtHand);
  const [typed, setTyped] = useState<Address>(() => ({ ...emptyAddress, ...withoutGaps(initial) }));
  const [left, setLeft] = useState<ReadonlySet<AddressPart>>(new Set());
  useEffect(() => {
    void loadAddressRules().then(
      (loaded) => setRules(() => loaded),
      // Without the rules the plain form works, and the service checks.
      () => {},
    );
  }, []);

  const format = rules?.formatOf(typed.country) ?? plainFormat;
  const reading = rules?.read(typed) ?? readPlainly(typed);
  const empty = format.parts.every((part) => typed[part].trim() === "");
  const wrong = Object.keys(reading.problems).length > 0;
  const blocks = empty ? required : wrong;
  const latest = JSON.stringify([reading.address, empty, blocks]);
  useLayoutEffect(() => {
    onReading({ value: empty || wrong ? null : reading.address, blocks });
  }, [latest]);

  const countries = useMemo(
    () => namedCountries(props.countries ?? rules?.countries ?? [typed.country], texts.language),
    [props.countries, rules, texts.language],
  );
  const change = (part: keyof Address, text: string) =>
    setTyped((before) => ({ ...before, [part]: text }));

  return (
    <fieldset class="fieldset" data-testid={`field-${name}`}>
      <legend class="visually-hidden">{texts.address.legend}</legend>
      <CountrySelect
        name={`${name}-country`}
        label={texts.address.country}
        value={typed.country}
        countries={countries}
        onChoose={(country) => change("country", country)}
      />
      {format.parts.map((part) => (
        <Part
          key={part}
          name={`${name}-${part}`}
          part={part}
          texts={texts}
          format={format}
          reading={reading}
          required={format.required.has(part) && (required || !empty)}
          spoken={isSubmitted ? "all" : left.has(part) ? "typed" : "nothing"}
          text={typed[part]}
          onText={(text) => change(part, text)}
          onLeave={() => {
            setLeft((before) => new Set(before).add(part));
            if (part === "postalCode" || part === "state") change(part, reading.address[part]);
          }}
        />
      ))}
    </fieldset>
  );
}

interface CountrySelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly countries: readonly { country: string; name: string }[];
  readonly onChoose: (country: string) => void;
}

function CountrySelect({ name, label, value, countries, onChoose }: CountrySelectProps) {
  const words: FieldWords = { name, label };
  return (
    <FieldFrame {...words} wide>
      <select
        {...controlAttributes(words)}
        autocomplete="country"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {countries.map((option) => (
          <option key={option.country} value={option.country}>
            {option.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface PartProps {
  readonly name: string;
  readonly part: AddressPart;
  readonly texts: PersonalTexts;
  readonly format: AddressFormat;
  readonly reading: AddressReading;
  readonly required: boolean;
  /** Errors to show: none, those of typed data, or also missing parts. */
  readonly spoken: "nothing" | "typed" | "all";
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

function Part(props: PartProps) {
  const { name, part, texts, format, reading, required, spoken, text, onText, onLeave } = props;
  const input = useRef<HTMLInputElement>(null);
  // The browser owns the input: write to it only when we change the text.
  useLayoutEffect(() => {
    if (input.current !== null && input.current.value !== text) input.current.value = text;
  }, [text]);

  const label = labelOf(part, format, texts);
  const other = part === "postalCode" ? reading.postalCodeOfState : null;
  const words: FieldWords = {
    name,
    label,
    optional: required ? undefined : texts.optional,
    note:
      spoken !== "nothing" && other !== null
        ? texts.address.ofOtherState(text.trim(), other.name)
        : undefined,
    error: problemText(props, label),
  };
  const attributes = { ...controlAttributes(words), autocomplete: autocomplete[part] };
  const wide = part === "line1" || part === "line2" || part === "city";
  if (part === "state" && format.states !== null) {
    const known = format.states.some(({ code }) => code === reading.address.state);
    return (
      <FieldFrame {...words}>
        <select
          {...attributes}
          value={known ? reading.address.state : ""}
          onChange={(event) => onText(event.currentTarget.value)}
          onBlur={onLeave}
        >
          <option value="">{texts.address.choose}</option>
          {format.states.map((state) => (
            <option key={state.code} value={state.code}>
              {state.name}
            </option>
          ))}
        </select>
      </FieldFrame>
    );
  }
  const numeric = part === "postalCode" && format.postalCodeIsNumeric;
  return (
    <FieldFrame {...words} wide={wide}>
      <input
        {...attributes}
        ref={input}
        type="text"
        dir="auto"
        inputMode={numeric ? "numeric" : "text"}
        autoCapitalize={part === "postalCode" && !numeric ? "characters" : "words"}
        defaultValue={text}
        onInput={(event) => onText(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </FieldFrame>
  );
}

function labelOf(part: AddressPart, format: AddressFormat, { address }: PersonalTexts): string {
  if (part === "city") return address.city[format.cityName] ?? address.city.city;
  if (part === "state") return address.state[format.stateName] ?? address.state.province;
  if (part === "postalCode") {
    return address.postalCode[format.postalCodeName] ?? address.postalCode.postal;
  }
  return address[part];
}

function problemText(props: PartProps, label: string): string | undefined {
  const { part, texts, format, reading, required, spoken } = props;
  const problem = reading.problems[part];
  if (problem === undefined || spoken === "nothing") return undefined;
  if (problem !== "required")
    return texts.address.problem[problem](label, format.postalCodeExample);
  return spoken === "all" && required ? texts.address.empty(part, label) : undefined;
}

const emptyAddress: Address = {
  line1: "",
  line2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "US",
};

function withoutGaps(address: Partial<Address> = {}): Partial<Address> {
  return Object.fromEntries(
    Object.entries(address).filter(([, text]) => typeof text === "string" && text !== ""),
  );
}

function readPlainly(address: Address): AddressReading {
  const problems: AddressReading["problems"] = {};
  for (const part of plainFormat.required) {
    if (address[part].trim() === "") problems[part] = "required";
  }
  return { address, problems, postalCodeOfState: null };
}
