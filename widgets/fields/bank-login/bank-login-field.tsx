import { useEffect, useRef, useState } from "preact/hooks";
import type { BankLogin } from "#contract/client/bank-logins";
import type { BankLoginFieldTexts } from "../../i18n/bank-login-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { FieldReading } from "../field-reading.ts";
import type { BankLoginApi } from "./bank-login-api.ts";

/** What the customer shared at their bank. */
export interface SharedByLogin {
  readonly bankLoginId: string;
  readonly account: NonNullable<BankLogin["account"]>;
}

interface BankLoginFieldProps {
  readonly api: BankLoginApi;
  readonly texts: BankLoginFieldTexts;
  /** The error of a form that was submitted without an account. */
  readonly missing?: string | null;
  readonly onReading: (reading: FieldReading<SharedByLogin>) => void;
}

type LoginState =
  | { readonly step: "idle"; readonly problem?: keyof BankLoginFieldTexts["problems"] }
  | { readonly step: "beginning" }
  | {
      readonly step: "waiting";
      readonly bankLoginId: string;
      readonly url: string;
      readonly blocked: boolean;
    }
  | { readonly step: "shared"; readonly shared: SharedByLogin };

const defaultPauseMs = 1_500;

/**
 * The click opens the bank in a window, or shows a link if the browser blocks it. Only the service reports progress,
 * because the window may be closed, lost or out of reach.
 */
export function BankLoginField({ api, texts, missing = null, onReading }: BankLoginFieldProps) {
  const [state, setState] = useState<LoginState>({ step: "idle" });
  const opened = useRef<Window | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const report = (next: LoginState) => {
    setState(next);
    onReading(
      next.step === "shared"
        ? { value: next.shared, blocks: false }
        : { value: null, blocks: true },
    );
  };
  useEffect(() => onReading({ value: null, blocks: true }), []);

  const { pauseMs = defaultPauseMs } = api;
  const waitingFor = state.step === "waiting" ? state.bankLoginId : null;
  useEffect(() => {
    if (waitingFor === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async () => {
      const result = await api.read(waitingFor);
      if (isGone) return;
      const end = result.ok ? endOf(result.value) : result.failure.kind === "refused" ? over : null;
      if (end) {
        opened.current?.close();
        // The focus never leaves a field that is in use.
        const { activeElement } = document;
        const isElsewhere =
          activeElement !== null &&
          activeElement !== document.body &&
          !place.current?.contains(activeElement);
        if (!isElsewhere) place.current?.focus({ preventScroll: true });
        report(end);
      } else timer = setTimeout(() => void look(), pauseMs);
    };
    timer = setTimeout(() => void look(), pauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [waitingFor]);

  const begin = async () => {
    // Opens in the click itself: browsers block windows that open later.
    const popup = window.open("", "_blank", "popup,width=480,height=760");
    opened.current = popup;
    report({ step: "beginning" });
    const result = await api.begin(crypto.randomUUID());
    if (!result.ok) {
      popup?.close();
      const isTooMany = result.failure.code === "bank_logins_used_up";
      return report({ step: "idle", problem: isTooMany ? "tooMany" : "unavailable" });
    }
    const { bankLoginId, authorizationUrl: url } = result.value;
    if (popup) {
      popup.opener = null;
      popup.location.href = url;
    }
    report({ step: "waiting", bankLoginId, url, blocked: popup === null });
  };

  /** Shows the window, or opens another with a new login: a login's address works once. */
  const again = () => {
    if (opened.current && !opened.current.closed) opened.current.focus();
    else void begin();
  };

  return (
    <div class="bank-login" ref={place} tabIndex={-1} data-testid="bank-login">
      {state.step === "idle" && (
        <>
          {state.problem && (
            <div role="alert">
              <Notice
                testId="bank-login-problem"
                tone="warning"
                code={state.problem}
                title={texts.problems[state.problem]}
                lines={[]}
              />
            </div>
          )}
          <p class="field-hint">{texts.explanation}</p>
          <Button testId="bank-login-begin" quiet onPress={() => void begin()}>
            <Icon name="bank" sizePx={18} />
            {texts.begin}
          </Button>
          {missing !== null && !state.problem && (
            <p class="field-error" role="alert">
              <Icon name="alert" />
              <span>{missing}</span>
            </p>
          )}
        </>
      )}
      {(state.step === "beginning" || state.step === "waiting") && (
        <div role="status" class="bank-login-waiting">
          <p>
            <span class="spinner" aria-hidden="true" />
            {state.step === "waiting" && state.blocked ? texts.blocked : texts.waiting}
          </p>
          {state.step === "waiting" && (
            <p class="bank-login-ways">
              {state.blocked ? (
                <a
                  href={state.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  data-testid="bank-login-link"
                  onClick={() => report({ ...state, blocked: false })}
                >
                  {texts.open}
                </a>
              ) : (
                <Button testId="bank-login-again" quiet onPress={again}>
                  {texts.openAgain}
                </Button>
              )}
              <Button testId="bank-login-cancel" quiet onPress={() => report({ step: "idle" })}>
                {texts.cancel}
              </Button>
            </p>
          )}
        </div>
      )}
      {state.step === "shared" && (
        <div class="grouped" role="status" data-testid="bank-login-shared">
          <strong>
            {texts.shared(
              state.shared.account.bankName ?? "",
              state.shared.account.accountType,
              state.shared.account.last4,
            )}
          </strong>
          <Button testId="bank-login-another" quiet onPress={() => report({ step: "idle" })}>
            {texts.another}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The login can no longer be read: it is deleted, or the secret is refused. */
const over: LoginState = { step: "idle", problem: "expired" };

/** How a login ended; null while it continues, even with an unknown status. */
function endOf({ bankLoginId, status, account }: BankLogin): LoginState | null {
  if (status === "confirmed" && account)
    return { step: "shared", shared: { bankLoginId, account } };
  if (status === "refused" || status === "failed" || status === "expired") {
    return { step: "idle", problem: status };
  }
  return null;
}
