import type * as z from "zod/mini";

/** The body as the schema wants it, or undefined for anything else, malformed JSON too. */
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
