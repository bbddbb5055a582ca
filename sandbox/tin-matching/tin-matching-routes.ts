import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { tinCheck } from "#contract/connectors/tin-matching";
import { answerOf } from "../catalogue/taxpayer-numbers.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem } from "../http/response.ts";
import type { Route } from "../http/router.ts";

/** The IRS's TIN Matching, as a payer's provider exposes it (contract/connectors/tin-matching.ts). */
export function tinMatchingRoutes(): Route[] {
  /** Numbers that get their result at the second check. */
  const seenTins = new Set<string>();
  return [
    [
      "POST /tin-matching/checks",
      ({ headers, body }) => {
        if (headers["authorization"] !== `Bearer ${sandboxCredentials.tinMatching}`) {
          return problem(401, "unauthorized", "The connector key is missing or wrong.");
        }
        const check = parseJsonBody(tinCheck, body);
        if (!check) return problem(400, "invalid_request", "Send { type, tin, name }.");
        const answer = answerOf(check.tin);
        if (answer === "down") return problem(503, "irs_down", "The IRS is not available now.");
        if (answer !== "later") return json(200, { code: answer });
        const isFirst = !seenTins.has(check.tin);
        seenTins.add(check.tin);
        return isFirst ? json(202, { status: "pending" }) : json(200, { code: "0" });
      },
    ],
  ];
}
