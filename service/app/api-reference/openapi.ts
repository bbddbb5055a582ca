import swagger from "@fastify/swagger";
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { Access } from "../../platform/http/authentication.ts";
import { nameComponents, sentWebhooks, withoutUnused } from "./openapi-components.ts";
import { describeFields } from "./openapi-fields.ts";
import { infoFor, securitySchemes, tags } from "./openapi-info.ts";
import { listKnownValues } from "./openapi-lists.ts";
import { nameOperations, openResponses } from "./openapi-operations.ts";

const securityOf: Readonly<Partial<Record<Access, readonly Record<string, never[]>[]>>> = {
  secret_key: [{ secretKey: [] }],
  client_secret: [{ clientSecret: [], publishableKey: [] } as Record<string, never[]>],
  public: [],
};

const idempotencyKey = {
  type: "object",
  properties: {
    "Idempotency-Key": {
      type: "string",
      minLength: 1,
      maxLength: 255,
      description:
        "Makes the request safe to repeat for 24 hours: the same key and body get the same response.",
    },
  },
};

const sharedErrorResponse = {
  description: "Refused or failed; see errorCode.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } } },
};

/**
 * Serves the OpenAPI 3.1 document, generated from the validation schemas. Omits `schema.hide` and routes outside /v1.
 */
export async function addOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  nameComponents();
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: infoFor(publicUrl),
      servers: [{ url: publicUrl, description: "This service." }],
      tags: [...tags],
      webhooks: sentWebhooks as never,
      components: { securitySchemes },
    },
    transform: (route) => {
      const shown = jsonSchemaTransform(route);
      if (!route.url.startsWith("/v1/"))
        return { ...shown, schema: { ...shown.schema, hide: true } };
      const { config, method } = route.route as RouteOptions;
      const takesKey = config?.access !== "public" && /POST|PUT/.test(String(method));
      return {
        ...shown,
        schema: {
          ...shown.schema,
          security: [...(securityOf[config?.access ?? "public"] ?? [])],
          ...scopesOf(config, shown.schema?.description),
          ...(takesKey ? { headers: idempotencyKey } : {}),
        } as never,
      };
    },
    transformObject: (document) =>
      withoutUnused(
        openResponses(
          nameOperations(
            listKnownValues(describeFields(addErrorResponses(jsonSchemaTransformObject(document)))),
          ),
        ),
      ),
  });
  let text: string | undefined;
  app.get(
    "/v1/openapi.json",
    { config: { access: "public" }, schema: { hide: true } },
    (_request, reply) => {
      text ??= JSON.stringify(app.swagger());
      return reply
        .type("application/json; charset=utf-8")
        .header("access-control-allow-origin", "*")
        .serializer((body: unknown) => String(body))
        .send(text as never);
    },
  );
}

/** Scopes that a restricted key needs: in the description, and as `x-scopes`. */
function scopesOf(
  config: FastifyContextConfig | undefined,
  description = "",
): { description?: string; "x-scopes"?: readonly string[] } {
  if (config?.access !== "secret_key") return {};
  const scopes = config.scopes ?? [];
  const names = scopes.map((scope) => `\`${scope}\``).join(" or ");
  const words =
    scopes.length > 0 ? `A restricted key needs ${names}.` : "Restricted keys cannot call it.";
  return { description: `${description} ${words}`.trim(), "x-scopes": scopes };
}

function addErrorResponses<Document>(document: Document): Document {
  const { paths } = document as { paths?: Record<string, Record<string, unknown>> };
  for (const operations of Object.values(paths ?? {})) {
    for (const operation of Object.values(operations)) {
      const { responses } = operation as { responses?: Record<string, unknown> };
      if (responses)
        Object.assign(responses, { "4XX": sharedErrorResponse, "5XX": sharedErrorResponse });
    }
  }
  return document;
}
