import * as z from "zod/mini";
import type { Appearance } from "#contract/appearance/appearance";
import { styleOfPage } from "#contract/appearance/appearance-css";
import type { Appearances } from "../../operators/appearance/index.ts";
import { acceptedLanguages } from "../../platform/http/accepted-languages.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Environment } from "../../platform/settings-source.ts";
import type { FindFramePage } from "./frame-pages.ts";
import { framePermissions, framePolicy, isLinkPage, takesPictures } from "./frame-policy.ts";
import { styleHash, type VariantOf } from "./page-variants.ts";
import { sendFile } from "./send-file.ts";

/** Pages by link path. */
const hostedPages: Readonly<Record<string, string>> = {
  "/w9": "w9",
  "/:for(^op_\\w{24}$)/w9": "w9",
  "/refund": "refund",
  "/verify/drivers-license": "verify-drivers-license",
  "/verify/passport": "verify-passport",
  "/verify/phone": "verify-phone",
};

const query = z.object({
  locale: z.optional(z.string().check(z.maxLength(64))),
  /** Decides only the appearance. The secret decides everything else. */
  for: z.optional(z.string().check(z.maxLength(64))),
  /** The scheme of the page that opened this one, for the mode `auto`. Unknown values are ignored. */
  scheme: z.optional(z.string().check(z.maxLength(64))),
});

/** Resolves the mode `auto` to the scheme of the page that opened the window; without one it stays the device's. */
const seenFrom = (appearance: Appearance, scheme: string | undefined): Appearance =>
  appearance.mode === "auto" && (scheme === "light" || scheme === "dark")
    ? { ...appearance, mode: scheme }
    : appearance;

/**
 * The page that opened a link's window cannot navigate it to another link. A link's page still reaches the bank windows
 * that it opens itself. The SDK must reach the window of a W-9, to see that it was closed.
 */
const openerPolicy = (name: string) => (name === "w9" ? "unsafe-none" : "same-origin-allow-popups");

/**
 * Registers the frames' pages in their own window, opened by links with a secret after the `#`. They cannot be framed
 * and send no referrer.
 */
export function registerHostedPages(
  app: HttpServer,
  {
    findPage,
    variantOf,
    environment,
    appearances,
  }: {
    findPage: FindFramePage;
    variantOf: VariantOf;
    environment: Environment;
    appearances: Pick<Appearances, "published">;
  },
): void {
  for (const [path, name] of Object.entries(hostedPages)) {
    app.get<{ Querystring: z.infer<typeof query>; Params: { for?: string } }>(
      path,
      { config: { access: "public" }, schema: { hide: true, querystring: query } as never },
      async (request, reply) => {
        const { locale, scheme } = request.query;
        const operatorId = request.params.for ?? request.query.for ?? "";
        const spoken = acceptedLanguages(request.headers["accept-language"]);
        const page = findPage(name, locale === undefined ? spoken : [locale, ...spoken]);
        if (!page) throw new ApiError("not_found");
        const isOperator = /^op_\w{24}$/.test(operatorId);
        const appearance = isOperator ? await appearances.published(operatorId) : null;
        const style = appearance && styleOfPage(seenFrom(appearance, scheme), name);
        const styleHashes = [...page.styleHashes, ...styleHash(style)];
        const camera = isLinkPage(name) && takesPictures(name);
        const options = {
          ...page,
          styleHashes,
          frameAncestors: [],
          environment,
          camera,
          banks: false,
        };
        reply
          .header("content-security-policy", framePolicy(options))
          .header("content-language", page.locale)
          .header("permissions-policy", framePermissions(camera))
          .header("referrer-policy", "no-referrer")
          .header("x-frame-options", "DENY")
          .header("origin-agent-cluster", "?1")
          .header("cross-origin-opener-policy", openerPolicy(name))
          .header("cache-control", "private, max-age=60")
          .header("vary", "Accept-Language");
        return sendFile(request, reply, await variantOf(page.built, { style, standsAlone: true }));
      },
    );
  }
}
