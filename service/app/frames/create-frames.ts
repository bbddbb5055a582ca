import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { styleOfPage } from "#contract/appearance/appearance-css";
import type { OperatorsDeps } from "../../operators/accounts/index.ts";
import type { Appearances, Logos } from "../../operators/appearance/index.ts";
import type { Domain } from "../../platform/domain.ts";
import { acceptedLanguages } from "../../platform/http/accepted-languages.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { type BuiltFile, type BuiltFiles, readBuiltFiles } from "./built-files.ts";
import { createFramePages } from "./frame-pages.ts";
import {
  framePermissions,
  framePolicy,
  isLinkPage,
  mayShareSite,
  refusedFramePolicy,
  showsBanks,
  takesPictures,
  workerPolicy,
} from "./frame-policy.ts";
import { registerHostedPages } from "./hosted-pages.ts";
import { createPageVariants, offerAttributes, styleHash } from "./page-variants.ts";
import { createReleasedFiles, type ReleasedFiles } from "./released-files.ts";
import { sendFile } from "./send-file.ts";

const frameQuery = z.object({
  key: z.optional(z.string().check(z.maxLength(200))),
  locale: z.optional(z.string().check(z.maxLength(64))),
});

/** A reopened page loads from the cache, and changed origins take effect soon. */
const frameCaching = "private, max-age=60";
/** Caching of files whose names have a hash of the content. */
const forever = "public, max-age=31536000, immutable";
const shortly = "public, max-age=300, stale-while-revalidate=86400";

const publicRoute = { config: { access: "public" as const }, schema: { hide: true } as never };

export interface FramesDeps extends OperatorsDeps {
  appearances: Pick<Appearances, "published">;
  logos: Pick<Logos, "find">;
}

/**
 * Serves everything that browsers load from the service, from memory:
 * - `GET /v1/frames/{name}?key=&locale=`: a frame's page, which only the operator's pages can show. Without a COEP
 *   header, which every bank's page inside it would then have to send. In isolated pages the SDK opens frames as
 *   `credentialless`.
 * - Pages in their own window: see hosted-pages.ts.
 * - `GET /v1/assets/*`: assets by hashed name. `GET /v1/logos/{id}.webp`: operators' logos.
 * - `GET /v1/tessera.js`, `/v1/tessera.mjs`, `/v1/tessera-elements.js`, `/v1/tessera.tgz` (for `npm install`),
 *   `/v1/integrity.json`: the newest SDK; the same under `/{version}/`, for tags with `integrity`.
 *
 * Files of other builds come from the store, where a job puts this build's (released-files.ts).
 */
export function createFrames(deps: FramesDeps, folder = join(repositoryRoot(), "dist")): Domain {
  const frames = readBuiltFiles(join(folder, "frames"));
  const sdk = readBuiltFiles(join(folder, "sdk"));
  const version = sdkVersion(sdk.get("integrity.json")?.plain);
  const released = createReleasedFiles(deps, ownFiles(frames, sdk, version));
  return {
    register: (app) => registerFrames(app, deps, { frames, sdk, version, released }),
    jobs: [released.job],
    shared: released.stored,
    commands: [],
  };
}

interface ServedFiles {
  readonly frames: BuiltFiles;
  readonly sdk: BuiltFiles;
  readonly version: string | undefined;
  readonly released: ReleasedFiles;
}

