import { useEffect, useRef, useState } from "preact/hooks";
import type { W9Draft } from "#contract/client/w9";
import type { TinBox } from "#contract/tin";
import { currentW9Form } from "#contract/w9-form";
import { AddressField } from "../fields/address/address-field.tsx";
import type { Address } from "../fields/address/address-rules.ts";
import type { FieldReading } from "../fields/field-reading.ts";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Button } from "../ui/button.tsx";
import { focusFirstWrong } from "../ui/focus-first-wrong.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { FormName, Intro, StepHead } from "./form-parts.tsx";
import { NamePart } from "./name-part.tsx";
import { NumberPart } from "./number-part.tsx";
import { ReviewPart } from "./review-part.tsx";
import { SignPart } from "./sign-part.tsx";
import { StatusPart } from "./status-part.tsx";
import type { ReadCompleted, W9Failure, W9Result } from "./w9-api.ts";
import { W9Problem } from "./w9-problem.tsx";
import {
  isFilled,
  refusedStep,
  stepAfter,
  stepNames,
  type W9StepName,
  w9Steps,
} from "./w9-steps.ts";
import { type AddressParts, bodyOf, boxIn, draftOf, valuesOf, type W9Values } from "./w9-values.ts";

interface W9FormProps {
  readonly texts: W9Texts;
  readonly personal: PersonalTexts;
  readonly operatorName: string;
  /** The initial answers: a draft, or the known customer data. */
  readonly draft: W9Draft | null;
  /** The name that the operator has; empty if it must not be shown. */
  readonly knownName: string;
  /** Today, as the form's date shows it. */
  readonly date: string;
  readonly onDraft: (draft: W9Draft) => void;
  readonly onNotUsPerson: () => void;
  readonly complete: (body: ReturnType<typeof bodyOf>) => Promise<W9Result<ReadCompleted>>;
  readonly onSigned: (completed: ReadCompleted) => void;
}

/**
 * Asks one question after the other. Steps with known data are skipped; the last one shows every answer above the
 * certification and the signature. A later change removes the signature. Every step stays in the document, hidden, so
 * that going back loses nothing.
 */
