/**
 * The appearance of the operator's widgets (docs/console/appearance.md).
 *
 *   GET  /console/api/appearance           → consoleAppearance (settings.read)
 *   PUT  /console/api/appearance/draft     saveAppearance → consoleAppearance (settings.write)
 *   POST /console/api/appearance/logo      uploadLogo → uploadedLogo (settings.write)
 *   POST /console/api/appearance/publish   publishAppearance → consoleAppearance (settings.write)
 *   POST /console/api/appearance/restore   restoreAppearance → consoleAppearance (settings.write)
 *
 * Refusals: 400 `logo_file_invalid`, `logo_too_large`, `logo_faint`; 400 `validation_failed` with paths such as
 * `appearance.brandColor`; 404 `resource_not_found` for an unknown version, 409 `conflicting_state` for a change based
 * on an older version.
 */
import * as z from "zod/mini";
import { appearanceSchema } from "../appearance/appearance.ts";

/** An appearance; null is Tessera's own look. */
const shownAppearance = z.nullable(appearanceSchema);

/** `staff`, `command` or `service`; a name only for staff. */
const author = z.object({ kind: z.string(), name: z.nullable(z.string()) });

export const appearanceVersion = z.object({
  version: z.number(),
  appearance: shownAppearance,
  /** The older version that this one restored; 0 is Tessera's own look. */
  restoredVersion: z.nullable(z.number()),
  publishedBy: author,
  publishedAt: z.string(),
});
export type AppearanceVersionView = z.infer<typeof appearanceVersion>;

export const consoleAppearance = z.object({
  /** The version that customers see; 0 if there is none. */
  version: z.number(),
  published: shownAppearance,
  draft: z.nullable(
    z.object({ appearance: appearanceSchema, savedBy: author, savedAt: z.string() }),
  ),
  /** The newest 20 versions. */
  versions: z.array(appearanceVersion),
});
export type ConsoleAppearance = z.infer<typeof consoleAppearance>;

/**
 * When the draft that the person saw was saved; null if there was none. If there is another draft by now, the response
 * is 409 `conflicting_state`. Without it, a change applies over any draft.
 */
const draftSavedAt = z.optional(z.nullable(z.string()));

/** Null deletes the draft. The service checks the values. */
export const saveAppearance = z.strictObject({ appearance: z.unknown(), draftSavedAt });

/** An image in base64, for a draft or version that names it afterwards. */
export const uploadLogo = z.strictObject({
  content: z.string().check(z.minLength(1), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});

export const uploadedLogo = z.object({ logo: z.string() });

/** Null publishes Tessera's own look. */
export const publishAppearance = z.strictObject({
  version: z.int().check(z.gte(0)),
  draftSavedAt,
  appearance: z.unknown(),
});

/** `restore` 0 is Tessera's own look. */
export const restoreAppearance = z.strictObject({
  version: z.int().check(z.gte(0)),
  draftSavedAt,
  restore: z.int().check(z.gte(0)),
});
