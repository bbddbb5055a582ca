import { useEffect, useRef, useState } from "preact/hooks";
import type { BankLogin } from "#contract/client/bank-logins";
import type { PayoutMethodTexts } from "../../i18n/payout-method-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { FieldReading } from "../field-reading.ts";
import type { BankLoginApi } from "./bank-login-api.ts";

/** An account that the customer has shared at their bank. */
export interface SharedByLogin {
  readonly bankLoginId: string;
  readonly account: NonNullable<BankLogin["account"]>;
}

interface BankLoginFieldProps {
  readonly api: BankLoginApi;
  readonly texts: PayoutMethodTexts["bankLogin"];
  /** The form was sent: that nothing was shared yet is said from now on. */
  readonly asked: boolean;
  readonly onReading: (reading: FieldReading<SharedByLogin>) => void;
}

/** Where the log-in is. */
type LoginState =
  | { readonly step: "idle"; readonly problem?: "refused" | "failed" | "expired" | "unavailable" }
  | { readonly step: "beginning" }
  | {
      readonly step: "waiting";
      readonly bankLoginId: string;
      readonly url: string;
      readonly blocked: boolean;
    }
  | { readonly step: "shared"; readonly shared: SharedByLogin };

const pauseMs = 1_500;

/**
 * Sends the customer to their bank in a window of its own, which the click opens at once, and follows by
 * the service alone how it goes on: the window may be closed, lost, or cut off from here. Where no window
 * may be opened there is a link.
 */
export function BankLoginField({ api, texts, asked, onReading }: BankLoginFieldProps) {
  const [state, setState] = useState<LoginState>({ step: "idle" });
  const opened = useRef<Window | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const tell = (next: LoginState) => {
    setState(next);
    onReading(
      next.step === "shared"
        ? { value: next.shared, blocks: false }
        : { value: null, blocks: true },
    );
  };
  useEffect(() => onReading({ value: null, blocks: true }), []);

  const waitingFor = state.step === "waiting" ? state.bankLoginId : null;
  useEffect(() => {
    if (waitingFor === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async () => {
      const answer = await api.read(waitingFor);
      if (isGone) return;
      const end = answer.ok ? endOf(answer.value) : null;
      if (end) {
        opened.current?.close();
        place.current?.focus({ preventScroll: true });
        tell(end);
      } else timer = setTimeout(() => void look(), pauseMs);
    };
    timer = setTimeout(() => void look(), pauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [waitingFor]);

  const begin = async () => {
    // In the click itself: later no browser would open it.
    const popup = window.open("", "_blank", "popup,width=480,height=760");
    opened.current = popup;
    tell({ step: "beginning" });
    const answer = await api.begin(crypto.randomUUID());
    if (!answer.ok) {
      popup?.close();
      return tell({ step: "idle", problem: "unavailable" });
    }
    const { bankLoginId, authorizationUrl: url } = answer.value;
    if (popup) {
      popup.opener = null;
      popup.location.href = url;
    }
    tell({ step: "waiting", bankLoginId, url, blocked: popup === null });
  };

  return (
    <div class="payout-fields" ref={place} tabIndex={-1} data-testid="bank-login">
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
            <Icon name="bank" sizePx={18} /> {texts.begin}
          </Button>
          {asked && (
            <p class="field-error" role="alert">
              {texts.missing}
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
              <a
                href={state.url}
                target="_blank"
                rel="noopener noreferrer"
                data-testid="bank-login-link"
              >
                {state.blocked ? texts.open : texts.openAgain}
              </a>
              <Button testId="bank-login-cancel" quiet onPress={() => tell({ step: "idle" })}>
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
          <Button testId="bank-login-another" quiet onPress={() => tell({ step: "idle" })}>
            {texts.another}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Where the log-in has come to an end; null while it goes on, also in ways that are not known here. */
function endOf({ bankLoginId, status, account }: BankLogin): LoginState | null {
  if (status === "confirmed" && account)
    return { step: "shared", shared: { bankLoginId, account } };
  if (status === "refused" || status === "failed" || status === "expired") {
    return { step: "idle", problem: status };
  }
  return null;
}
