import { toDecimalText } from "#contract/money";
import { toAscii } from "../../kit/ascii.ts";
import type { PayoutOrder } from "../payout-provider.ts";
import type { TabapaySettings } from "./tabapay-settings.ts";

type Destination = PayoutOrder["destination"];

const speeds = { "real-time": "R", "same-day": "S", "next-day": "N" } as const;

/** Keeps only characters that TabaPay accepts in names. */
function plainText(text: string): string {
  return toAscii(text)
    .replace(/[^A-Za-z0-9_ -]/g, "")
    .replace(/ +/g, " ")
    .trim();
}

/** Splits a name into first and last name; a single word counts as a company. Null if no character is left. */
function ownerName(holderName: string): object | null {
  const words = plainText(holderName).split(" ").filter(Boolean);
  const last = words.pop();
  if (last === undefined) return null;
  return words.length === 0 ? { company: last } : { first: words.join(" "), last };
}

function accountOf(destination: Destination): object | null {
  switch (destination.type) {
    case "card": {
      const { number: accountNumber, expiryYear, expiryMonth } = destination;
      const expirationDate = `${expiryYear}${String(expiryMonth).padStart(2, "0")}`;
      return { card: { accountNumber, expirationDate } };
    }
    case "bank": {
      const { routingNumber, accountNumber } = destination;
      const accountType = destination.accountType === "savings" ? "S" : "C";
      return { bank: { routingNumber, accountNumber, accountType } };
    }
    case "crypto":
      return null;
  }
}

/** The body of Create Transaction, or text that says why TabaPay cannot send the payout. */
export function transactionRequest(
  order: PayoutOrder,
  referenceID: string,
  { settlementAccountId, bankSpeed }: Pick<TabapaySettings, "settlementAccountId" | "bankSpeed">,
): object | string {
  const { destination, amountMinor, currency, descriptor } = order;
  const account = accountOf(destination);
  if (account === null || destination.type === "crypto") return "destination_not_supported";
  if (currency !== "USD") return "currency_not_supported";
  const name = ownerName(destination.holderName);
  if (name === null) return "name_not_supported";
  const isRealTime = bankSpeed === "real-time";
  const memo = plainText(descriptor).slice(0, 32).trim();
  return {
    referenceID,
    type: "push",
    accounts: {
      sourceAccountID: settlementAccountId,
      destinationAccount: { ...account, owner: { name } },
    },
    currency: "840",
    amount: toDecimalText(amountMinor, currency),
    ...(destination.type === "bank" && {
      achOptions: speeds[bankSpeed],
      ...(!isRealTime && { achEntryType: "PPD" }),
      // An ACH entry's description contains the first ten characters of the memo.
      ...(memo !== "" && { memo }),
    }),
  };
}
