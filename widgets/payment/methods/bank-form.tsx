import type { ComponentProps } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SignedLanguage } from "#contract/signed-languages";
import {
  type BankAccountEntry,
  BankAccountFields,
} from "../../fields/bank-account/bank-account-fields.tsx";
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

type Refused = NonNullable<ComponentProps<typeof BankAccountFields>["refused"]>;

/**
 * The form for an ACH debit: account numbers, the bank's name once known, and the mandate. The customer agrees
 * to the mandate by pressing Pay. The form asks for the holder's name.
 */
export function bankForm(texts: PaymentMethodTexts, locale: SignedLanguage): MethodFormView {
  return ({ quote, onForm, onQuoteWanted, onTyped, onMended }) => {
    const place = useRef<HTMLDivElement>(null);
    const [checks, setChecks] = useState(0);
    const [refused, setRefused] = useState<Refused | null>(null);
    // A new key empties all fields.
    const [round, setRound] = useState(0);
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
          setChecks((count) => count + 1);
          return typed.current.wrong;
        },
        read({ mandate }) {
          const { value } = typed.current;
          if (!value || !mandate) throw new Error("the form is read before it is complete");
          const { version } = mandate;
          return { type: "bank", bankAccount: value, mandate: { version, locale } };
        },
        refuse(field, code) {
          const { value } = typed.current;
          if (!value) return;
          const { refusals } = texts.bank;
          const text = (Object.hasOwn(refusals, code) && refusals[code]) || code;
          setRefused(
            field === "routing-number"
              ? { field, value: value.routingNumber, text }
              : { field: "account-number", value: value.accountNumber, text },
          );
          setChecks((count) => count + 1);
        },
        completeness: () => ({
          complete: typed.current.wrong === 0,
          empty: isEmpty(place.current),
        }),
        focus: () => place.current?.querySelector("input")?.focus(),
        clear() {
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

    return (
      <div class="method-form" ref={place} data-testid="bank-form">
        <BankAccountFields
          key={round}
          texts={texts.bankAccount}
          asked={checks > 0}
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
        {/* It appears while the next field is typed into: said aloud as well. */}
        <p class="visually-hidden" role="status">
          {bankName}
        </p>
        <p class="method-fine">{texts.bank.timing}</p>
        <MandateBox texts={texts.bank.mandate} mandate={quote?.mandate ?? null} />
      </div>
    );
  };
}
