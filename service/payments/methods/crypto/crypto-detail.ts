import type { DepositTerms, DepositView } from "../../../rails/coins/index.ts";
import type { AttemptDetail, AttemptRecord } from "../../records.ts";

/** What an attempt stores about its deposit. All of it is public on the chain. */
interface CryptoDetail {
  /** The terms that the customer agreed to. */
  readonly terms: DepositTerms;
  /** The deposit at its last update; null before the first. */
  readonly deposit: DepositView | null;
}

export function newDetail(terms: DepositTerms): AttemptDetail {
  const detail: CryptoDetail = { terms, deposit: null };
  return { ...detail };
}

/** The terms that the customer accepted. Only for crypto payments. */
export function termsOf({ detail }: Pick<AttemptRecord, "detail">): DepositTerms {
  return (detail as unknown as CryptoDetail).terms;
}

/** What is known of the deposit; null before anything is. Only for crypto payments. */
export function depositOf({ detail }: Pick<AttemptRecord, "detail">): DepositView | null {
  return (detail as unknown as CryptoDetail).deposit;
}

export function withDeposit(
  { detail }: Pick<AttemptRecord, "detail">,
  deposit: DepositView,
): AttemptDetail {
  return { ...detail, deposit };
}
