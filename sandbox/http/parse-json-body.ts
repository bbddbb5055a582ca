import type * as z from "zod/mini";

/** Parses the body with the schema; undefined for anything else, including malformed JSON. */
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
