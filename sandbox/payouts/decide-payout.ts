import type { PayoutRequest } from "#contract/connectors/payout";
import { readCryptoAddress } from "#contract/crypto-address";
import { cryptoNetworkNames } from "#contract/crypto-networks";
import { returnCodeOf } from "../catalogue/bank-accounts.ts";
import { cardScript } from "../catalogue/card-script.ts";
import { cryptoAddressOf } from "../catalogue/crypto-addresses.ts";
import type { ChargeFault, PayoutScript } from "../catalogue/scripts.ts";
import { sandboxAssets } from "../chain/tokens.ts";

/** The processor's decision, with an optional fault of its response. */
export interface PayoutDecision extends PayoutScript {
  fault?: ChargeFault;
}

/** The banks' return codes as outcomes and reason codes. */
const returned: Readonly<Record<string, PayoutScript>> = {
  R02: { outcome: "failed_later", reasonCode: "account_closed" },
  R03: { outcome: "failed_later", reasonCode: "account_not_found" },
  R04: { outcome: "declined", reasonCode: "account_number_invalid" },
  R16: { outcome: "failed_later", reasonCode: "account_frozen" },
  R23: { outcome: "returned_later", reasonCode: "credit_refused" },
};

/**
 * Decides by destination: the account, card or address in the published table. A card behaves as when it is charged,
 * including faults; some have their own payout script.
 */
export function decidePayout({ destination }: PayoutRequest): PayoutDecision {
  switch (destination.type) {
    case "bank": {
      const code = returnCodeOf(destination.accountNumber, "credit");
      return (code && returned[code]) || { outcome: "paid_later" };
    }
    case "card":
      return decideCard(destination.number);
    case "crypto": {
      if (isRefusedAddress(destination)) {
        return { outcome: "declined", reasonCode: "address_refused" };
      }
      const address = cryptoAddressOf(destination.address);
      if (!address || address.outcome === "paid") return { outcome: "paid_later" };
      const { outcome, reasonCode } = address;
      return { outcome, ...(reasonCode === undefined ? {} : { reasonCode }) };
    }
  }
}

/** An address with a wrong checksum, or a token's contract. */
function isRefusedAddress({
  network,
  address,
}: Extract<PayoutRequest["destination"], { type: "crypto" }>): boolean {
  const known = cryptoNetworkNames.find((cryptoNetworkName) => cryptoNetworkName === network);
  if (!known || readCryptoAddress(address, known).address === null) return true;
  return sandboxAssets.some(({ token }) => token?.toLowerCase() === address.toLowerCase());
}

function decideCard(number: string): PayoutDecision {
  const { payout, charge } = cardScript(number);
  if (payout) return payout;
  const fault = charge.fault ? { fault: charge.fault } : {};
  const { outcome } = charge;
  switch (outcome.status) {
    case "declined":
      return { outcome: "declined", reasonCode: outcome.declineCode, ...fault };
    case "pending": {
      if (outcome.settles === "never") return { outcome: "pending_forever", ...fault };
      return outcome.settles === "approved"
        ? { outcome: "paid_later", ...fault }
        : { outcome: "failed_later", reasonCode: outcome.declineCode ?? "card_refused", ...fault };
    }
    default:
      return { outcome: "paid", ...fault };
  }
}
