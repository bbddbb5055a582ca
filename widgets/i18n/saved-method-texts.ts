/** The texts of saved methods, including the consent to save one. */
export interface SavedMethodTexts {
  readonly language: string;
  readonly card: (brand: string, last4: string) => string;
  readonly bank: (name: string | null, accountType: string, last4: string) => string;
  readonly accountTypes: Readonly<Record<string, string>>;
  readonly expires: (date: string) => string;
  readonly expired: (date: string) => string;
  readonly unusable: string;
  readonly lastUsed: (date: string) => string;
  /** A payment method next to a saved one of the same type. */
  readonly another: Readonly<Record<"card" | "bank", string>>;
  readonly cvc: { readonly label: string; readonly hint: (digits: number) => string };
  readonly threeDS: string;
  readonly remove: {
    readonly label: (method: string) => string;
    readonly title: (method: string) => string;
    readonly text: string;
    readonly yes: string;
    readonly busy: string;
    readonly no: string;
    readonly failed: string;
    readonly removed: (method: string) => string;
  };
  readonly consent: Readonly<
    Record<"card" | "bank", { readonly label: string; readonly text: (operator: string) => string }>
  >;
}
