import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AddressFamily, CryptoAddressReading } from "#contract/crypto-address";
import {
  type CryptoAsset,
  type CryptoNetwork,
  cryptoAssets,
  cryptoNetworks,
  networksOf,
} from "#contract/crypto-networks";
import type { PayoutMethodTexts } from "../../i18n/payout-method-texts.ts";
import { controlAttributes, FieldFrame, type FieldWords } from "../../ui/field-frame.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import type { FieldReading } from "../field-reading.ts";
import { useShownProblem } from "../use-shown-problem.ts";
import { assetNames } from "./asset-names.ts";
import { GroupedAddress } from "./grouped-address.tsx";
import {
  type AddressReader,
  type CryptoAddressProblem,
  loadAddressReader,
} from "./load-address-reader.ts";

export interface CryptoAddressEntry {
  readonly asset: CryptoAsset;
  readonly network: CryptoNetwork;
  /** The address with its checksum, as the network writes it. */
  readonly address: string;
}

export interface OfferedAsset {
  readonly asset: CryptoAsset;
  readonly networks: readonly CryptoNetwork[];
}

interface CryptoAddressFieldProps {
  readonly texts: PayoutMethodTexts;
  readonly isSubmitted: boolean;
  /** The assets to offer; default: all of the service's. */
  readonly offered?: readonly OfferedAsset[] | undefined;
  /** The form's text names asset and network, so there is no choice. */
  readonly isFixed?: boolean;
  readonly onReading: (reading: FieldReading<CryptoAddressEntry>) => void;
}

const everything: readonly OfferedAsset[] = cryptoAssets.map((asset) => ({
  asset,
  networks: networksOf(asset),
}));

const addressesOf = (network: CryptoNetwork): AddressFamily => cryptoNetworks[network].addresses;

/**
 * Verifies a pasted address's checksum. For another network's address it names that network and offers a button that
 * switches. Shows the address in groups, to compare.
 */
export function CryptoAddressField(props: CryptoAddressFieldProps) {
  const { isSubmitted, offered = everything, onReading } = props;
  const texts = props.texts.crypto;
  const [asset, setAsset] = useState<CryptoAsset>(offered[0]?.asset ?? "USDC");
  const networks = offered.find((each) => each.asset === asset)?.networks ?? [];
  const [wanted, setNetwork] = useState<CryptoNetwork | null>(null);
  const network = networks.find((network) => network === wanted) ?? networks[0] ?? "ethereum";
  const [text, setText] = useState("");
  const { reader, failed, load } = useReader();

  const reading = reader?.(text, network) ?? null;
  const value =
    reading?.address && networks.includes(network)
      ? { asset, network, address: reading.address }
      : null;
  const empty = text.trim() === "";
  // A press must not seem to do nothing while a slow connection loads the reader.
  const problem = problemOf(reading, empty, failed || isSubmitted);
  const { shown, typed, left } = useShownProblem(problem, { isSubmitted, empty });
  // Before paint, so that a submit right after pasting sees it.
  useLayoutEffect(
    () => onReading({ value, blocks: value === null }),
    [value?.asset, value?.network, value?.address],
  );

  const { name: networkName } = cryptoNetworks[network];
  const words: FieldWords = {
    name: "crypto-address",
    label: texts.address(asset, networkName),
    hint: texts.hint,
    error: shown === null ? undefined : errorText(shown, texts, networkName),
  };
  const elsewhere = shown && networks.find((network) => addressesOf(network) === shown.belongsTo);

  return (
    <div class="payout-fields">
      {props.isFixed !== true && (
        <RadioGroup
          name="asset"
          legend={texts.asset}
          look="row"
          options={offered.map((offer) => ({
            value: offer.asset,
            label: offer.asset,
            detail: assetNames[offer.asset],
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
      {networks.length === 1 && props.isFixed !== true && (
        <p class="field-hint" data-testid="only-network">
          {texts.onlyNetwork(networkName)}
        </p>
      )}
      <FieldFrame
        {...words}
        remedy={
          elsewhere && (
            <button
              type="button"
              class="link field-remedy"
              data-testid="switch-network"
              onClick={() => setNetwork(elsewhere)}
            >
              {texts.switchTo(cryptoNetworks[elsewhere].name)}
            </button>
          )
        }
      >
        <textarea
          {...controlAttributes(words)}
          rows={2}
          dir="ltr"
          autocomplete="off"
          autoCapitalize="off"
          autocorrect="off"
          spellcheck={false}
          enterkeyhint="done"
          data-address=""
          onFocus={load}
          onInput={(event) => {
            typed();
            setText(event.currentTarget.value);
          }}
          onBlur={left}
          onKeyDown={(event) => {
            // Enter submits the form once, as in any one-line field. A held Enter adds lines to other text areas.
            // Safari ends a composition before the key that confirmed it: only key code 229 shows it.
            if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            if (!event.repeat) event.currentTarget.form?.requestSubmit();
          }}
        />
      </FieldFrame>
      {value !== null && <GroupedAddress address={value.address} label={texts.compare} />}
      <Notice
        testId="network-warning"
        tone="warning"
        title={texts.warning.title}
        lines={[texts.warning.text(asset, networkName)]}
      />
    </div>
  );
}

interface ShownAddressProblem {
  readonly code: CryptoAddressProblem | "unchecked";
  readonly belongsTo?: AddressFamily;
}

function problemOf(
  reading: CryptoAddressReading | null,
  empty: boolean,
  unchecked: boolean,
): ShownAddressProblem | null {
  if (reading === null) {
    return empty ? { code: "empty" } : unchecked ? { code: "unchecked" } : null;
  }
  if (reading.problem === null) return null;
  const { problem: code, belongsTo } = reading;
  return belongsTo ? { code, belongsTo } : { code };
}

function errorText(
  { code, belongsTo }: ShownAddressProblem,
  texts: PayoutMethodTexts["crypto"],
  network: string,
): string {
  if (belongsTo) return texts.belongsTo[belongsTo](network);
  if (code === "unchecked") return texts.unchecked;
  return texts.problem[code === "wrong_network" ? "characters" : code];
}

/** The address reader, once loaded; `failed` until a later try succeeds. */
function useReader() {
  const [reader, setReader] = useState<AddressReader | null>(null);
  const [failed, setFailed] = useState(false);
  const isGone = useRef(false);
  const load = () => {
    if (reader !== null) return;
    loadAddressReader().then(
      (loaded) => {
        if (isGone.current) return;
        setFailed(false);
        setReader(() => loaded);
      },
      () => !isGone.current && setFailed(true),
    );
  };
  useEffect(() => {
    load();
    return () => {
      isGone.current = true;
    };
  }, []);
  return { reader, failed, load };
}
