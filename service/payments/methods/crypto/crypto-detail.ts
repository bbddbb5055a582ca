import type { DepositTerms, DepositView } from "../../../rails/coins/index.ts";
import type { AttemptDetail, AttemptRecord } from "../../records.ts";

/** The `detail` of a crypto attempt. All of it is public on the chain. */
interface CryptoDetail {
  /** The terms that the customer agreed to. */
  readonly terms: DepositTerms;
  /** The deposit at its last update. Null until there is one. */
  readonly deposit: DepositView | null;
}

/** The detail of a new attempt. */
export function newDetail(terms: DepositTerms): AttemptDetail {
  const detail: CryptoDetail = { terms, deposit: null };
  return { ...detail };
}

/** The terms of a crypto attempt. */
export function termsOf({ detail }: Pick<AttemptRecord, "detail">): DepositTerms {
  return (detail as unknown as CryptoDetail).terms;
}

/** The deposit of a crypto attempt at its last update. */
export function depositOf({ detail }: Pick<AttemptRecord, "detail">): DepositView | null {
  return (detail as unknown as CryptoDetail).deposit;
}

/** The detail with an updated deposit. */
export function withDeposit(
  { detail }: Pick<AttemptRecord, "detail">,
  deposit: DepositView,
): AttemptDetail {
  return { ...detail, deposit };
}
