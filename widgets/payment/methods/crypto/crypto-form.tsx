import { useEffect, useRef, useState } from "preact/hooks";
import type { OfferedAsset, QuoteRequest } from "#contract/client/session";
import { type CryptoAsset, type CryptoNetwork, cryptoNetworks } from "#contract/crypto-networks";
import { assetNames } from "../../../fields/crypto-address/asset-names.ts";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import {
  type CryptoChoice,
  quotingOf,
  type RequestedPrice,
  type ShownRate,
  wasRequested,
} from "./crypto-quoting.ts";
import { QuotePanel } from "./quote-panel.tsx";
import { useRateRenewal } from "./use-rate-renewal.ts";

/** Drops assets and networks of a later version of the service. */
const knownOffers = (offered: readonly OfferedAsset[]): OfferedAsset[] =>
  offered
    .map(({ asset, networks }) => ({
      asset,
      networks: networks.filter((network) => Object.hasOwn(cryptoNetworks, network)),
    }))
    .filter(({ asset, networks }) => Object.hasOwn(assetNames, asset) && networks.length > 0);

interface CryptoFormProps {
  /** What the session offers. */
  readonly offered: readonly OfferedAsset[];
  /** The payment's currency, for the rate. */
  readonly currency: string;
  readonly texts: CryptoPaymentTexts;
  readonly locale: string;
  /** The form is shown, so rates are renewed. */
  readonly active: boolean;
  /** Returns the service's time. */
  readonly nowMs: () => number;
  readonly price: RequestedPrice;
  readonly onAsk: (request: QuoteRequest) => void;
}

/** The choice of asset and network, and what to send at the current rate. */
export function CryptoForm(props: CryptoFormProps) {
  const { currency, locale, active, nowMs, price, onAsk } = props;
  const texts = props.texts.form;
  const offered = knownOffers(props.offered);
  const [wantedAsset, setAsset] = useState<CryptoAsset | null>(null);
  const [wantedNetwork, setNetwork] = useState<CryptoNetwork | null>(null);
  const chosen = offered.find((each) => each.asset === wantedAsset) ?? offered[0];
  const networks = chosen?.networks ?? [];
  const asset = chosen?.asset ?? "USDC";
  const network =
    networks.find((network) => network === wantedNetwork) ?? networks[0] ?? "ethereum";
  const choice: CryptoChoice = { asset, network };
  const ask = () => onAsk({ type: "crypto", asset, network });
  useEffect(() => {
    if (active && !wasRequested(price, choice)) ask();
  }, [asset, network, active]);

  const earlier = useRef<ShownRate | null>(null);
  const { quoting, shown } = quotingOf(price, choice, earlier.current);
  earlier.current = shown;
  const held = quoting.step === "held" ? quoting.rate : null;
  useRateRenewal(active ? (held?.expiresAt ?? null) : null, nowMs, ask);

  return (
    <div class="crypto-form" data-testid="crypto-form">
      {offered.length > 1 && (
        <RadioGroup
          name="asset"
          legend={texts.asset}
          look="row"
          options={offered.map((each) => ({
            value: each.asset,
            label: each.asset,
            detail: assetNames[each.asset],
          }))}
          chosen={asset}
          onChoose={setAsset}
        />
      )}
      {networks.length > 1 && (
        <RadioGroup
          name="network"
          legend={texts.network}
          look="row"
          options={networks.map((network) => ({
            value: network,
            label: cryptoNetworks[network].name,
          }))}
          chosen={network}
          onChoose={setNetwork}
        />
      )}
      <QuotePanel
        quoting={quoting}
        choice={choice}
        currency={currency}
        locale={locale}
        nowMs={nowMs}
        texts={texts}
        onlyNetwork={networks.length === 1}
      />
      <p class="field-hint">{texts.next}</p>
    </div>
  );
}
