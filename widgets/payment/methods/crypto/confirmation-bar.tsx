import type { CryptoDepositAction } from "#contract/client/payments";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import { networkName } from "./deposit-facts.ts";

interface ConfirmationBarProps {
  readonly deposit: CryptoDepositAction;
  readonly texts: CryptoPaymentTexts["deposit"];
}

export function ConfirmationBar({ deposit, texts }: ConfirmationBarProps) {
  const required = Math.max(1, deposit.requiredConfirmations);
  const count = Math.min(deposit.confirmations, required);
  const words = texts.confirmations(count, required);
  return (
    <div class="confirmations" data-testid="confirmations">
      <div
        class="confirmations-bar"
        role="progressbar"
        aria-label={texts.progress}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={count}
        aria-valuetext={words}
      >
        {/* The first piece shows that the network saw the transfer: an empty bar would look stuck. */}
        <span
          class="confirmations-done"
          style={{ inlineSize: `${((count + 0.35) / (required + 0.35)) * 100}%` }}
        />
      </div>
      <p class="confirmations-words">{words}</p>
      {deposit.network === "bitcoin" && (
        <p class="field-hint" data-testid="slow-network">
          {texts.slow(networkName(deposit.network))}
        </p>
      )}
    </div>
  );
}
