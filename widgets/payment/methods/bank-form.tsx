import type { ComponentProps } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SignedLanguage } from "#contract/signed-languages";
import {
  type BankAccountEntry,
  BankAccountFields,
} from "../../fields/bank-account/bank-account-fields.tsx";
import type { BankLoginApi } from "../../fields/bank-login/bank-login-api.ts";
import { BankLoginField, type SharedByLogin } from "../../fields/bank-login/bank-login-field.tsx";
import type { PaymentMethodTexts } from "../../i18n/payment-method-texts.ts";
import { focusFirstWrong } from "../../ui/focus-first-wrong.ts";
import { MandateBox } from "./mandate-box.tsx";
import type { MethodFormView } from "./method-form.ts";
import { useMethodForm } from "./use-method-form.ts";

/** Whether the customer has typed and chosen nothing. */
const isEmpty = (place: HTMLElement | null): boolean =>
  [...(place?.querySelectorAll("input") ?? [])].every((input) =>
    input.type === "radio" ? !input.checked : input.value === "",
  );

interface LoginPart {
  /** A new key starts over. */
  readonly key: number;
  readonly isShared: boolean;
  /** Why the shared account cannot pay. */
  readonly problem: string | null;
}
const noLogin: LoginPart = { key: 0, isShared: false, problem: null };

type Refused = NonNullable<ComponentProps<typeof BankAccountFields>["refused"]>;

/**
 * The form for an ACH debit: a bank login where the service offers it, or account numbers with the bank's name; and the
 * mandate. The customer agrees to the mandate by pressing Pay.
 */
export function bankForm(
  texts: PaymentMethodTexts,
  locale: SignedLanguage,
  bankLogin: BankLoginApi,
): MethodFormView {
  return ({ session, quote, onForm, onQuoteWanted, onTyped, onMended }) => {
    const place = useRef<HTMLDivElement>(null);
    const [checks, setChecks] = useState(0);
    const [refused, setRefused] = useState<Refused | null>(null);
    // A new key empties all fields.
    const [round, setRound] = useState(0);
    const [login, setLogin] = useState<LoginPart>(noLogin);
    const shared = useRef<SharedByLogin | null>(null);
    const dropLogin = (problem: string | null) => {
      shared.current = null;
      setLogin(({ key }) => ({ key: key + 1, isShared: false, problem }));
      onTyped();
    };
    // A login belongs to one intent; the session may offer none.
    const intentOfLogin = session.bankLogin ? session.intent.paymentIntentId : null;
    const loggedInFor = useRef(intentOfLogin);
    useEffect(() => {
      if (loggedInFor.current === intentOfLogin) return;
      loggedInFor.current = intentOfLogin;
      dropLogin(null);
    }, [intentOfLogin]);
    // What was sent last: a login may be confirmed while typed numbers are refused.
    const hasSentLogin = useRef(false);
    const [routing, setRouting] = useState<string | null>(null);
    const typed = useRef<{ value: BankAccountEntry | null; wrong: number }>({
      value: null,
      wrong: 1,
    });

    // Without a mandate there is nothing to agree to.
    const canPay = quote?.mandate !== undefined;
    useMethodForm(
      onForm,
      () => ({
        check() {
          if (shared.current) return 0;
          setChecks((count) => count + 1);
          return typed.current.wrong;
        },
        read({ mandate }) {
          const { value } = typed.current;
          const given = shared.current
            ? { bankLoginId: shared.current.bankLoginId }
            : value && { bankAccount: value };
          hasSentLogin.current = shared.current !== null;
          if (!given || !mandate) throw new Error("the form is read before it is complete");
          const { version } = mandate;
          return { type: "bank", ...given, mandate: { version, locale } };
        },
        refuse(field, code) {
          const { value } = typed.current;
          const { refusals } = texts.bank;
          const text = (Object.hasOwn(refusals, code) && refusals[code]) || code;
          if (hasSentLogin.current || code.startsWith("bank_login_")) return dropLogin(text);
          if (!value) return;
          setRefused(
            field === "routing-number"
              ? { field, value: value.routingNumber, text }
              : { field: "account-number", value: value.accountNumber, text },
          );
          setChecks((count) => count + 1);
        },
        completeness: () => ({
          complete: shared.current !== null || typed.current.wrong === 0,
          empty: shared.current === null && isEmpty(place.current),
        }),
        focus: () =>
          place.current
            ?.querySelector<HTMLElement>(shared.current ? ".bank-login" : "input")
            ?.focus(),
        clear() {
          dropLogin(null);
          setChecks(0);
          setRound((count) => count + 1);
        },
      }),
      canPay,
    );
    const bankName = routing === null ? null : (quote?.bankName ?? null);
    useLayoutEffect(() => {
      if (checks > 0) focusFirstWrong(place.current);
    }, [checks]);

    useLayoutEffect(() => {
      if (login.problem !== null) {
        place.current?.querySelector<HTMLElement>(".bank-login")?.focus({ preventScroll: true });
      }
    }, [login.key]);

    return (
      <div class="method-form" ref={place} data-testid="bank-form">
        {session.bankLogin && (
          <>
            <BankLoginField
              key={login.key}
              api={bankLogin}
              texts={texts.bankLogin}
              missing={login.problem}
              onReading={({ value }) => {
                if (value !== null) onMended();
                shared.current = value;
                setLogin(({ key, problem }) => {
                  const isShared = value !== null;
                  return { key, isShared, problem: isShared ? null : problem };
                });
                onTyped();
              }}
            />
            {login.isShared && shared.current?.account.canSave === false && (
              <p class="method-fine" data-testid="bank-login-not-saved">
                {texts.bankLogin.notSaved}
              </p>
            )}
            {!login.isShared && <p class="field-label">{texts.bankLogin.instead}</p>}
          </>
        )}
        {/* Typed data stays while a shared account is shown. */}
        <div hidden={login.isShared}>
          <BankAccountFields
            key={round}
            texts={texts.bankAccount}
            isSubmitted={checks > 0}
            bankName={bankName}
            refused={refused}
            onReading={({ value, wrong }) => {
              if (wrong < typed.current.wrong) onMended();
              typed.current = { value, wrong };
              onTyped();
            }}
            onRouting={(routingNumber) => {
              setRouting(routingNumber);
              if (routingNumber) onQuoteWanted({ type: "bank", locale, routingNumber });
            }}
          />
          {/* Appears while the customer types into the next field, so it is also announced. */}
          <p class="visually-hidden" role="status">
            {bankName}
          </p>
        </div>
        <p class="method-fine">{texts.bank.timing}</p>
        <MandateBox texts={texts.bank.mandate} mandate={quote?.mandate ?? null} />
      </div>
    );
  };
}
