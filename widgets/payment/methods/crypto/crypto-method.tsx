import { useRef } from "preact/hooks";
import type { QuoteRequest } from "#contract/client/session";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import { firstRequest } from "../../offered-methods.ts";
import type { MethodFormProps, MethodFormView } from "../method-form.ts";
import { useMethodForm } from "../use-method-form.ts";
import { CryptoForm } from "./crypto-form.tsx";

/** `nowMs` is the service's time. */
export function cryptoMethod(texts: CryptoPaymentTexts, nowMs: () => number): MethodFormView {
  return (props) => <CryptoMethod {...props} texts={texts} nowMs={nowMs} />;
}

interface CryptoMethodProps extends MethodFormProps {
  readonly texts: CryptoPaymentTexts;
  readonly nowMs: () => number;
}

type CryptoRequest = Extract<QuoteRequest, { type: "crypto" }>;

function CryptoMethod(props: CryptoMethodProps) {
  const { session, quote, quoteFailure, active, locale, texts, nowMs } = props;
  const { onForm, onQuoteWanted } = props;
  const container = useRef<HTMLDivElement>(null);
  // The flow itself requests the first price when the method is chosen.
  const lastRequest = useRef<CryptoRequest | null>(null);
  lastRequest.current ??= firstRequest("crypto", session, "en") as CryptoRequest | null;
  const ask = (request: QuoteRequest) => {
    if (request.type !== "crypto") return;
    lastRequest.current = request;
    onQuoteWanted(request);
  };
  useMethodForm(onForm, () => ({
    // Without a rate there is no price, and nothing can be sent.
    check: () => 0,
    read(agreed) {
      // The fallback satisfies the type: without a request there is no price, so Pay sends nothing.
      const { asset, network } = lastRequest.current ?? { asset: "USDC", network: "ethereum" };
      return { type: "crypto", asset, network, quoteId: agreed.crypto?.quoteId ?? "" };
    },
    // The rate expired: request a new one and show it.
    refuse: () => lastRequest.current && onQuoteWanted(lastRequest.current),
    focus: () => container.current?.querySelector("input")?.focus(),
    clear: () => undefined,
  }));
  return (
    <div ref={container}>
      <CryptoForm
        offered={session.cryptoAssets}
        currency={session.intent.currency}
        price={{ request: lastRequest.current, quote, failure: quoteFailure }}
        onAsk={ask}
        active={active}
        locale={locale}
        texts={texts}
        nowMs={nowMs}
      />
    </div>
  );
}
