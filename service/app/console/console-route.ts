import type * as z from "zod/mini";
import type { ConsoleAccess } from "./console-guard.ts";

interface Schemas<Body, Query, Params, Result> {
  body?: Body;
  querystring?: Query;
  params?: Params;
  response: Result;
  /** The status of a success; default 200. */
  statusCode?: 200 | 201;
  /** Limited by `limitOpenExports`. */
  isExport?: true;
}

/** A console route's access and schemas. Not in the API reference: only our page calls it. */
export function consoleRoute<
  Result extends z.ZodMiniType,
  Body extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
  Params extends z.ZodMiniType | undefined = undefined,
>(
  access: ConsoleAccess,
  { response, statusCode = 200, isExport, ...schemas }: Schemas<Body, Query, Params, Result>,
) {
  return {
    config: {
      access: access === "open" ? "public" : "staff",
      console: access,
      ...(isExport && { isExport }),
    },
    schema: { hide: true, ...schemas, response: { [statusCode]: response } },
  } as {
    config: { access: "public" | "staff"; console: ConsoleAccess };
    schema: { hide: true; response: { 200: Result; 201: Result } } & (Body extends z.ZodMiniType
      ? { body: Body }
      : unknown) &
      (Query extends z.ZodMiniType ? { querystring: Query } : unknown) &
      (Params extends z.ZodMiniType ? { params: Params } : unknown);
  };
}
