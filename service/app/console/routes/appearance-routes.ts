import type { FastifyRequest } from "fastify";
import {
  type ConsoleAppearance,
  consoleAppearance,
  publishAppearance,
  restoreAppearance,
  saveAppearance,
  uploadedLogo,
  uploadLogo,
} from "#contract/console/appearance";
import { staffNames } from "../../../operators/staff/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { presentCreator, staffIdIn } from "../present-creator.ts";

/** The limit for a base64 image: slightly above the image limit, which has its own error. */
const logoBodyBytes = 1024 * 1024;

export function registerAppearanceRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const path = `${consoleApi}/appearance`;
  const { appearances, logos } = deps;
  const changeOf = (request: FastifyRequest) => {
    const { operatorId, staffId } = staffOf(request);
    return { operatorId, actor: { kind: "staff", staffId } as const };
  };

  app.get(path, consoleRoute("settings.read", { response: consoleAppearance }), (request) =>
    present(deps, staffOf(request).operatorId),
  );

  app.put(
    `${path}/draft`,
    consoleRoute("settings.write", { body: saveAppearance, response: consoleAppearance }),
    async (request) => {
      const { appearance, draftSavedAt } = request.body;
      const change = { ...changeOf(request), draftSavedAt };
      await appearances.saveDraft(change, appearance);
      return present(deps, change.operatorId);
    },
  );

  app.post(
    `${path}/logo`,
    {
      ...consoleRoute("settings.write", { body: uploadLogo, response: uploadedLogo }),
      bodyLimit: logoBodyBytes,
    },
    async (request) => {
      const upload = Buffer.from(request.body.content, "base64");
      return { logo: await logos.add(changeOf(request), upload) };
    },
  );

  app.post(
    `${path}/publish`,
    consoleRoute("settings.write", { body: publishAppearance, response: consoleAppearance }),
    async (request) => {
      const { version, draftSavedAt, appearance } = request.body;
      const change = { ...changeOf(request), version, draftSavedAt };
      await appearances.publish(change, appearance);
      return present(deps, change.operatorId);
    },
  );

  app.post(
    `${path}/restore`,
    consoleRoute("settings.write", { body: restoreAppearance, response: consoleAppearance }),
    async (request) => {
      const { version, draftSavedAt, restore } = request.body;
      const change = { ...changeOf(request), version, draftSavedAt };
      await appearances.restore(change, restore);
      return present(deps, change.operatorId);
    },
  );
}

async function present(deps: ConsoleDeps, operatorId: string): Promise<ConsoleAppearance> {
  const { versions, draft } = await deps.appearances.read(operatorId);
  const authors = [...versions.map(({ publishedBy }) => publishedBy), draft?.savedBy ?? null];
  const nameOf = await staffNames(
    deps,
    operatorId,
    authors.flatMap((author) => staffIdIn(author) ?? []),
  );
  const [newest] = versions;
  return {
    version: newest?.version ?? 0,
    published: newest?.appearance ?? null,
    draft: draft && {
      appearance: draft.appearance,
      savedBy: presentCreator(draft.savedBy, nameOf),
      savedAt: draft.savedAt.toISOString(),
    },
    versions: versions.map((version) => ({
      ...version,
      publishedBy: presentCreator(version.publishedBy, nameOf),
      publishedAt: version.publishedAt.toISOString(),
    })),
  };
}
