import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export interface ShopSettings {
  port: number;
  /** The service's address for this server. */
  serviceUrl: string;
  /** The service's address for browsers, origin of the SDK and its frames. */
  payUrl: string;
  /** The sandbox's address for browsers: test documents and text messages. */
  sandboxUrl: string;
  /** The folder with `demo-operator.json`, written by the service, and `demo-shop.json`, written by the shop. */
  dataDir: string;
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

/** Finds the folder of package-lock.json above this file, from the sources and from `dist/node`. */
function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package-lock.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The shop must run inside its repository.");
    folder = parent;
  }
  return folder;
}
