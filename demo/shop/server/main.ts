import { readFileSync } from "node:fs";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { createTesseraClient } from "tessera/server";
import { createShop, registerGallery } from "./create-shop.ts";
import { readSettings, type ShopSettings } from "./settings.ts";
import { ensureWebhookEndpoint } from "./webhook-endpoint.ts";

/*
 * Runs the demo shop in its own process; with `--gallery-only`, only the widget gallery. Start it after the service,
 * whose first start writes the demo operator's keys.
 */
const settings = readSettings(process.env);
try {
  const app = process.argv.includes("--gallery-only") ? createGallery() : await openShop(settings);
  await app.listen({ port: settings.port, host: "127.0.0.1" });
  process.stdout.write(`shop listens on http://shop.localhost:${settings.port}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(`The shop cannot start: ${message}${cause ? ` (${String(cause)})` : ""}\n`);
  process.exitCode = 1;
}

function createGallery(): FastifyInstance {
  const gallery = Fastify({ forceCloseConnections: true });
  gallery.get("/", (_, reply) => reply.redirect("/gallery/"));
  gallery.get("/healthz", () => ({ status: "ok" }));
  registerGallery(gallery, settings.distDir);
  return gallery;
}

async function openShop({ serviceUrl, dataDir, port }: ShopSettings): Promise<FastifyInstance> {
  const operator = JSON.parse(readFileSync(join(dataDir, "demo-operator.json"), "utf8")) as {
    secretKey: string;
    publishableKey: string;
  };
  const tessera = createTesseraClient({ serviceUrl, secretKey: operator.secretKey });
  const url = `http://127.0.0.1:${port}/webhooks`;
  const { secretKey } = await ensureWebhookEndpoint(tessera, url, dataDir);
  const { publishableKey } = operator;
  return createShop({ settings, tessera, publishableKey, webhookSecret: secretKey });
}
