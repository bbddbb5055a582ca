import type { PayoutRequest } from "#contract/connectors/payout";
import { returnCodeOf } from "../catalogue/bank-accounts.ts";
import { cardScript } from "../catalogue/card-script.ts";
import { cryptoAddressOf } from "../catalogue/crypto-addresses.ts";
import type { ChargeFault, PayoutScript } from "../catalogue/scripts.ts";

/** What the payout processor decides, and how badly it will tell it. */
export interface PayoutDecision extends PayoutScript {
  fault?: ChargeFault;
}

/** What banks say with their return codes, in the processor's words, and when they say it. */
const returned: Readonly<Record<string, PayoutScript>> = {
  R02: { outcome: "failed_later", reasonCode: "account_closed" },
  R03: { outcome: "failed_later", reasonCode: "account_not_found" },
  R04: { outcome: "declined", reasonCode: "account_number_invalid" },
  R16: { outcome: "failed_later", reasonCode: "account_frozen" },
  R23: { outcome: "returned_later", reasonCode: "credit_refused" },
};

/**
 * Decides by where the money goes: the account, card or address of the one published table. A card
 * does what it does when it is charged, its faults too; some have scripts of their own for payouts.
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
      const found = cryptoAddressOf(destination.address);
      if (!found || found.outcome === "paid") return { outcome: "paid_later" };
      const { outcome, reasonCode } = found;
      return { outcome, ...(reasonCode === undefined ? {} : { reasonCode }) };
    }
  }
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
