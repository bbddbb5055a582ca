import { type CardCapabilities, showAbilities } from "#contract/connectors/card-capabilities";
import type { CardProcessor, ChargeOutcome } from "../card-processor.ts";
import type { CheckStepName } from "./check-processor.ts";

const abilities: Partial<Record<CheckStepName, string>> = {
  soft_decline: "soft_declines",
  disputes: "dispute_notices",
  settlement_files: "settlement_files",
};

/** Why a step was not tested: the vendor or the connector lacks it, or it can't be tried automatically. */
export function whyUntested(
  step: CheckStepName,
  capabilities: CardCapabilities,
  { type }: ChargeOutcome,
): string[] {
  const values = new Map<string, string>(
    showAbilities(capabilities).map(({ ability, value }) => [ability, value]),
  );
  const value = values.get(abilities[step] ?? "");
  if (value === "not_offered") return ["not_offered"];
  if (value === "no") return ["not_supported"];
  if (step === "disputes") {
    const hasAnswers = values.get("dispute_answers") !== "not_offered";
    return ["vendor_decides_when", ...(hasAnswers ? [] : ["answers_not_offered"])];
  }
  if (step === "settlement_files" && value !== "fetched") return ["vendor_decides_when"];
  return [type === "approved" ? "no_test_card" : "no_approval"];
}

/** The search for settled batches. A test account may have none. */
const searchedMs = 7 * 24 * 60 * 60_000;

/** Fetches settled batches and imports nothing. Undefined if reports are not fetched. */
export async function tryReports(
  { settledBatches }: Pick<CardProcessor, "settledBatches">,
  nowMs: number,
): Promise<
  | { readonly result: "works" | "fails" | "not_tested"; readonly codes: readonly string[] }
  | undefined
> {
  const found = await settledBatches?.({
    sinceMs: nowMs - searchedMs,
    untilMs: nowMs,
    known: new Set(),
  });
  if (!found) return undefined;
  if (found.type === "unknown") return { result: "fails", codes: [found.reason] };
  if (found.batches.length > 0) return { result: "works", codes: [] };
  return found.problem === null || found.problem === "not_settled_yet"
    ? { result: "not_tested", codes: ["no_batch_yet"] }
    : { result: "fails", codes: [found.problem] };
}
