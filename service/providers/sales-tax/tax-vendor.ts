/** Quotes from and reports to a tax service. Amounts are in minor units, and positive for returns too. */

/** One jurisdiction's share of a sales tax. */
export interface TaxPart {
  /** The jurisdiction's name: `Reno`. */
  readonly jurisdiction: string;
  /** `state`, `county`, `city` or `special`; an open list. */
  readonly level: string;
  /** The rate in millionths. */
  readonly ratePpm: number;
  readonly taxMinor: number;
}

/** The customer's address. The tax service needs at least state and ZIP code. */
export interface TaxPlace {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly city?: string | undefined;
  /** USPS code. */
  readonly state: string;
  /** ZIP or ZIP+4. */
  readonly postalCode: string;
}

export interface TaxedSale {
  readonly operatorId: string;
  readonly externalCustomerId: string;
  readonly baseMinor: number;
  readonly currency: string;
  readonly place: TaxPlace;
  /** `YYYY-MM-DD` */
  readonly onDate: string;
}

export interface TaxQuote {
  readonly taxMinor: number;
  /** The combined rate in millionths; null if it does not apply to the whole amount. */
  readonly ratePpm: number | null;
  /** They add up to `taxMinor`. Empty if there is no tax. */
  readonly parts: readonly TaxPart[];
}

/** A sale or a return to report. */
export interface TaxDocument {
  readonly operatorId: string;
  /** Our code, unique per kind. */
  readonly code: string;
  readonly kind: "sale" | "return";
  readonly externalCustomerId: string;
  readonly currency: string;
  readonly baseMinor: number;
  /** What the customer paid or got back. */
  readonly taxMinor: number;
  readonly place: TaxPlace;
  /** Day of the sale or the return. */
  readonly onDate: string;
  /** Day of the sale, for both kinds. */
  readonly taxDate: string;
  /** The id of the payment. */
  readonly reference: string;
}

/**
 * The state of a document after a report.
 * - `committed`, `voided`: confirmed by the tax service, with the right amounts.
 * - `absent`: the tax service has no document with this code.
 * - `unknown`: anything else. Try again; `problem` says why.
 */
export type ReportOutcome =
  | { readonly type: "committed" | "voided" | "absent" }
  | { readonly type: "unknown"; readonly problem: string };

/** A tax service. No method throws because of its responses. */
export interface TaxVendor {
  readonly type: string;
  /** What to do while the service is down: refuse the payment, or use the table of rates. */
  readonly whenUnavailable: "refuse" | "table";
  /** A sale's tax, within the quote's deadline; `problem` says why there is none. */
  quote(sale: TaxedSale): Promise<TaxQuote | { readonly problem: string }>;
  /** Returns a quote of the last minute. Makes no call. */
  remembered(sale: TaxedSale): TaxQuote | null;
  /** Records a document once. `mayExist`: an earlier try was sent, so look it up first. */
  commit(document: TaxDocument, mayExist: boolean): Promise<ReportOutcome>;
  /** Voids a document. */
  withdraw(document: Pick<TaxDocument, "operatorId" | "code" | "kind">): Promise<ReportOutcome>;
}
