import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PersonalTexts } from "../../i18n/personal-texts.ts";
import { controlAttributes, FieldFrame, type FieldWords } from "../../ui/field-frame.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import type { PersonalFieldProps } from "../field-reading.ts";
import { codeIn } from "./code-text.ts";
import { announcementAt, minutesAndSeconds, secondsUntil } from "./resend-countdown.ts";
import { awaitSmsCode, browserOtpSource, type OtpSource } from "./web-otp.ts";

interface OneTimeCodeFieldProps extends PersonalFieldProps<string, PersonalTexts> {
  /** The number of digits; default 6. */
  readonly length?: number;
  /** The masked number: `•••• 34`. */
  readonly sentTo: string;
  /** When a new code may be requested; the service increases each wait. */
  readonly resendAtMs: number;
  readonly nowMs: () => number;
  /** The service's refusal of `code`. The field shows it and blocks the form until the code changes. */
  readonly refused?: { readonly code: string; readonly text: string } | undefined;
  /** Called with the complete code, which can then be sent. */
  readonly onWhole?: (code: string) => void;
  readonly onResend: () => void;
  /** Null if the number cannot change; then there is no button for it. */
  readonly onChangeNumber: (() => void) | null;
  /** The source of codes; default: the browser's, or null if it has none. */
  readonly otpSource?: OtpSource | null;
}

/**
 * One input, because six of them break paste, autofill and screen readers. A complete code is sent at once, however it
 * was entered. A refused code is not sent again.
 */
export function OneTimeCodeField(props: OneTimeCodeFieldProps) {
  const { name, texts, required = true, isSubmitted = false, length = 6, onReading } = props;
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [left, setLeft] = useState(false);

  const whole = code.length === length;
  const isRefused = props.refused?.code === code;
  const value = whole ? code : null;
  const blocks = code === "" ? required : !whole || isRefused;
  useLayoutEffect(() => onReading({ value, blocks }), [value, blocks]);
  // Focuses the refused code, so that screen readers read the refusal.
  useLayoutEffect(() => {
    if (!isRefused || !document.hasFocus()) return;
    input.current?.focus();
    input.current?.select();
  }, [props.refused?.text]);

  const fill = (text: string) => {
    const found = codeIn(text, length);
    if (input.current !== null && input.current.value !== found) input.current.value = found;
    setCode(found);
    const isNew = found !== code && found !== props.refused?.code;
    if (found.length === length && isNew) props.onWhole?.(found);
  };

  useEffect(() => {
    const source = props.otpSource === undefined ? browserOtpSource() : props.otpSource;
    if (source === null) return;
    const waiting = new AbortController();
    void awaitSmsCode(source, waiting.signal).then((found) => {
      if (found !== null && !waiting.signal.aborted) fill(found);
    });
    return () => waiting.abort();
  }, [props.otpSource]);

  let error: string | undefined;
  if (isRefused) error = props.refused?.text;
  else if (code === "") error = isSubmitted && required ? texts.code.empty : undefined;
  else if (!whole && (left || isSubmitted)) error = texts.code.incomplete(length);
  const words: FieldWords = {
    name,
    label: texts.code.label,
    optional: required ? undefined : texts.optional,
    hint: texts.code.sentTo(props.sentTo),
    error,
  };
  return (
    <>
      <FieldFrame {...words}>
        <input
          {...controlAttributes(words)}
          ref={input}
          type="text"
          inputMode="numeric"
          autocomplete="one-time-code"
          enterKeyHint="done"
          pattern={`\\d{${length}}`}
          data-digits=""
          data-code=""
          style={{ "--code-length": length }}
          onInput={(event) => {
            const { inputType = "", isComposing = false } = event;
            if (isComposing) return;
            setLeft(false);
            // A deletion must not send a code, and leaves the caret where it is.
            const typed = event.currentTarget.value;
            if (inputType.startsWith("delete") && !/\D/.test(typed)) setCode(typed);
            else fill(typed);
          }}
          onCompositionEnd={(event) => fill(event.currentTarget.value)}
          onBlur={() => setLeft(code !== "")}
        />
      </FieldFrame>
      <Resend {...props} />
    </>
  );
}

/** Shows the wait until a new code can be requested, and announces it to screen readers three times. */
function Resend({ texts, resendAtMs, nowMs, onResend, onChangeNumber }: OneTimeCodeFieldProps) {
  const [seconds, setSeconds] = useState(() => secondsUntil(resendAtMs, nowMs()));
  const [said, setSaid] = useState("");

  useEffect(() => {
    const whole = secondsUntil(resendAtMs, nowMs());
    let before = -1;
    const look = () => {
      const left = secondsUntil(resendAtMs, nowMs());
      setSeconds(left);
      if (left !== before) {
        const due = announcementAt(left, whole);
        if (due === "started") setSaid(texts.code.announce.started(left));
        else if (due !== null && whole > 0) setSaid(texts.code.announce[due]);
      }
      before = left;
      if (left === 0) clearInterval(timer);
    };
    // Four times a second, so that the shown second is never a full second late.
    const timer = setInterval(look, 250);
    look();
    return () => clearInterval(timer);
  }, [resendAtMs]);

  const waiting = seconds > 0;
  return (
    <div class="code-ways">
      <button
        type="button"
        class="link"
        data-testid="resend-code"
        aria-disabled={waiting ? "true" : undefined}
        onClick={() => !waiting && onResend()}
      >
        {waiting ? texts.code.resendIn(minutesAndSeconds(seconds)) : texts.code.resend}
      </button>
      {onChangeNumber !== null && (
        <button type="button" class="link" data-testid="change-number" onClick={onChangeNumber}>
          {texts.code.changeNumber}
        </button>
      )}
      <LiveRegion message={said} />
    </div>
  );
}
