import type { CryptoDepositAction } from "#contract/client/payments";
import type { CryptoPaymentTexts, DepositWords } from "../../../i18n/crypto-payment-texts.ts";
import { asksForTransfer, type DepositStage } from "./deposit-stage.ts";

interface Spoken {
  readonly stage: DepositStage;
  readonly words: DepositWords;
  /** Null while the quoted rate is held. */
  readonly rate: DepositWords | null;
  readonly deposit: CryptoDepositAction;
  readonly secondsLeft: number;
  readonly texts: CryptoPaymentTexts["deposit"];
}

/**
 * What screen readers announce: each stage when it begins, the last five minutes and the last one while the customer
 * has something to send, and each quarter of the confirmations. Never the seconds.
 */
export function spokenDeposit({ stage, words, rate, deposit, secondsLeft, texts }: Spoken): string {
  const said = [words.title, ...words.lines];
  if (rate) said.push(rate.title, ...rate.lines);
  if (asksForTransfer(stage) && secondsLeft <= 300) {
    said.push(texts.minutesLeft(secondsLeft > 60 ? 5 : 1));
  }
  if (stage === "confirming") {
    const { confirmations, requiredConfirmations } = deposit;
    const quarter = Math.max(1, Math.floor(requiredConfirmations / 4));
    const count = confirmations - (confirmations % quarter);
    if (count > 0) return texts.confirmations(count, requiredConfirmations);
  }
  return said.join(" ");
}
