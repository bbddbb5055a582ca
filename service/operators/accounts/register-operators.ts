import * as z from "zod/mini";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { keyEnvironmentOf } from "./api-key.ts";
import type { Operators } from "./operators.ts";

const diagnosisQuery = z.object({ publishableKey: z.string().check(z.maxLength(200)) });

const diagnosis = z.object({
  key: z.enum(["ok", "unknown", "wrong_environment"]),
  origin: z.enum(["allowed", "refused"]),
});

/**
 * Registers `GET /v1/sdk/diagnosis`: lets the SDK distinguish a wrong key or origin from a broken network. Any page may
 * read it, because loading a frame would reveal as much.
 */
export function registerOperators(
  app: HttpServer,
  deps: Pick<PlatformDeps, "config"> & {
    operators: Pick<Operators, "get" | "publishableKeys">;
  },
): void {
  app.get(
    "/v1/sdk/diagnosis",
    {
      config: { access: "public" },
      schema: {
        summary: "Find out why a frame does not answer, for the SDK",
        description:
          "Distinguishes a wrong key or origin from a broken network. No secret key is needed.",
        tags: ["SDK"],
        querystring: diagnosisQuery,
        response: { 200: diagnosis },
      },
    },
    async (request, reply) => {
      reply.header("access-control-allow-origin", "*").header("cache-control", "no-store");
      const { publishableKey } = request.query;
      const environment = keyEnvironmentOf(deps.config.environment);
      const keyEnvironment = /^pk_(sandbox|live)_/.exec(publishableKey)?.[1];
      if (keyEnvironment !== undefined && keyEnvironment !== environment) {
        return { key: "wrong_environment" as const, origin: "refused" as const };
      }
      const { publishableKeys } = deps.operators;
      const operatorId = await publishableKeys.operatorOf(publishableKey, request.ip);
      if (operatorId === undefined) {
        return { key: "unknown" as const, origin: "refused" as const };
      }
      const { pages } = await deps.operators.get(operatorId);
      const { origin } = request.headers;
      const isAllowed = origin !== undefined && pages.includes(origin);
      return {
        key: "ok" as const,
        origin: isAllowed ? ("allowed" as const) : ("refused" as const),
      };
    },
  );
}
