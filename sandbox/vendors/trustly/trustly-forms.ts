import * as z from "zod/mini";

export const amount = z.string().check(z.regex(/^\d{1,7}\.\d{2}$/));
export const reference = z.string().check(z.regex(/^[\w-]{1,36}$/));

/** The fields of a form; undefined unless they are exactly the schema's. */
export function formOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: string,
): z.infer<Schema> | undefined {
  const parsed = schema.safeParse(Object.fromEntries(new URLSearchParams(body)));
  return parsed.success ? parsed.data : undefined;
}

/** The amount in minor units. Both currencies have two decimal places. */
export function minorOf(text: string): number {
  return Number(text.replace(".", ""));
}
