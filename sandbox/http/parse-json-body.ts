import type * as z from "zod/mini";

/** Parses a JSON body; undefined if it is not JSON or does not match. */
export function parseJsonBody<T extends z.ZodMiniType>(
  schema: T,
  body: string,
): z.infer<T> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
