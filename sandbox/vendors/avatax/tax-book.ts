import type { Journal } from "../../http/journal.ts";

export interface BookedTaxDocument {
  readonly companyCode: string;
  readonly type: "SalesInvoice" | "ReturnInvoice";
  readonly code: string;
  readonly status: "Saved" | "Committed" | "Cancelled";
  readonly customerCode: string;
  readonly date: string;
  readonly currencyCode: string;
  readonly totalAmount: number;
  readonly totalTax: number;
  /** What AvaTax would have charged. */
  readonly totalTaxCalculated: number;
  readonly region: string;
  readonly postalCode: string;
}

type Named = Pick<BookedTaxDocument, "companyCode" | "type" | "code">;

/** Documents by company, type and code. */
export class TaxBook {
  readonly #documents = new Map<string, BookedTaxDocument>();
  readonly #requests = new Map<string, number>();
  readonly #journal: Journal<BookedTaxDocument>;

  constructor(journal: Journal<BookedTaxDocument>) {
    this.#journal = journal;
    for (const document of journal.remembered) this.#documents.set(keyOf(document), document);
  }

  find(named: Named): BookedTaxDocument | undefined {
    return this.#documents.get(keyOf(named));
  }

  save(document: BookedTaxDocument): void {
    this.#documents.set(keyOf(document), document);
    this.#journal.append(document);
  }

  /** Counts requests to create this document. */
  countRequest(named: Named): void {
    this.#requests.set(keyOf(named), (this.#requests.get(keyOf(named)) ?? 0) + 1);
  }

  /** Every document, with the number of requests to create it. */
  all(): readonly (BookedTaxDocument & { readonly requests: number })[] {
    return [...this.#documents.entries()].map(([key, document]) => ({
      ...document,
      requests: this.#requests.get(key) ?? 0,
    }));
  }
}

function keyOf({ companyCode, type, code }: Named): string {
  return `${companyCode} ${type} ${code}`;
}
