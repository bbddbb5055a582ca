import { useReducer, useRef, useState } from "preact/hooks";
import type { FieldReading } from "../fields/field-reading.ts";
import { OneTimeCodeField } from "../fields/one-time-code/one-time-code-field.tsx";
import { PhoneField } from "../fields/phone/phone-field.tsx";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { nextSmsStep, smsStepAt } from "./sms-step-state.ts";
import { StepForm } from "./step-form.tsx";
import type { SmsProgress, StepFailure, StepResult, StepsApi } from "./steps-api.ts";

interface SmsStepProps {
  readonly api: Pick<StepsApi, "startSms" | "checkSms">;
  readonly texts: PersonalTexts;
  /** The masked number on file; null if there is none. */
  readonly phoneNumber: string | null;
  /** False once the number is verified; default true. */
  readonly canChangeNumber?: boolean;
  /** The customer's country, for the calling code. */
  readonly country?: string;
  readonly nowMs: () => number;
  /** The number is verified, perhaps elsewhere. */
  readonly onDone: () => void;
}

const nothing: FieldReading<string> = { value: null, blocks: true };

/** Verifies a phone number with a code from a text message. */
export function SmsStep(props: SmsStepProps) {
  const { api, texts, phoneNumber, canChangeNumber = true, country, nowMs, onDone } = props;
  const [state, dispatch] = useReducer(nextSmsStep, phoneNumber, smsStepAt);
  const [number, setNumber] = useState(nothing);
  const [code, setCode] = useState(nothing);
  /** The number that the current code went to, if it is not the one on file. */
  const typedNumber = useRef<string | null>(null);
  /** The code that was checked last; the field may hold another by now. */
  const checkedCode = useRef("");
  const words = texts.steps.sms;

  /** A lost response or another tab may have verified another number. No code is sent to this one any more. */
  const isVerifiedElsewhere = (result: StepResult<SmsProgress>) =>
    !result.ok && result.failure.code === "phone_number_verified";
  const start = async (to: string | null) => {
    if (state.busy) return;
    typedNumber.current = to;
    dispatch({ type: "sent" });
    const language = texts.language;
    const result = await api.startSms(to === null ? { language } : { phoneNumber: to, language });
    dispatch({ type: "started", result });
    if (isVerifiedElsewhere(result)) onDone();
  };
  const check = async (typed: string) => {
    if (state.busy) return;
    checkedCode.current = typed;
    dispatch({ type: "checking" });
    const result = await api.checkSms(typed);
    dispatch({ type: "checked", result });
    if (result.ok || isVerifiedElsewhere(result)) onDone();
  };

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
        problem={failure === null ? undefined : problemText(failure, texts)}
        button={words.send}
        busy={state.busy}
        blocks={known === null && number.blocks}
        onSubmit={() => void start(known === null ? number.value : null)}
        otherWay={
          known !== null &&
          canChangeNumber && (
            <button
              type="button"
              class="link personal-other-way"
              data-testid="another-number"
              onClick={() => dispatch({ type: "changeNumber" })}
            >
              {words.another}
            </button>
          )
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
      problem={failure === null || isWrong ? undefined : problemText(failure, texts)}
      button={texts.steps.goOn}
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
          onResend={() => void start(typedNumber.current)}
          onChangeNumber={canChangeNumber ? () => dispatch({ type: "changeNumber" }) : null}
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

function problemText({ code }: StepFailure, { steps }: PersonalTexts): string {
  if (code === "lost") return steps.lost;
  return (Object.hasOwn(steps.sms.refusals, code) && steps.sms.refusals[code]) || steps.unknown;
}
