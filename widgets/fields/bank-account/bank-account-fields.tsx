import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { BankAccountTexts } from "../../i18n/bank-account-texts.ts";
import { Field } from "../../ui/field.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { digitsOf } from "../digits.ts";
import type { FieldReading } from "../field-reading.ts";
import { GroupedField, inGroups } from "../grouped-field.tsx";
import { holderNameProblem } from "../holder.ts";
import { useShownProblem } from "../use-shown-problem.ts";
import {
  accountNumberProblem,
  cleanAccountNumber,
  layOutAccountNumber,
  looksLikeCard,
  routingNumberProblem,
} from "./bank-account-rules.ts";
import { CheckPicture } from "./check-picture.tsx";

/** A US bank account as typed. */
export interface BankAccountEntry {
  readonly holderName: string;
  readonly accountType: "checking" | "savings";
  /** Nine digits. */
  readonly routingNumber: string;
  /** 4 to 17 letters, digits or hyphens. */
  readonly accountNumber: string;
}

interface BankAccountFieldsProps {
  readonly texts: BankAccountTexts;
  /** The form was submitted, so missing fields are errors now. */
  readonly isSubmitted: boolean;
  readonly initialHolder?: string | undefined;
  /** The bank with that routing number, once known. */
  readonly bankName?: string | null;
  /** The service's refusal, shown until the customer types another number. */
  readonly refused?: {
    readonly field: "routing-number" | "account-number";
    readonly value: string;
    readonly text: string;
  } | null;
  /** `wrong`: how many fields keep the account from being sent. */
  readonly onReading: (reading: FieldReading<BankAccountEntry> & { wrong: number }) => void;
  /** Null while no complete routing number is typed. */
  readonly onRouting?: (routingNumber: string | null) => void;
}

/**
 * Pasting the account number twice is allowed: the confirmation guards against typing errors, and pasting makes none.
 */
export function BankAccountFields(props: BankAccountFieldsProps) {
  const { texts, isSubmitted, onReading, onRouting } = props;
  const [holder, setHolder] = useState(props.initialHolder ?? "");
  const [accountType, setAccountType] = useState<BankAccountEntry["accountType"] | null>(null);
  const [routing, setRouting] = useState("");
  const [account, setAccount] = useState("");
  const [again, setAgain] = useState("");

  const holderCode = (holderNameProblem(holder)?.code ?? null) as keyof typeof texts.holder.problem;
  const routingCode = routingNumberProblem(routing);
  const accountCode = accountNumberProblem(account, routing);
  const againCode: "empty" | "differs" | null =
    again === "" ? "empty" : again === account ? null : "differs";
  const empty = (text: string) => ({ isSubmitted, empty: text.trim() === "" });
  const holderShown = useShownProblem(holderCode, empty(holder));
  const routingShown = useShownProblem(routingCode, empty(routing));
  const accountShown = useShownProblem(accountCode, empty(account));
  const againShown = useShownProblem(againCode, empty(again));

  const codes = [holderCode, routingCode, accountCode, againCode].filter((code) => code !== null);
  const isValid = codes.length === 0;
  const wrong = codes.length + (accountType === null ? 1 : 0);
  const refusalOf = (field: string, value: string) =>
    props.refused?.field === field && props.refused.value === value
      ? props.refused.text
      : undefined;
  const routingRefusal = refusalOf("routing-number", routing);
  const bankName = (routingRefusal === undefined && props.bankName) || undefined;
  const value: BankAccountEntry | null =
    isValid && accountType !== null
      ? {
          holderName: holder.trim(),
          accountType,
          routingNumber: routing,
          accountNumber: account,
        }
      : null;
  // Before paint, so that a submit right after the last key sees it.
  useLayoutEffect(
    () => onReading({ value, blocks: value === null, wrong }),
    [wrong, accountType, holder, routing, account],
  );
  const reachable = routingCode === null ? routing : null;
  useEffect(() => onRouting?.(reachable), [reachable]);

  return (
    <div class="bank-fields">
      <Field
        name="holder"
        label={texts.holder.label}
        hint={texts.holder.hint}
        error={holderShown.shown === null ? undefined : texts.holder.problem[holderShown.shown]}
        input={{
          type: "text",
          dir: "auto",
          defaultValue: props.initialHolder,
          autocomplete: "name",
          autoCapitalize: "words",
          enterKeyHint: "next",
          spellcheck: false,
          onInput: (event) => {
            holderShown.typed();
            setHolder(event.currentTarget.value);
          },
          onBlur: holderShown.left,
        }}
      />
      <RadioGroup
        name="account-type"
        legend={texts.accountType.legend}
        look="row"
        options={[
          { value: "checking", label: texts.accountType.checking },
          { value: "savings", label: texts.accountType.savings },
        ]}
        chosen={accountType}
        error={isSubmitted && accountType === null ? texts.accountType.empty : undefined}
        onChoose={setAccountType}
      />
      <GroupedField
        name="routing-number"
        label={texts.routingNumber.label}
        hint={bankName === undefined ? texts.routingNumber.hint : undefined}
        note={bankName}
        noteIcon="bank"
        error={
          routingShown.shown === null ? routingRefusal : texts.routingNumber[routingShown.shown]
        }
        clean={(text) => digitsOf(text).slice(0, 12)}
        layOut={(digits) => inGroups(digits, 3)}
        onValue={(digits) => {
          routingShown.typed();
          setRouting(digits);
        }}
        onLeave={routingShown.left}
      />
      <GroupedField
        name="account-number"
        label={texts.accountNumber.label}
        note={looksLikeCard(account) ? texts.accountNumber.looksLikeCard : undefined}
        error={
          accountShown.shown === null
            ? refusalOf("account-number", account)
            : texts.accountNumber.problem[accountShown.shown]
        }
        clean={cleanAccountNumber}
        layOut={layOutAccountNumber}
        input={{ maxLength: 40 }}
        onValue={(value) => {
          accountShown.typed();
          setAccount(value);
        }}
        onLeave={accountShown.left}
      />
      <GroupedField
        name="account-number-again"
        label={texts.confirmation.label}
        error={againShown.shown === null ? undefined : texts.confirmation[againShown.shown]}
        clean={cleanAccountNumber}
        layOut={layOutAccountNumber}
        input={{ maxLength: 40, enterKeyHint: "done" }}
        onValue={(value) => {
          againShown.typed();
          setAgain(value);
        }}
        onLeave={againShown.left}
      />
      <details class="where">
        <summary class="link">{texts.where.summary}</summary>
        <p class="field-hint">{texts.where.text}</p>
        <CheckPicture routing={texts.where.routing} account={texts.where.account} />
      </details>
    </div>
  );
}
