import type { FastifyInstance } from "fastify";
import type { Access } from "./authentication.ts";

export interface KnownRoute {
  readonly method: string;
  /** The path with Fastify's parameters: `/v1/customers/:externalCustomerId`. */
  readonly url: string;
  readonly access: Access | undefined;
  /** Whether the OpenAPI document omits it. */
  readonly isHidden: boolean;
}

/** Collects routes registered after this call; the list grows. */
export function collectRoutes(app: FastifyInstance): readonly KnownRoute[] {
  const routes: KnownRoute[] = [];
  app.addHook("onRoute", ({ method, url, config, schema }) => {
    const isHidden = schema?.hide === true || !url.startsWith("/v1/");
    for (const httpMethods of [method].flat()) {
      routes.push({ method: httpMethods, url, access: config?.access, isHidden });
    }
  });
  return routes;
}
