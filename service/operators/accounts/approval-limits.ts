import type { ApprovalLimits } from "#contract/approval-limits";
import { parseAmount, toMajor } from "#contract/money";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import { CommandRefused } from "./commands/arguments.ts";

/** Limits in minor units by currency. */
type MinorLimits = Readonly<Record<string, number>>;

/** Returns limits as stored. Throws 400 at `approvalLimits.<currency>`. */
export function storeApprovalLimits(given: ApprovalLimits): string | null {
  if (given === null) return null;
  const entries = Object.entries(given).map(([currency, amount]) => {
    const parsed = parseAmount(amount, currency);
    if (!parsed.ok) throw fieldRefusal(parsed.problem, `approvalLimits.${currency}`);
    return [currency, parsed.amountMinor] as const;
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** Reads stored limits; null means no limit. */
export function readApprovalLimits(stored: string | null): MinorLimits | null {
  return stored === null ? null : JSON.parse(stored);
}

/** Shows stored limits in major units. */
export function showApprovalLimits(stored: string | null): ApprovalLimits {
  const limits = readApprovalLimits(stored);
  if (limits === null) return null;
  return Object.fromEntries(
    Object.entries(limits).map(([currency, minor]) => [currency, toMajor(minor, currency)]),
  );
}

/** Parses `USD=1000,EUR=500` or `none`. Throws {@link CommandRefused}. */
export function parseApprovalLimits(word: string): ApprovalLimits {
  if (word === "none") return null;
  const entries = word.split(",").map((each) => {
    const [, currency, amount] = /^([A-Z]{3})=(\d+(?:\.\d+)?)$/.exec(each.trim()) ?? [];
    if (currency === undefined) {
      throw new CommandRefused("An approval limit must be <CURRENCY>=<amount>,… or none");
    }
    return [currency, Number(amount)] as const;
  });
  return Object.fromEntries(entries);
}
