import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PersonalTexts } from "../../i18n/personal-texts.ts";
import { controlAttributes, FieldFrame, type FieldWords } from "../../ui/field-frame.tsx";
import { countryName, flagOf, namedCountries } from "../country-names.ts";
import { digitsOf } from "../digits.ts";
import type { PersonalFieldProps } from "../field-reading.ts";
import { callingCodeOf, countriesOf, leadingCallingCode, phoneCountries } from "./calling-codes.ts";
import { loadPhoneRules } from "./load-phone-rules.ts";
import type { PhoneReading, PhoneRules } from "./phone-rules.ts";

interface PhoneFieldProps extends PersonalFieldProps<string, PersonalTexts> {
  /** The stored number, as E.164. */
  readonly initial?: string;
  /** The customer's country, preselected if it has a calling code. */
  readonly country?: string;
  /** The countries to offer; default: all. */
  readonly countries?: readonly string[];
}

/**
 * A country selector and a national number; the value is E.164.
 * The selector is a native select with a drawn surface on top. So it has type-ahead and the phone's own picker, the
 * frame does not clip it, and every screen reader says its name. The rules load when the field is first used. The script
 * rewrites a number when it is pasted or autofilled, or when the customer leaves the field, but never while they type.
 */
export function PhoneField(props: PhoneFieldProps) {
  const { name, texts, required = true, isSubmitted = false, initial = "", onReading } = props;
  const input = useRef<HTMLInputElement>(null);
  const [country, setCountry] = useState(
    () => countryOfInitial(initial) ?? [props.country ?? ""].find(callingCodeOf) ?? "US",
  );
  const [text, setText] = useState(initial);
  const [left, setLeft] = useState(false);
  const [rules, setRules] = useState<PhoneRules | null>(null);
  const options = useMemo(
    () => namedCountries(props.countries ?? phoneCountries, texts.language),
    [props.countries, texts.language],
  );

  const load = () => {
    if (rules !== null) return;
    loadPhoneRules().then(
      (loaded) => setRules(() => loaded),
      // The next key or focus tries again.
      () => {},
    );
  };
  useEffect(() => {
    if (initial !== "") load();
  }, []);

  const reading = rules?.read(country, text) ?? null;
  const empty = text.trim() === "";
  const value = reading?.e164 ?? null;
  const blocks = empty ? required : value === null;
  // Before paint, for a submit right after the last key.
  useLayoutEffect(() => onReading({ value, blocks }), [value, blocks]);

  /** Selects the country of a complete number and formats it. */
  const settle = (from: PhoneRules | null) => {
    const typed = input.current?.value ?? "";
    const settled = from?.settle(country, typed) ?? { country, text: typed };
    if (input.current !== null && settled.text !== typed) input.current.value = settled.text;
    setCountry(settled.country);
    setText(settled.text);
  };
  // Formats text that was entered before the rules loaded.
  useEffect(() => {
    if (rules !== null && document.activeElement !== input.current) settle(rules);
  }, [rules]);

  const onInput = (event: InputEvent) => {
    load();
    const { inputType: kind = "", isComposing = false } = event;
    const typed = input.current?.value ?? "";
    const isTyped = isComposing || kind === "insertText" || kind.startsWith("delete");
    if (!isTyped) return settle(rules);
    setText(typed);
    if (left && typed.trim() === "") setLeft(false);
    if (rules !== null) setCountry(rules.countryFor(country, typed));
  };

  /** Selects a country. Removes a leading calling code from the text, which would change the selector back. */
  const choose = (chosen: string) => {
    const typed = input.current?.value ?? "";
    const national = typed.replace(new RegExp(`^\\s*\\+(?:${callingCodeOf(country)})?\\s*`), "");
    if (national !== typed && input.current !== null) input.current.value = national;
    setCountry(chosen);
    setText(national);
  };

  const switchTo = (suggested: string) => {
    const typed = `+${digitsOf(input.current?.value ?? "")}`;
    const settled = rules?.settle(suggested, typed);
    if (settled === undefined || input.current === null) return;
    input.current.value = settled.text;
    setCountry(settled.country);
    setText(settled.text);
    input.current.focus();
  };

  const words: FieldWords = {
    name,
    label: texts.phone.label,
    optional: required ? undefined : texts.optional,
    // The line exists from the start, so that nothing moves when the example appears.
    hint: rules === null ? "\u00a0" : texts.phone.example(rules.example(country)),
    note: left && reading?.unassigned ? texts.phone.unassigned : undefined,
    error: problemText({ texts, reading, empty, left, isSubmitted, required }),
  };
  const suggestion = words.error === undefined ? undefined : reading?.problem?.suggestion;

  return (
    <FieldFrame
      {...words}
      remedy={
        suggestion !== undefined && (
          <button
            type="button"
            class="link field-remedy"
            data-testid={`switch-${name}`}
            onClick={() => switchTo(suggestion)}
          >
            {texts.phone.switchTo(countryName(suggestion, texts.language))}
          </button>
        )
      }
    >
      <div class="phone-country">
        <span class="phone-face" aria-hidden="true">
          <span>{flagOf(country)}</span>
          <bdi dir="ltr">+{callingCodeOf(country)}</bdi>
        </span>
        <select
          class="phone-select"
          aria-label={texts.phone.country}
          autocomplete="tel-country-code"
          data-testid={`country-${name}`}
          value={country}
          onFocus={load}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.country} value={option.country}>
              {option.name} (+{callingCodeOf(option.country)})
            </option>
          ))}
        </select>
      </div>
      <input
        {...controlAttributes(words)}
        ref={input}
        type="tel"
        inputMode="tel"
        autocomplete="tel-national"
        data-digits=""
        defaultValue={initial}
        onFocus={load}
        onInput={onInput}
        onBlur={() => {
          settle(rules);
          setLeft((input.current?.value ?? "").trim() !== "");
        }}
      />
    </FieldFrame>
  );
}

interface ProblemState {
  texts: PersonalTexts;
  reading: PhoneReading | null;
  empty: boolean;
  left: boolean;
  isSubmitted: boolean;
  required: boolean;
}

/** "Too long" appears while typing; other errors on blur or submit. */
function problemText(state: ProblemState): string | undefined {
  const { texts, reading, empty, left, isSubmitted, required } = state;
  if (empty) return isSubmitted && required ? texts.phone.empty : undefined;
  // The rules are missing, or a slow connection still loads them. The press must not seem to do nothing.
  if (reading === null) return isSubmitted ? texts.phone.problem.unchecked : undefined;
  const { problem } = reading;
  if (problem === null || !(left || isSubmitted || problem.code === "too_long")) return undefined;
  const { suggestion } = problem;
  if (suggestion === undefined) return texts.phone.problem[problem.code];
  return `${texts.phone.problem[problem.code]} ${texts.phone.isOf(countryName(suggestion, texts.language))}`;
}

function countryOfInitial(e164: string): string | undefined {
  const code = e164.startsWith("+") ? leadingCallingCode(e164.slice(1)) : null;
  return code === null ? undefined : countriesOf(code)[0];
}