function registerFrames(
  app: HttpServer,
  deps: FramesDeps,
  { frames, sdk, version, released }: ServedFiles,
): void {
  const findPage = createFramePages(frames);
  const variantOf = createPageVariants();
  const { environment, publicUrl } = deps.config;

  app.get<{ Params: { name: string }; Querystring: z.infer<typeof frameQuery> }>(
    "/v1/frames/:name",
    { ...publicRoute, schema: { hide: true, querystring: frameQuery } as never },
    async (request, reply) => {
      const { key: publishableKey = "", locale } = request.query;
      reply
        .header("content-security-policy", refusedFramePolicy)
        .header("cache-control", "no-store");
      const { publishableKeys } = deps.operators;
      const operatorId = await publishableKeys.operatorOf(publishableKey, request.ip);
      if (operatorId === undefined) throw new ApiError("publishable_key_invalid");
      const spoken = acceptedLanguages(request.headers["accept-language"]);
      const page = findPage(request.params.name, locale === undefined ? spoken : [locale]);
      if (!page || isLinkPage(page.name)) throw new ApiError("not_found");
      const { settings, pages } = await deps.operators.get(operatorId);
      const appearance = await deps.appearances.published(operatorId);
      const style = appearance && styleOfPage(appearance, page.name);
      const camera = takesPictures(page.name);
      const policy = framePolicy({
        ...page,
        styleHashes: [...page.styleHashes, ...styleHash(style)],
        environment,
        camera,
        banks: showsBanks(page.name),
        frameAncestors: pages.sources,
      });
      if (mayShareSite(publicUrl, settings.allowedOrigins))
        reply.header("origin-agent-cluster", "?1");
      reply
        .header("content-security-policy", policy)
        .header("content-language", page.locale)
        .header("permissions-policy", framePermissions(camera))
        .header("cache-control", frameCaching);
      const variant = createHash("sha256").update(policy).digest("base64url");
      if (locale === undefined) reply.header("vary", "Accept-Language");
      const attributes = page.name === "payment" ? offerAttributes(settings) : "";
      const file = await variantOf(page.built, { attributes, style });
      return sendFile(request, reply, file, variant.slice(0, 8));
    },
  );

  registerHostedPages(app, { findPage, variantOf, environment, appearances: deps.appearances });

  app.get<{ Params: { "*": string } }>("/v1/assets/*", publicRoute, async (request, reply) => {
    const path = `assets/${request.params["*"]}`;
    const file = frames.get(path) ?? (await released.find(path));
    if (!file) throw new ApiError("not_found");
    reply.header("cache-control", forever).header("content-security-policy", workerPolicy);
    return sendFile(request, reply, file);
  });

  app.get<{ Params: { id: string } }>("/v1/logos/:id.webp", publicRoute, async (request, reply) => {
    const webp = await deps.logos.find(request.params.id);
    if (!webp) throw new ApiError("not_found");
    return reply
      .header("content-type", "image/webp")
      .header("cache-control", forever)
      .header("content-security-policy", refusedFramePolicy)
      .header("cross-origin-resource-policy", "same-origin")
      .send(webp);
  });

  const sendSdk = (
    request: FastifyRequest,
    reply: FastifyReply,
    file: BuiltFile | undefined,
    caching: string,
  ) => {
    if (!file) throw new ApiError("not_found");
    reply
      .header("cache-control", caching)
      .header("access-control-allow-origin", "*")
      .header("timing-allow-origin", "*");
    return sendFile(request, reply, file);
  };
  for (const name of sdkFiles) {
    app.get(`/v1/${name}`, publicRoute, (request, reply) =>
      sendSdk(request, reply, sdk.get(name), shortly),
    );
    app.get<{ Params: { version: string } }>(
      `/:version(^\\d+\\.\\d+\\.\\d+[\\w.+-]*$)/${name}`,
      publicRoute,
      async (request, reply) => {
        const requestedVersion = request.params.version;
        const file =
          requestedVersion === version
            ? sdk.get(name)
            : await released.find(`${requestedVersion}/${name}`);
        return sendSdk(request, reply, file, forever);
      },
    );
  }
}

const sdkFiles = [
  "tessera.js",
  "tessera.mjs",
  "tessera-elements.js",
  "tessera.tgz",
  "integrity.json",
];

/** Files that other processes may have to serve, by URL path. */
function ownFiles(frames: BuiltFiles, sdk: BuiltFiles, version: string | undefined): BuiltFiles {
  const parts = [...frames].filter(([path]) => path.startsWith("assets/"));
  const scripts = [...sdk].filter(([path]) => version !== undefined && sdkFiles.includes(path));
  return new Map([
    ...parts,
    ...scripts.map(([path, file]): [string, BuiltFile] => [`${version}/${path}`, file]),
  ]);
}

function sdkVersion(integrity: Buffer | undefined): string | undefined {
  if (!integrity) return undefined;
  return (JSON.parse(integrity.toString("utf8")) as { version: string }).version;
}
