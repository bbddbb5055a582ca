import { useRef, useState } from "preact/hooks";
import { DateOfBirthField } from "../fields/date-of-birth/date-of-birth-field.tsx";
import type { FieldReading } from "../fields/field-reading.ts";
import { OneTimeCodeField } from "../fields/one-time-code/one-time-code-field.tsx";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { StepForm } from "../steps/step-form.tsx";
import { BelowHeading } from "../ui/heading-level.tsx";
import { FormName, Intro } from "./form-parts.tsx";
import type { ReadSentCode, ReadSession, W9Api, W9Failure } from "./w9-api.ts";
import { failureText } from "./w9-problem.tsx";

interface ConfirmStepProps {
  readonly session: ReadSession;
  readonly api: Pick<W9Api, "confirm" | "sendCode" | "checkCode">;
  readonly texts: W9Texts;
  readonly personal: PersonalTexts;
  readonly locale: string;
  readonly nowMs: () => number;
  readonly onConfirmed: (confirmation: string) => void;
  readonly onByHand: () => void;
}

/**
 * Known data is filled in only after a confirmation that the customer opened the link. Optional: they can fill in
 * everything themselves.
 */
export function ConfirmStep(props: ConfirmStepProps) {
  const { session, texts } = props;
  const canDate = session.confirmBy.includes("date_of_birth");
  const phone = session.confirmBy.includes("phone") ? session.phoneNumber : null;
  const [way, setWay] = useState<"date" | "phone">(canDate ? "date" : "phone");
  // The device's clock may be wrong, and the waits end at the service's times.
  const [offsetMs] = useState(() => Date.parse(session.serverTime) - props.nowMs());
  const nowMs = () => props.nowMs() + offsetMs;
  const others = (
    <p class="w9-ways">
      {way === "date" && phone !== null && (
        <button
          type="button"
          class="link"
          data-testid="w9-by-phone"
          onClick={() => setWay("phone")}
        >
          {texts.confirm.byPhone(phone)}
        </button>
      )}
      <button type="button" class="link" data-testid="w9-by-hand" onClick={props.onByHand}>
        {texts.confirm.byHand}
      </button>
    </p>
  );
  return (
    <div class="w9-confirm">
      <div class="w9-stack">
        <FormName />
        <Intro texts={texts} operatorName={session.operator.name} />
      </div>
      <BelowHeading>
        {way === "date" ? (
          <ByDate {...props} nowMs={nowMs} others={others} />
        ) : (
          <ByPhone {...props} nowMs={nowMs} others={others} />
        )}
      </BelowHeading>
    </div>
  );
}

type ConfirmMethodProps = ConfirmStepProps & { readonly others: preact.ComponentChildren };

function ByDate({
  api,
  session,
  texts,
  personal,
  locale,
  nowMs,
  onConfirmed,
  others,
}: ConfirmMethodProps) {
  const [date, setDate] = useState<FieldReading<string>>({ value: null, blocks: true });
  const [failure, setFailure] = useState<W9Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const result = await api.confirm(date.value ?? "");
    setBusy(false);
    if (result.ok) onConfirmed(result.value.confirmation);
    else setFailure(result.failure);
  };
  const isWrong = failure?.code === "w9_confirmation_wrong";
  const problem = isWrong
    ? texts.confirm.wrong(failure.attemptsLeft ?? 0)
    : failure && failureText(failure, texts);
  return (
    <StepForm
      testId="w9-confirm-date"
      texts={personal}
      title={texts.confirm.title}
      text={texts.confirm.text(session.operator.name)}
      problem={problem ?? undefined}
      button={texts.confirm.button}
      busy={busy}
      blocks={date.blocks}
      onSubmit={() => void submit()}
      otherWay={others}
    >
      {(isSubmitted) => (
        <DateOfBirthField
          name="dateOfBirth"
          texts={personal}
          isSubmitted={isSubmitted}
          locale={locale}
          nowMs={nowMs}
          onReading={setDate}
        />
      )}
    </StepForm>
  );
}

function ByPhone({
  api,
  session,
  texts,
  personal,
  nowMs,
  onConfirmed,
  others,
}: ConfirmMethodProps) {
  const [sentCode, setSentCode] = useState<ReadSentCode | null>(null);
  const [code, setCode] = useState<FieldReading<string>>({ value: null, blocks: true });
  const [failure, setFailure] = useState<W9Failure | null>(null);
  const [busy, setBusy] = useState(false);
  /** The code that was checked last; the field may hold another by now. */
  const checkedCode = useRef("");
  const known = session.phoneNumber ?? "";
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const result = await api.sendCode(texts.language);
    setBusy(false);
    if (result.ok) return setSentCode(result.value);
    setFailure(result.failure);
    // The code was sent before a reload, or from another tab, and can still be entered.
    if (result.failure.code === "sms_sent_recently") {
      setSentCode(sentCode ?? { phoneNumber: known, resendAt: session.serverTime });
    }
  };
  const check = async (typed: string) => {
    if (busy) return;
    checkedCode.current = typed;
    setBusy(true);
    setFailure(null);
    const result = await api.checkCode(typed);
    setBusy(false);
    if (result.ok) onConfirmed(result.value.confirmation);
    else setFailure(result.failure);
  };
  const isWrong = failure?.code === "sms_code_wrong";
  const isSent = sentCode !== null;
  return (
    <StepForm
      key={isSent ? "code" : "send"}
      testId={isSent ? "w9-confirm-code" : "w9-confirm-phone"}
      texts={personal}
      title={texts.confirm.title}
      text={isSent ? undefined : texts.confirm.byPhone(known)}
      problem={failure === null || isWrong ? undefined : failureText(failure, texts)}
      button={isSent ? texts.confirm.button : texts.confirm.sendCode}
      busy={busy}
      blocks={isSent && code.blocks}
      onSubmit={() => void (isSent ? check(code.value ?? "") : send())}
      otherWay={others}
    >
      {(isSubmitted) =>
        isSent && (
          <OneTimeCodeField
            name="code"
            texts={personal}
            isSubmitted={isSubmitted}
            sentTo={sentCode.phoneNumber}
            resendAtMs={Date.parse(sentCode.resendAt)}
            nowMs={nowMs}
            refused={
              isWrong
                ? {
                    code: checkedCode.current,
                    text: personal.steps.sms.wrongCode(failure.attemptsLeft ?? 0),
                  }
                : undefined
            }
            onReading={setCode}
            onWhole={(whole) => void check(whole)}
            onResend={() => void send()}
            onChangeNumber={null}
          />
        )
      }
    </StepForm>
  );
}