export function W9Form(props: W9FormProps) {
  const { texts, personal, operatorName, draft, knownName, date } = props;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => valuesOf(draft));
  const [tin, setTin] = useState<string | null>(null);
  const [step, setStep] = useState<W9StepName>("status");
  const [seen, setSeen] = useState<ReadonlySet<W9StepName>>(new Set(["status"]));
  const [numberBox, setNumberBox] = useState<TinBox | null>(null);
  /** Steps whose missing fields are errors: left incomplete, or refused by the service. */
  const [stepsWithErrors, setStepsWithErrors] = useState<ReadonlySet<W9StepName>>(new Set());
  const [looks, setLooks] = useState(0);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<W9Failure | null>(null);
  const [wasSigned, setWasSigned] = useState(false);

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
  const keepDraft = () => {
    if (form.current) props.onDraft(draftOf(values, typedAddress(form.current)));
  };
  useEffect(keepDraft, [typed]);

  const goTo = (next: W9StepName) => {
    // A hidden field must not keep the focus: the new step's heading takes it.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && form.current?.contains(activeElement)) {
      activeElement.blur();
    }
    setStep(next);
    setSeen((before) => new Set([...before, next]));
    setSaid(texts.progress.now(w9Steps.indexOf(next) + 1, w9Steps.length));
  };
  /** Shows the errors of a step, and focuses the first wrong field. */
  const showErrors = (about: W9StepName) => {
    setStepsWithErrors((before) => new Set([...before, about]));
    setLooks((before) => before + 1);
  };
  useEffect(() => {
    if (looks === 0) return;
    const count = focusFirstWrong(form.current);
    if (count === 0) return;
    setSaid(texts.problemCount(count) + "\u00a0".repeat(looks % 2));
  }, [looks]);

  const submitStep = () => {
    const answers = { values, tin };
    if (!isFilled(step, answers)) return showErrors(step);
    if (values.usPerson === false) return props.onNotUsPerson();
    if (step === "number") setNumberBox(boxIn(values));
    const next = stepAfter(step, { ...answers, seen, numberBox, knownName });
    if (next !== step) goTo(next);
    else void send(tin ?? "");
  };
  const send = async (number: string) => {
    setBusy(true);
    setFailure(null);
    const result = await props.complete(bodyOf(values, number, currentW9Form.revision));
    setBusy(false);
    if (result.ok) return props.onSigned(result.value);
    setFailure(result.failure);
    const refused = refusedStep(result.failure);
    if (refused !== "review") goTo(refused);
    showErrors(refused);
  };

  const names = stepNames(texts);
  const shown = (each: W9StepName) => ({
    class: "w9-step",
    "data-testid": `w9-step-${each}`,
    hidden: each !== step,
  });
  const isReview = step === "review";
  return (
    <form
      ref={form}
      class="w9-form"
      method="dialog"
      noValidate
      data-testid="w9-form"
      data-step={step}
      // The address field reports only whole addresses; drafts also need incomplete ones.
      onFocusOut={keepDraft}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submitStep();
      }}
    >
      <ProgressBar
        steps={w9Steps.map((id) => ({ id, name: names[id] }))}
        current={w9Steps.indexOf(step)}
        words={texts.progress}
        title={<FormName />}
      />

      <div {...shown("status")}>
        <Intro texts={texts} operatorName={operatorName} isShown={step === "status"} />
        <StatusPart
          values={values}
          texts={texts}
          showsErrors={stepsWithErrors.has("status")}
          onChange={change}
        />
      </div>

      <div {...shown("name")}>
        <StepHead title={names.name} line={texts.line("1")} isShown={step === "name"}>
          {values.who === "person" && <p class="w9-text w9-quiet">{texts.name.personHint}</p>}
        </StepHead>
        <NamePart
          values={values}
          texts={texts}
          personal={personal}
          showsErrors={stepsWithErrors.has("name")}
          knownName={knownName}
          onChange={change}
        />
      </div>

      <div {...shown("address")}>
        <StepHead title={names.address} line={texts.line("5, 6")} isShown={step === "address"}>
          <p class="w9-text w9-quiet">{texts.address.hint}</p>
        </StepHead>
        <AddressField
          name="address"
          texts={personal}
          isSubmitted={stepsWithErrors.has("address")}
          initial={withoutGaps({ ...draft?.address })}
          onReading={readAddress}
        />
      </div>

      <div {...shown("number")}>
        <StepHead title={names.number} line="Part I" isShown={step === "number"} />
        <NumberPart
          values={values}
          texts={texts}
          showsErrors={stepsWithErrors.has("number")}
          isRefused={failure?.paths?.includes("tin") ?? false}
          onChange={change}
          onTin={readTin}
        />
      </div>

      <div {...shown("review")}>
        <StepHead title={names.review} isShown={isReview}>
          <p class="w9-text w9-quiet">{texts.review.text}</p>
        </StepHead>
        <ReviewPart values={values} tin={tin} texts={texts} onEdit={goTo} />
        <SignPart
          values={values}
          texts={texts}
          showsErrors={stepsWithErrors.has("review")}
          wasSigned={wasSigned}
          date={date}
          onSignature={(signature) => write({ signature })}
        />
      </div>

      <footer class="w9-foot">
        <W9Problem
          failure={failure !== null && refusedStep(failure) === step ? failure : null}
          texts={texts}
        />
        {isReview ? (
          <Button key="sign" testId="w9-sign" type="submit" busy={busy}>
            {texts.signature.button}
          </Button>
        ) : (
          <Button key="go-on" testId="w9-go-on" type="submit">
            {personal.steps.continue}
          </Button>
        )}
        {step !== "status" && (
          <Button
            testId="w9-back"
            quiet
            waits={busy}
            onPress={() => goTo(w9Steps[w9Steps.indexOf(step) - 1] ?? "status")}
          >
            {texts.back}
          </Button>
        )}
      </footer>
      <LiveRegion message={said} />
    </form>
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
