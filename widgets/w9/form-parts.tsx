import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { currentW9Form, isLatinName } from "#contract/w9-form";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Field } from "../ui/field.tsx";
import { headingOf, levelIn } from "../ui/heading-level.tsx";
import { useStepHeading } from "../ui/step-heading.ts";

/** The form's name, shown above a heading. */
export function FormName() {
  return <span class="w9-eyebrow" lang="en">{`Form W‑9 (${currentW9Form.revisionName})`}</span>;
}

interface IntroProps {
  readonly texts: W9Texts;
  readonly operatorName: string;
  readonly isShown?: boolean;
}

/** What the form is and who asks for it. */
export function Intro({ texts, operatorName, isShown }: IntroProps) {
  return (
    <StepHead title={texts.intro.title} isShown={isShown}>
      <p class="w9-text">{texts.intro.text(operatorName)}</p>
      <p class="w9-text w9-quiet">{texts.intro.safe}</p>
    </StepHead>
  );
}

interface StepHeadProps {
  readonly title: string;
  /** The step's line on the form: `Line 1`. */
  readonly line?: string | undefined;
  readonly isShown?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** The heading takes the focus when the step appears, if the page has it. */
export function StepHead({ title, line, isShown, children }: StepHeadProps, context?: object) {
  const level = levelIn(context);
  const heading = useStepHeading(level, isShown);
  const Heading = headingOf(level);
  return (
    <header class="w9-head">
      <div class="w9-part-head">
        <Heading class="w9-title" tabIndex={-1} ref={heading}>
          {title}
        </Heading>
        {line !== undefined && <span class="w9-line">{line}</span>}
      </div>
      {children}
    </header>
  );
}

interface PartProps {
  readonly title: string;
  /** The field's line on the form: `Line 3a`. */
  readonly line?: string | undefined;
  readonly children: ComponentChildren;
}

export function Part({ title, line, children }: PartProps, context?: object) {
  const Heading = levelIn(context) === 1 ? "h2" : "h3";
  return (
    <section class="w9-part">
      <header class="w9-part-head">
        <Heading class="w9-part-title">{title}</Heading>
        {line !== undefined && <span class="w9-line">{line}</span>}
      </header>
      {children}
    </section>
  );
}

interface TextLineProps {
  readonly name: string;
  readonly label: string;
  readonly texts: W9Texts;
  readonly value: string;
  readonly showsErrors: boolean;
  readonly required?: boolean;
  readonly optional?: string;
  readonly hint?: string | undefined;
  readonly note?: string | undefined;
  readonly autocomplete?: AutoFill;
  readonly maxLength?: number;
  readonly wide?: boolean;
  readonly onText: (text: string) => void;
}

/** Accepts the letters that the IRS accepts. */
export function TextLine(props: TextLineProps) {
  const { name, label, texts, value, showsErrors, required = false, hint, note, onText } = props;
  const [left, setLeft] = useState(false);
  const empty = value.trim() === "";
  const error = !isLatinName(value)
    ? left || showsErrors
      ? texts.name.notLatin
      : undefined
    : required && empty && showsErrors
      ? texts.required(label)
      : undefined;
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      note={note}
      error={error}
      optional={props.optional}
      wide={props.wide ?? false}
      input={{
        type: "text",
        dir: "auto",
        autocomplete: props.autocomplete ?? "off",
        autoCapitalize: "words",
        spellcheck: false,
        enterKeyHint: "next",
        maxLength: props.maxLength ?? 100,
        defaultValue: value,
        onInput: (event) => onText(event.currentTarget.value),
        onBlur: () => setLeft(true),
      }}
    />
  );
}

/** The form's definition of a US person, with its meaning in the reader's language. */
export function UsPersonWords({ texts }: { texts: W9Texts }) {
  const { intro, kinds } = currentW9Form.usPerson;
  return (
    <details class="w9-more">
      <summary>{texts.usPerson.more}</summary>
      {texts.usPerson.meaning?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div lang="en" dir="ltr">
        <p>{intro}</p>
        <ul>
          {kinds.map((kind) => (
            <li key={kind}>{kind}</li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** Part II as on the form; item 2 is crossed out if the IRS has notified the customer. */
export function Certification({ texts, struck }: { texts: W9Texts; struck: boolean }) {
  const { perjury, items } = currentW9Form;
  const { crossedOut, englishOnly, meaning } = texts.certification;
  return (
    <div class="w9-certification" data-testid="w9-certification">
      {englishOnly !== null && <p class="field-hint">{englishOnly}</p>}
      <div lang="en" dir="ltr">
        <p>{perjury}</p>
        <ol>
          {items.map((item, index) => (
            <li key={item}>
              {index === 1 && struck ? (
                <>
                  <span class="visually-hidden" lang={texts.language} dir="auto">
                    {crossedOut}{" "}
                  </span>
                  <del>{item}</del>
                </>
              ) : (
                item
              )}
            </li>
          ))}
        </ol>
      </div>
      <UsPersonWords texts={texts} />
      {meaning !== null && (
        <details class="w9-more">
          <summary>{meaning.title}</summary>
          <ol>
            {meaning.items.map((item, index) => (
              <li key={item}>{index === 1 && struck ? <del>{item}</del> : item}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
