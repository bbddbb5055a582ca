import * as z from "zod/mini";
import {
  decideSandboxDispute,
  openSandboxDispute,
  type PlayedDispute,
  playedDispute,
} from "#contract/api/sandbox-disputes";
import { inTransaction } from "../../platform/database/transaction.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { LeaseClaim } from "../../platform/http/idempotency.ts";
import type { SandboxDisputeDeps, SandboxDisputes } from "./create-sandbox-disputes.ts";

const tags = ["Sandbox"];
const params = z.object({ disputeId: z.string() });

export function registerSandboxDisputeRoutes(
  app: HttpServer,
  {
    database,
    idempotency,
    disputes,
  }: Pick<SandboxDisputeDeps, "database" | "idempotency"> & { readonly disputes: SandboxDisputes },
): void {
  const played = async (
    claim: LeaseClaim,
    statusCode: number,
    act: () => Promise<PlayedDispute>,
  ) => {
    await inTransaction(database, (tx) => claim.begin(tx));
    const response = { statusCode, body: await act() };
    await inTransaction(database, (tx) => claim.finish(tx, response));
    return response;
  };

  app.post(
    "/v1/sandbox/disputes",
    {
      config: forSecretKeys("disputes"),
      schema: {
        tags,
        summary: "Dispute a payment as the customer's bank",
        description:
          "Opens a dispute of a successful card payment at the sandbox's processor. The response comes when the " +
          "processor's notice has been applied, or after ten seconds with `disputeId: null`.",
        body: openSandboxDispute,
        response: { 201: playedDispute },
      },
    },
    (request, reply) =>
      idempotency.withLease(request, reply, (claim) =>
        played(claim, 201, () => disputes.open(callerOf(request).operatorId, request.body)),
      ),
  );

  app.post(
    "/v1/sandbox/disputes/:disputeId/decide",
    {
      config: forSecretKeys("disputes"),
      schema: {
        tags,
        summary: "Decide a dispute as the customer's bank",
        description:
          "`win` decides for you, `lose` against you. `pre_arbitrate` and `arbitrate` open the next stage, " +
          "`chargeback` turns an inquiry into a chargeback.",
        params,
        body: decideSandboxDispute,
        response: { 200: playedDispute },
      },
    },
    (request, reply) =>
      idempotency.withLease(request, reply, (claim) =>
        played(claim, 200, () =>
          disputes.decide(callerOf(request).operatorId, request.params.disputeId, request.body),
        ),
      ),
  );
}
