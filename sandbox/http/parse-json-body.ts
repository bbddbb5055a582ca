import type * as z from "zod/mini";

/** Returns undefined if the body does not match or is not JSON. */
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
