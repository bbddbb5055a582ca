import type * as z from "zod/mini";
import type { ConsoleAccess } from "./console-guard.ts";

interface Schemas<Body, Query, Params, Answer> {
  body?: Body;
  querystring?: Query;
  params?: Params;
  response: Answer;
  /** Of the good answer; 200 unless said. */
  statusCode?: 200 | 201;
}

/**
 * Options of a route of the console: who may call it, and its schemas. It stays out of the API reference:
 * it is between our page and our service.
 */
export function consoleRoute<
  Answer extends z.ZodMiniType,
  Body extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
  Params extends z.ZodMiniType | undefined = undefined,
>(
  access: ConsoleAccess,
  { response, statusCode = 200, ...schemas }: Schemas<Body, Query, Params, Answer>,
) {
  return {
    config: { access: access === "open" ? "public" : "staff", console: access },
    schema: { hide: true, ...schemas, response: { [statusCode]: response } },
  } as {
    config: { access: "public" | "staff"; console: ConsoleAccess };
    schema: { hide: true; response: { 200: Answer; 201: Answer } } & (Body extends z.ZodMiniType
      ? { body: Body }
      : unknown) &
      (Query extends z.ZodMiniType ? { querystring: Query } : unknown) &
      (Params extends z.ZodMiniType ? { params: Params } : unknown);
  };
}
