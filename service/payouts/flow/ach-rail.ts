import type { Database } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import {
  type PayoutOutcome,
  type PayoutProvider,
  reasonOfReturn,
} from "../../providers/payout/index.ts";
import { type Ach, maxAchMinor } from "../../rails/ach/index.ts";
import { lockUnheld } from "../store/held-payouts.ts";

/** The rail's name in stored payouts. Must never change. */
export const achRailName = "ach";

/**
 * Pays to bank accounts through ACH files (service/rails/ach) instead of a processor. An order is an insert under the
 * payout's key, so repeats make one entry. Look-ups read the entry's status.
 */
export function createAchRail(
  ach: Pick<Ach, "order" | "find">,
  database: Database,
): PayoutProvider {
  const lookUp: PayoutProvider["lookUp"] = async (key, { operatorId, amountMinor, currency }) => {
    const entry = await ach.find(operatorId, key);
    if (!entry) return { type: "not_found" };
    const isOurs = entry.amount_minor === amountMinor && currency === "USD";
    return isOurs ? outcomeOf(entry) : { type: "mismatch", payoutId: entry.ach_entry_id };
  };
  return {
    name: achRailName,
    capabilities: {
      arrivals: { bank: { unit: "business_days", least: 1, most: 3 } },
      currencies: ["USD"],
      maxMinor: maxAchMinor,
      lookUps: { firstMs: 1_000, maxMs: 60 * 60_000, atOnce: true, showReturns: true },
    },
    lookUp,
    async send(order, key) {
      const { destination, operatorId, amountMinor, descriptor } = order;
      if (destination.type !== "bank") {
        return { type: "rejected", reason: "not_a_bank_account", isAboutOurAccount: false };
      }
      // ACH files contain amounts without a currency: all are US dollars.
      if (order.currency !== "USD") {
        return { type: "rejected", reason: "not_us_dollars", isAboutOurAccount: false };
      }
      const { routingNumber, accountNumber, holderName, accountType } = destination;
      const isOrdered = await inTransaction(database, async (tx) => {
        if (!(await lockUnheld(tx, operatorId, key))) return false;
        await ach.order(tx, {
          operatorId,
          source: "disbursement",
          entryKey: key,
          direction: "credit",
          routingNumber,
          accountNumber,
          holderName,
          amountMinor,
          companyName: descriptor,
          accountType: accountType === "savings" ? "savings" : "checking",
        });
        return true;
      });
      return isOrdered ? lookUp(key, order) : { type: "unreached" };
    },
  };
}

function outcomeOf(entry: Tables["ach_entries"]): PayoutOutcome {
  const { ach_entry_id: payoutId, status, effective_date: effectiveDate } = entry;
  switch (status) {
    case "queued":
    case "filed":
      return { type: "pending", payoutId };
    case "settled": {
      // The bank reports only the date. 17:00 UTC is on that date in every US state.
      const paidAtMs = effectiveDate === null ? null : Date.parse(`${effectiveDate}T17:00:00Z`);
      return { type: "paid", payoutId, paidAtMs };
    }
    case "canceled":
      return { type: "canceled", payoutId, reasonCode: "canceled" };
    case "returned": {
      const reasonCode = reasonOfReturn(entry.return_code ?? "");
      return { type: "returned", payoutId, reasonCode };
    }
  }
}
