import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where everything is. */
export interface ShopSettings {
  port: number;
  /** The service as this server calls it. */
  serviceUrl: string;
  /** The service as browsers know it: where the SDK and its frames come from. */
  payUrl: string;
  /** The sandbox as browsers know it: documents to try with, text messages. */
  sandboxUrl: string;
  /** Holds `demo-operator.json`, written by the service, and `demo-shop.json`, written here. */
  dataDir: string;
  /** Built page and gallery. */
  distDir: string;
}

/** Settings from the environment: SHOP_PORT, PORT, SANDBOX_PORT, PUBLIC_URL, TESSERA_DATA_DIR. */
export function readSettings(env: NodeJS.ProcessEnv): ShopSettings {
  const port = env["PORT"] ?? "4000";
  const root = repositoryRoot();
  return {
    port: Number(env["SHOP_PORT"] ?? 4100),
    serviceUrl: `http://127.0.0.1:${port}`,
    payUrl: (env["PUBLIC_URL"] ?? `http://pay.localhost:${port}`).replace(/\/$/, ""),
    sandboxUrl: `http://sandbox.localhost:${env["SANDBOX_PORT"] ?? "4200"}`,
    dataDir: resolve(root, env["TESSERA_DATA_DIR"] ?? ".data"),
    distDir: join(root, "dist"),
  };
}

/** The folder of package-lock.json above this file, in the sources and in `dist/node` alike. */
function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package-lock.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The shop was started outside its repository.");
    folder = parent;
  }
  return folder;
}
