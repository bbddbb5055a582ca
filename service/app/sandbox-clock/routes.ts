import { moveClock, movedClock, sandboxClock } from "#contract/api/sandbox-clock";
import { apiActorOf } from "../../operators/audit/index.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { SandboxClock } from "./create-sandbox-clock.ts";

const tags = ["Sandbox"];

export function registerClockRoutes(
  app: HttpServer,
  clock: Pick<SandboxClock, "read" | "move">,
  idempotency: Idempotency,
): void {
  app.get(
    "/v1/sandbox/clock",
    {
      config: forSecretKeys("read"),
      schema: {
        tags,
        summary: "Read the sandbox's clock",
        description: "Only in a sandbox without real processors.",
        response: { 200: sandboxClock },
      },
    },
    () => clock.read(),
  );

  app.post(
    "/v1/sandbox/clock",
    {
      config: forSecretKeys(),
      schema: {
        tags,
        summary: "Move the sandbox's clock forward",
        description:
          "Moves the time of the whole installation by `advance` seconds, or to the time `to`. The " +
          "response comes when everything that became due has run, or after 30 seconds with " +
          "`settled: false`.",
        body: moveClock,
        response: { 200: movedClock },
      },
    },
    (request, reply) =>
      idempotency.withLease(
        request,
        reply,
        async (claim) => {
          const { operatorId } = callerOf(request);
          const mover = { operatorId, actor: apiActorOf(request) };
          return { statusCode: 200, body: await clock.move(mover, request.body, claim) };
        },
        {
          // The process died after the move.
          readStarted: async () => ({
            response: { statusCode: 200, body: { ...clock.read(), settled: false } },
            isFinal: false,
          }),
        },
      ),
  );
}
