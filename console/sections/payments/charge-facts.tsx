import { adviceForbidsRetry, type ChargeFacts } from "#contract/connectors/charge-facts";
import { railTexts } from "../../i18n/rail-texts.ts";
import type { Fact } from "../../ui/facts.tsx";
import { humanize } from "../../ui/status-badge.tsx";

/** The network's and the processor's codes of a charge; unknown ones are left out. */
export function chargeFacts(facts: ChargeFacts): Fact[] {
  const { facts: words } = railTexts.value;
  const { adviceCode, avsResult, cvcResult } = facts;
  const code = (
    name: "networkDeclineCode" | "vendorCode" | "authorisationCode" | "networkTransactionId",
  ) => fact(words[name], facts[name] && <code class="mono">{facts[name]}</code>);
  return [
    ...code("networkDeclineCode"),
    ...code("vendorCode"),
    ...fact(
      words.adviceCode,
      adviceCode && (adviceForbidsRetry(adviceCode) ? words.neverAgain(adviceCode) : adviceCode),
    ),
    ...fact(words.avsResult, avsResult && (words.avsResults[avsResult] ?? humanize(avsResult))),
    ...fact(words.cvcResult, cvcResult && (words.cvcResults[cvcResult] ?? humanize(cvcResult))),
    ...code("authorisationCode"),
    ...code("networkTransactionId"),
  ];
}

function fact(name: string, value: Fact["value"]): Fact[] {
  return value ? [{ name, value }] : [];
}
