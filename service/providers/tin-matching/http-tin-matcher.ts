import { type TinCheck, tinCheckResult } from "#contract/connectors/tin-matching";
import type { Connector } from "../../platform/connectors.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import type { TinCheckRequest, TinMatch, TinMatcher } from "./tin-matcher.ts";

const deadlineMs = 10_000;

/** Codes of a match. 4 and 5 say nothing about the number. */
const matches: ReadonlySet<string> = new Set(["0", "6", "7", "8"]);
const mismatches: ReadonlySet<string> = new Set(["1", "2", "3"]);

/** A client for contract/connectors/tin-matching.ts. */
export function createHttpTinMatcher(http: OutgoingHttp, connector: Connector): TinMatcher {
  return {
    async check({ tinType, tin, name }: TinCheckRequest): Promise<TinMatch> {
      const body: TinCheck = { type: tinType === "ein" ? "1" : "2", tin, name };
      try {
        const response = await http.call({
          method: "POST",
          url: `${connector.url}/checks`,
          headers: {
            authorization: `Bearer ${connector.key}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(body),
          deadlineMs,
        });
        if (response.statusCode === 202) return { state: "pending" };
        if (response.statusCode !== 200) return { state: "unavailable" };
        const { code } = tinCheckResult.parse(JSON.parse(response.text));
        if (matches.has(code)) return { state: "match", code };
        return mismatches.has(code) ? { state: "mismatch", code } : { state: "unavailable" };
      } catch {
        return { state: "unavailable" };
      }
    },
  };
}
