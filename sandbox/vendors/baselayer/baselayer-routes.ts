import * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { answerOf } from "../../catalogue/taxpayer-numbers.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";

const base = "/vendors/baselayer";

const request = z.strictObject({
  name: z.string().check(z.minLength(1)),
  tin: z.string().check(z.regex(/^\d{9}$/)),
  address: z.optional(z.string()),
});

interface Verification {
  readonly id: string;
  readonly name: string;
  readonly tin: string;
  reads: number;
}

/**
 * Baselayer's TIN verifications, with the sandbox's taxpayer numbers. While "the IRS is down", a verification is
 * completed with a warning, as in Baselayer's own example.
 */
export function baselayerRoutes({ randomUuid }: Pick<SandboxDeps, "randomUuid">): Route[] {
  const verifications = new Map<string, Verification>();

  function submit({ body }: Exchange): SandboxResponse {
    const parsed = parseJsonBody(request, body);
    if (!parsed) return json(422, { detail: [{ loc: ["body"], msg: "invalid", type: "value" }] });
    const { name, tin } = parsed;
    const verification = { id: randomUuid(), name, tin, reads: 0 };
    verifications.set(verification.id, verification);
    return json(200, shown(verification));
  }

  function read({ params }: Exchange): SandboxResponse {
    const verification = verifications.get(params["id"] ?? "");
    if (!verification) return json(404, { detail: "not found" });
    verification.reads += 1;
    return json(200, shown(verification));
  }

  return [
    [`POST ${base}/tin_verifications`, guarded(submit)],
    [`GET ${base}/tin_verifications/:id`, guarded(read)],
  ];
}

function shown({ id, name, tin, reads }: Verification): Record<string, unknown> {
  const answer = answerOf(tin);
  const common = { id, name, tin };
  if (answer === "later" && reads === 0) return { ...common, state: "PENDING", tin_matched: null };
  const isDown = answer === "down";
  const isMatch = answer === "0" || answer === "later" || isDown;
  return {
    ...common,
    state: "COMPLETED",
    tin_matched: isMatch,
    tin_match_type: isMatch ? (tin.startsWith("12") ? "EIN" : "SSN") : null,
    warnings: isDown ? ["IRS Validation is unavailable."] : [],
  };
}

function guarded(handler: Handler): Handler {
  return (exchange) =>
    exchange.headers["x-api-key"] === sandboxCredentials.baselayer
      ? handler(exchange)
      : json(401, { detail: "unauthorized" });
}
