/** The page where a customer says where a refund goes. */
export interface RefundTexts {
  readonly language: string;
  readonly pageTitle: string;
  readonly loading: string;
  readonly retry: string;
  /** Announced when a form with wrong fields is submitted. */
  readonly steps: { readonly problemCount: (count: number) => string };
  readonly form: {
    readonly title: (operator: string) => string;
    readonly crypto: (amount: string, asset: string, network: string) => string;
    readonly bank: (amount: string) => string;
    readonly review: string;
  };
  readonly review: {
    readonly title: string;
    readonly text: (operator: string) => string;
    readonly amount: string;
    readonly worth: (money: string) => string;
    readonly limited: string;
    readonly until: (time: string) => string;
    readonly networkFee: (operator: string) => string;
    readonly network: string;
    readonly address: string;
    readonly holder: string;
    readonly account: string;
    readonly accountType: Readonly<Record<"checking" | "savings", string>>;
    readonly ending: (last4: string) => string;
    readonly confirm: string;
    readonly change: string;
    readonly quoting: string;
    readonly newAmount: string;
  };
  readonly named: {
    readonly title: string;
    readonly lines: (operator: string) => readonly string[];
  };
  readonly over: Readonly<
    Record<"broken" | "expired" | "closed" | "lost", { title: string; lines: readonly string[] }>
  >;
  /** Texts by the service's error code. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly refused: string;
}
