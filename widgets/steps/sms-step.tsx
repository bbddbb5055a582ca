import { useReducer, useRef, useState } from "preact/hooks";
import type { FieldReading } from "../fields/field-reading.ts";
import { OneTimeCodeField } from "../fields/one-time-code/one-time-code-field.tsx";
import { PhoneField } from "../fields/phone/phone-field.tsx";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { problemText } from "./problem-text.ts";
import { nextSmsStep, smsStepAt } from "./sms-step-state.ts";
import { StepForm } from "./step-form.tsx";
import type { SentCode, SmsProgress, StepResult, StepsApi } from "./steps-api.ts";

interface SmsStepProps {
  readonly api: Pick<StepsApi, "startSms" | "checkSms">;
  readonly texts: PersonalTexts;
  /** The masked number on file; null if there is none. */
  readonly phoneNumber: string | null;
  /** False once the number is verified; default true. */
  readonly canChangeNumber?: boolean;
  /** A code that was sent before this step appeared and can still be entered. */
  readonly sentCode?: SentCode | null;
  /** The customer's country, for the calling code. */
  readonly country?: string;
  readonly nowMs: () => number;
  /** The number is verified, perhaps elsewhere. */
  readonly onDone: () => void;
}

const nothing: FieldReading<string> = { value: null, blocks: true };

/** Verifies a phone number with a code from a text message. */
export function SmsStep(props: SmsStepProps) {
  const { api, texts, phoneNumber, canChangeNumber = true, sentCode, country, nowMs } = props;
  const { onDone } = props;
  const [state, dispatch] = useReducer(nextSmsStep, phoneNumber, (known) =>
    smsStepAt(known, sentCode),
  );
  const [number, setNumber] = useState(nothing);
  const [code, setCode] = useState(nothing);
  /** The number that the current code went to; null for the one on file, undefined if only the service knows it. */
  const codeNumber = useRef<string | null | undefined>(
    sentCode?.isNumberOnFile === false ? undefined : null,
  );
  /** The code that was checked last; the field may hold another by now. */
  const checkedCode = useRef("");
  const words = texts.steps.sms;

  /** A lost response or another tab may have verified a number, or sent another code. The service knows what is next. */
  const isElsewhere = (result: StepResult<SmsProgress>, ...codes: string[]) =>
    !result.ok && ["phone_number_verified", ...codes].includes(result.failure.code);
  const start = async (to: string | null) => {
    if (state.busy) return;
    dispatch({ type: "sent" });
    const language = texts.language;
    const result = await api.startSms(to === null ? { language } : { phoneNumber: to, language });
    if (result.ok) codeNumber.current = to;
    dispatch({ type: "started", result });
    // A code that this page does not know of can still be entered.
    if (isElsewhere(result, ...(state.progress === null ? ["sms_sent_recently"] : []))) onDone();
  };
  const check = async (typed: string) => {
    if (state.busy) return;
    checkedCode.current = typed;
    dispatch({ type: "checking" });
    const result = await api.checkSms(typed);
    dispatch({ type: "checked", result });
    if (result.ok || isElsewhere(result, "sms_not_started")) onDone();
  };

  const changeNumber = () => dispatch({ type: "changeNumber" });
  const otherWay = (testId: string, label: string, type: "changeNumber" | "enterCode") => (
    <button
      type="button"
      class="link personal-other-way"
      data-testid={testId}
      onClick={() => dispatch({ type })}
    >
      {label}
    </button>
  );

  const { failure } = state;
  if (state.view === "number") {
    const known = state.knownNumber;
    return (
      <StepForm
        key="number"
        testId="step-sms-number"
        texts={texts}
        title={words.title}
        text={numberText(words, known, canChangeNumber)}
        problem={failure === null ? undefined : problemText(failure.code, texts)}
        button={words.send}
        busy={state.busy}
        blocks={known === null && number.blocks}
        onSubmit={() => void start(known === null ? number.value : null)}
        otherWay={
          state.progress !== null
            ? otherWay("enter-code", words.enterCode(state.progress.phoneNumber), "enterCode")
            : known !== null &&
              canChangeNumber &&
              otherWay("another-number", words.another, "changeNumber")
        }
      >
        {(isSubmitted) =>
          known === null && (
            <PhoneField
              name="phone"
              texts={texts}
              isSubmitted={isSubmitted}
              onReading={setNumber}
              {...(country === undefined ? {} : { country })}
            />
          )
        }
      </StepForm>
    );
  }
  const { progress } = state;
  const isWrong = failure?.code === "sms_code_wrong";
  return (
    <StepForm
      key="code"
      testId="step-sms-code"
      texts={texts}
      title={words.title}
      text={undefined}
      problem={failure === null || isWrong ? undefined : problemText(failure.code, texts)}
      button={texts.steps.continue}
      busy={state.busy || state.view === "done"}
      blocks={code.blocks}
      onSubmit={() => void check(code.value ?? "")}
    >
      {(isSubmitted) => (
        <OneTimeCodeField
          name="code"
          texts={texts}
          isSubmitted={isSubmitted}
          sentTo={progress?.phoneNumber ?? ""}
          resendAtMs={Date.parse(progress?.resendAt ?? "")}
          nowMs={nowMs}
          refused={
            isWrong
              ? { code: checkedCode.current, text: words.wrongCode(failure.attemptsLeft ?? 0) }
              : undefined
          }
          onReading={setCode}
          onWhole={(whole) => void check(whole)}
          onResend={() =>
            codeNumber.current === undefined ? changeNumber() : void start(codeNumber.current)
          }
          onChangeNumber={canChangeNumber ? changeNumber : null}
        />
      )}
    </StepForm>
  );
}

function numberText(
  words: PersonalTexts["steps"]["sms"],
  known: string | null,
  canChangeNumber: boolean,
): string {
  if (known === null) return words.ask;
  return canChangeNumber ? words.text(known) : `${words.text(known)} ${words.verified}`;
}
