import * as z from "zod/mini";

/** `path` uses dots (`data.address.postalCode`) and is empty for the whole body. */
export const fieldError = z.object({
  path: z.string(),
  message: z.string(),
  errorCode: z.string(),
});

/** The body of every error response (docs/integrate/errors.md). */
export const errorResponse = z.object({
  message: z.string(),
  errorCode: z.optional(z.string()),
  errors: z.optional(z.array(fieldError)),
  requestId: z.optional(z.string()),
});

export type FieldError = z.infer<typeof fieldError>;
export type ErrorResponse = z.infer<typeof errorResponse>;
