export interface DepositWords {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Amounts contain their unit: `25.5 USDC`. */
export interface DepositFacts {
  readonly amount: string;
  readonly received: string;
  readonly missing: string;
  readonly asset: string;
  readonly network: string;
  readonly operator: string;
}

/** The texts that load with the crypto form and the deposit. */
export interface CryptoPaymentTexts {
  readonly language: string;
  readonly form: {
    readonly asset: string;
    readonly network: string;
    readonly onlyNetwork: (network: string) => string;
    readonly send: string;
    readonly rate: (one: string, price: string) => string;
    /** `left`: minutes and seconds. */
    readonly holds: (left: string) => string;
    readonly loading: string;
    readonly renewing: string;
    readonly changed: (to: string, from: string) => string;
    readonly unchanged: string;
    readonly failed: string;
    readonly tooSmall: (asset: string) => string;
    readonly next: string;
    readonly networkFee: string;
  };
  readonly deposit: {
    readonly stages: Readonly<
      Record<
        | "waiting"
        | "detected"
        | "underpaid"
        | "confirming"
        | "reorganised"
        | "wrong_asset"
        | "late"
        | "expired"
        | "other",
        (facts: DepositFacts) => DepositWords
      >
    >;
    readonly exactly: string;
    readonly more: string;
    /** `total` is null if only a part remains to be sent. */
    readonly worth: (total: string | null, network: string) => string;
    readonly address: (network: string) => string;
    readonly copyAmount: string;
    readonly copyAddress: string;
    readonly copy: { readonly copy: string; readonly copied: string; readonly failed: string };
    readonly wallet: string;
    readonly qr: (amount: string, network: string) => string;
    readonly qrHint: string;
    readonly qrFailed: string;
    readonly only: { readonly title: string; readonly text: (facts: DepositFacts) => string };
    readonly fee: string;
    readonly left: (left: string) => string;
    readonly minutesLeft: (minutes: number) => string;
    readonly progress: string;
    readonly confirmations: (count: number, required: number) => string;
    /** A note for slow networks. */
    readonly slow: (network: string) => string;
    readonly asked: string;
    readonly received: string;
    readonly leave: string;
    /** The rate is no longer held, and the network has not confirmed the money. */
    readonly rateLost: DepositWords;
    /** The network confirmed the money, at another rate. */
    readonly requoted: (facts: DepositFacts) => DepositWords;
    readonly reload: string;
  };
}
