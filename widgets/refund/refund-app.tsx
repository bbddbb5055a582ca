import { useEffect, useRef, useState } from "preact/hooks";
import type { NameDestination } from "#contract/client/refund";
import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import {
  type BankAccountEntry,
  BankAccountFields,
} from "../fields/bank-account/bank-account-fields.tsx";
import { CryptoAddressField } from "../fields/crypto-address/crypto-address-field.tsx";
import { moneyText } from "../i18n/money-text.ts";
import type { PayoutMethodTexts } from "../i18n/payout-method-texts.ts";
import type { RefundTexts } from "../i18n/refund-texts.ts";
import { StepForm } from "../steps/step-form.tsx";
import { Button } from "../ui/button.tsx";
import { OperatorLogo } from "../ui/operator-logo.tsx";
import { check } from "../ui/outcome-icons.ts";
import { Step } from "../ui/step.tsx";
import type { ReadQuote, ReadRefund, RefundApi } from "./refund-api.ts";
import { needsQuote, networkName, ReviewStep } from "./review-step.tsx";

/** What the customer typed. */
export type Destination =
  | { readonly type: "crypto"; readonly address: string }
  | { readonly type: "bank"; readonly bank: BankAccountEntry };

interface RefundAppProps {
  readonly api: RefundApi;
  readonly texts: RefundTexts;
  readonly methods: PayoutMethodTexts;
  readonly locale: string;
}

type View =
  | { readonly step: "loading" | "broken" | "expired" | "closed" | "lost" | "named" }
  | { readonly step: "form" | "review" };

/** The page from the link to the confirmed destination. */
export function RefundApp({ api, texts, methods, locale }: RefundAppProps) {
  const [refund, setRefund] = useState<ReadRefund | null>(null);
  const [view, setView] = useState<View>({ step: "loading" });
  const [destination, setDestination] = useState<Destination | null>(null);
  const [quote, setQuote] = useState<ReadQuote | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  /** Number of quotes that were requested. Only the last one counts. */
  const quotes = useRef(0);

  const open = async () => {
    const result = await api.session();
    if (!result.ok) return setView({ step: endOf(result.code) });
    setRefund(result.value);
    const { status } = result.value;
    setView({ step: status === "open" ? "form" : status === "named" ? "named" : "closed" });
  };
  useEffect(() => {
    void open();
  }, []);

  const textOf = (code: string) =>
    (Object.hasOwn(texts.refusals, code) && texts.refusals[code]) || texts.refused;

  /** Handles a refusal: it ends the page, or the form or the review shows it. */
  const refuse = (code: string, back: "form" | "review") => {
    if (code === "refund_link_used") return void open();
    if (/^client_secret_/.test(code)) return setView({ step: endOf(code) });
    setProblem(textOf(code));
    setView({ step: back });
  };

  const review = async (chosen: Destination) => {
    setDestination(chosen);
    setProblem(undefined);
    setView({ step: "review" });
    if (refund && needsQuote(refund)) await loadQuote();
  };
  const loadQuote = async () => {
    const number = ++quotes.current;
    setQuote(null);
    const result = await api.quote();
    if (number !== quotes.current) return;
    if (result.ok) setQuote(result.value);
    else refuse(result.code, "form");
  };

  const confirm = async () => {
    if (!destination) return;
    setBusy(true);
    setProblem(undefined);
    const body: NameDestination =
      destination.type === "bank"
        ? destination
        : { ...destination, ...(quote && { quoteId: quote.quoteId }) };
    const result = await api.name(body);
    setBusy(false);
    if (result.ok) return setView({ step: "named" });
    if (result.code === "crypto_quote_expired") {
      setProblem(texts.review.newAmount);
      return loadQuote();
    }
    refuse(
      result.code,
      result.code === "lost" || result.code === "rate_limited" ? "review" : "form",
    );
  };

  if (view.step === "loading") {
    return (
      <Step testId="refund-loading" tone="neutral" icon={null} title={texts.loading} lines={[]} />
    );
  }
  if (view.step === "named") {
    const { title, lines } = texts.named;
    return (
      <Step
        testId="refund-named"
        tone="success"
        icon={check}
        title={title}
        lines={lines(refund?.operator.name ?? "")}
      />
    );
  }
  if (view.step !== "form" && view.step !== "review") {
    const { title, lines } = texts.over[view.step];
    return (
      <Step testId={`refund-${view.step}`} tone="neutral" icon="info" title={title} lines={lines}>
        {view.step === "lost" && (
          <Button testId="refund-retry" onPress={() => void open()}>
            {texts.retry}
          </Button>
        )}
      </Step>
    );
  }
  if (!refund) return null;
  return (
    <>
      <FormStep
        refund={refund}
        texts={texts}
        methods={methods}
        locale={locale}
        active={view.step === "form"}
        problem={view.step === "form" ? problem : undefined}
        onChosen={(chosen) => void review(chosen)}
      />
      {view.step === "review" && destination && (
        <ReviewStep
          refund={refund}
          destination={destination}
          quote={quote}
          texts={texts}
          locale={locale}
          problem={problem}
          busy={isBusy}
          onConfirm={() => void confirm()}
          onChange={() => {
            setProblem(undefined);
            setView({ step: "form" });
          }}
        />
      )}
    </>
  );
}

interface FormStepProps {
  readonly refund: ReadRefund;
  readonly texts: RefundTexts;
  readonly methods: PayoutMethodTexts;
  readonly locale: string;
  /** False while the review is shown; typed data is kept. */
  readonly active: boolean;
  readonly problem: string | undefined;
  readonly onChosen: (destination: Destination) => void;
}

function FormStep(props: FormStepProps) {
  const { refund, texts, methods, locale, active, problem, onChosen } = props;
  const [chosen, setChosen] = useState<Destination | null>(null);
  const { crypto, amount, currency, operator } = refund;
  const words = texts.form;
  const money =
    crypto?.amount != null
      ? `${crypto.amount} ${crypto.asset}`
      : moneyText(amount, currency, locale);
  return (
    <div hidden={!active}>
      <OperatorLogo operator={operator} />
      <StepForm
        testId="refund-form"
        texts={texts}
        title={words.title(operator.name)}
        text={crypto ? words.crypto(money, crypto.asset, networkName(refund)) : words.bank(money)}
        problem={problem}
        button={words.review}
        busy={false}
        blocks={chosen === null}
        active={active}
        onSubmit={() => chosen && onChosen(chosen)}
      >
        {(isSubmitted) =>
          crypto ? (
            <CryptoAddressField
              texts={methods}
              isSubmitted={isSubmitted}
              isFixed
              offered={[
                {
                  asset: crypto.asset as CryptoAsset,
                  networks: [crypto.network as CryptoNetwork],
                },
              ]}
              onReading={({ value }) =>
                setChosen(value && { type: "crypto", address: value.address })
              }
            />
          ) : (
            <BankAccountFields
              texts={methods.bankAccount}
              isSubmitted={isSubmitted}
              onReading={({ value: bank }) => setChosen(bank && { type: "bank", bank })}
            />
          )
        }
      </StepForm>
    </div>
  );
}

function endOf(code: string): "expired" | "lost" | "broken" {
  if (code === "client_secret_expired") return "expired";
  return code === "lost" || code === "rate_limited" ? "lost" : "broken";
}
