import type { DepositTerms, DepositView } from "../../../rails/coins/index.ts";
import type { AttemptDetail, AttemptRecord } from "../../records.ts";

/** What of it stands in the attempt's detail: all of it is public on the chain. */
interface CryptoDetail {
  /** What the customer agreed to. */
  readonly terms: DepositTerms;
  /** How the deposit stood when it was told last; null until there is one. */
  readonly deposit: DepositView | null;
}

/** The detail of a new attempt. */
export function newDetail(terms: DepositTerms): AttemptDetail {
  const detail: CryptoDetail = { terms, deposit: null };
  return { ...detail };
}

/** The terms of an attempt. */
export function termsOf({ detail }: Pick<AttemptRecord, "detail">): DepositTerms {
  return (detail as unknown as CryptoDetail).terms;
}

/** The deposit of an attempt as it was told last. */
export function depositOf({ detail }: Pick<AttemptRecord, "detail">): DepositView | null {
  return (detail as unknown as CryptoDetail).deposit;
}

/** The detail with the deposit as it stands now. */
export function withDeposit(
  { detail }: Pick<AttemptRecord, "detail">,
  deposit: DepositView,
): AttemptDetail {
  return { ...detail, deposit };
}
