import { createHash } from "node:crypto";
import { disputeAcceptance, evidenceSubmission } from "#contract/connectors/processor";
import { faultyJson } from "../http/faulty-response.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import { connectorGuard } from "../processors/connector-guard.ts";
import type { FaultBox } from "../processors/faults.ts";
import type { ProcessorProfile } from "../processors/processor-profile.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { BookedAnswer, BookedDispute, DisputeBook } from "./dispute-book.ts";
import type { DisputePlay } from "./play-disputes.ts";

export interface DisputeParts {
  deps: SandboxDeps;
  disputes: DisputeBook;
  play: DisputePlay;
  faults: FaultBox;
}

/** Dispute calls of contract/connectors/processor.ts, with this processor's profile. */
export function disputeRoutes(profile: ProcessorProfile, parts: DisputeParts): Route[] {
  const { deps, disputes, play, faults } = parts;
  const base = `/processors/${profile.name}` as const;
  const guarded = connectorGuard(profile, deps);

  const answer =
    (kind: BookedAnswer["kind"]) =>
    async (exchange: Exchange): Promise<SandboxResponse | Silence> => {
      const key = exchange.headers["idempotency-key"];
      if (!key) return problem(400, "idempotency_key_missing", "Answers need an Idempotency-Key.");
      const evidence = readAnswer(kind, exchange.body);
      if (!evidence) return problem(400, "evidence_invalid", "The answer is malformed.");
      const disputeId = exchange.params["disputeId"] ?? "";
      const digest = createHash("sha256").update(`${disputeId}\n${kind}\n${exchange.body}`);
      const fingerprint = digest.digest("base64url");
      const known = disputes.findAnswer(profile.name, key);
      if (known) {
        return known[1].fingerprint === fingerprint
          ? json(200, onTheWire(...known))
          : problem(409, "idempotency_key_reused", "This key was used for another answer.");
      }
      const dispute = disputes.find(profile.name, disputeId);
      if (!dispute) return problem(404, "dispute_not_found", "There is no such dispute.");
      if (dispute.status !== "needs_response" || dispute.stage !== evidence.stage) {
        return problem(400, "dispute_not_answerable", "This dispute takes no answer now.");
      }
      const fault = faults.take(profile.name, "dispute_answer", disputeId);
      if (fault === "silent_without_charging") return silence;
      if (fault === "error_without_charging") {
        return problem(503, "unavailable", "Try again later.");
      }
      const booked: BookedAnswer = {
        ...evidence,
        answerId: `da_${deps.randomBytes(6).toString("hex")}`,
        idempotencyKey: key,
        fingerprint,
        kind,
        receivedAt: new Date(deps.now()).toISOString(),
      };
      play.answer(dispute, booked);
      return faultyJson(deps, onTheWire(dispute, booked), fault);
    };

  function lookUp(exchange: Exchange): SandboxResponse {
    const found = disputes.findAnswer(profile.name, exchange.params["key"] ?? "");
    return found
      ? json(200, onTheWire(...found))
      : problem(404, "dispute_answer_not_found", "No answer was made with this key.");
  }

  return [
    [`POST ${base}/disputes/:disputeId/evidence`, guarded(answer("evidence"))],
    [`POST ${base}/disputes/:disputeId/acceptance`, guarded(answer("acceptance"))],
    [`GET ${base}/dispute-answers/by-key/:key`, guarded(lookUp)],
  ];
}

function readAnswer(
  kind: BookedAnswer["kind"],
  body: string,
): Pick<BookedAnswer, "stage" | "fields" | "files"> | undefined {
  if (kind === "acceptance") {
    const acceptance = parseJsonBody(disputeAcceptance, body);
    return acceptance && { stage: acceptance.stage, fields: {}, files: [] };
  }
  const submission = parseJsonBody(evidenceSubmission, body);
  if (!submission) return undefined;
  const files = submission.files.map((file) => `${file.kind}: ${file.name}`);
  return { stage: submission.stage, fields: submission.fields, files };
}

function onTheWire({ disputeId }: BookedDispute, { answerId, kind }: BookedAnswer) {
  return { answerId, disputeId, kind };
}
