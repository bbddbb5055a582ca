/**
 * `npm run dev`: runs everything that `npm start` runs, on the same addresses, and follows changes to the sources.
 *
 * Vite's dev server reloads widgets, console, gallery and the shop's page, and updates styles in place. Service,
 * sandbox and the shop's server are transpiled and restarted if they use the source, and requests wait until then. The
 * SDK is built in memory. Each host stays its own site, as frames need it: a front server per port forwards everything
 * except modules.
 */
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createServer } from "vite";
import { createDevSdk } from "./dev/dev-sdk.mjs";
import { createFollower } from "./dev/follow-changes.mjs";
import { createFrontServer } from "./dev/front-server.mjs";
import { createProgramReader, moduleOf } from "./dev/read-program.mjs";
import { staleSources, transpile } from "./dev/transpile.mjs";
import { createTypeCheck } from "./dev/type-check.mjs";
import { watchSources } from "./dev/watch-sources.mjs";
import { requireAllowedPorts } from "./lib/allowed-ports.mjs";
import { buildAll } from "./lib/build-all.mjs";
import { endWithNpm } from "./lib/end-with-npm.mjs";
import { findFreePorts, requireFreePorts } from "./lib/free-ports.mjs";
import { installPackages } from "./lib/install-packages.mjs";
import { createProcessGroup } from "./lib/process-group.mjs";
import { requireNode } from "./lib/require-node.mjs";
import { requireWritableFolder } from "./lib/writable-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const portOf = (name, fallback) => Number(process.env[name]?.trim() || fallback);
const port = portOf("PORT", 4000);
const shopPort = portOf("SHOP_PORT", 4100);
const sandboxPort = portOf("SANDBOX_PORT", 4200);
/** The folders with the programs' sources. */
const programFolders = ["contract", "service", "sandbox", "demo/shop", "clients/server"];
const entries = {
  sandbox: "sandbox/main.js",
  service: "service/app/main.js",
  shop: "demo/shop/server/main.js",
};
/** A waiting process of the service prepares this module: it starts the embedded store's thread, which takes 0.3 s. */
const storeModule = "service/platform/database/threaded-engine.js";
const storeUrl = pathToFileURL(resolve(root, "dist/node", storeModule)).href;
/** V8 compiles the embedded store's WebAssembly once, and not again to run faster: a start takes 0.7 s less. */
const quickStart = "--liftoff-only";
const ports = { PORT: port, SHOP_PORT: shopPort, SANDBOX_PORT: sandboxPort };
let vite;
let group;
let ending;
let endWatch = () => {};
const typeCheck = createTypeCheck(root);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end(0));
endWithNpm(() => void end(0));

try {
  requireNode(root);
  requireAllowedPorts(ports);
  requireWritableFolder(
    "TESSERA_DATA_DIR",
    resolve(process.env.TESSERA_DATA_DIR?.trim() || ".data"),
  );
  installPackages(root);
  buildAll(root);
  await transpile(root, staleSources(root, programFolders));
  const programs = createProgramReader(resolve(root, "dist/node"));
  await requireFreePorts(ports);
  const [servicePort, innerShopPort] = await findFreePorts(2);
  group = createProcessGroup({
    cwd: root,
    env: {
      LOG_LEVEL: "warn",
      ...process.env,
      DRAIN_SECONDS: "0",
      PUBLIC_URL: process.env.PUBLIC_URL || `http://pay.localhost:${port}`,
      PORT: String(servicePort),
      SHOP_PORT: String(innerShopPort),
      SANDBOX_PORT: String(sandboxPort),
    },
    onEnd: (name, why) => console.error(`${name} exited (${why}). Save a file to restart it.`),
    imports: (name) => {
      const { packages, first } = programs.read(entries[name]);
      const opensStore = name === "service" && !process.env.DATABASE_URL?.trim();
      return { before: opensStore ? [...packages, storeUrl] : packages, first };
    },
  });
  const start = (name, url, env) =>
    group.start(name, [quickStart, `dist/node/${entries[name]}`], url, env);
  const sdk = await createDevSdk(root);
  const fronts = [
    createFrontServer({ port, innerPort: servicePort, vite: () => vite, sdk }),
    createFrontServer({ port: shopPort, innerPort: innerShopPort, vite: () => vite }),
  ];
  vite = await createViteServer(fronts[0]);
  await Promise.all([listen(fronts[0], port), listen(fronts[1], shopPort)]);
  await Promise.all([
    start("sandbox", `http://127.0.0.1:${sandboxPort}/healthz`),
    start("service", `http://127.0.0.1:${servicePort}/readyz`),
  ]);
  // The front server's port: there the shop's requests, too, wait for a service that restarts.
  const shopEnv = { PORT: String(port) };
  await start("shop", `http://127.0.0.1:${innerShopPort}/healthz`, shopEnv);
  const follow = createFollower({
    async transpile(files) {
      try {
        await transpile(root, files);
      } finally {
        for (const file of files) programs.forget(file);
        const loaded = programs.read(storeModule).modules;
        if (files.some((file) => loaded.has(moduleOf(file)))) group.dropWaiting();
      }
    },
    sdk,
    group,
    typeCheck,
    reload: () => vite.ws.send({ type: "full-reload", path: "*" }),
  });
  const uses = (name, file) =>
    !/\.tsx?$/.test(file) || programs.read(entries[name]).modules.has(moduleOf(file));
  endWatch = watchSources(vite.watcher, root, uses, follow);
  const shop = `http://shop.localhost:${shopPort}`;
  console.log(`
Tessera is running and follows changes of its sources. Ctrl-C stops it.

  Shop      ${shop}
  Gallery   ${shop}/gallery/
  Console   http://pay.localhost:${port}/console
  Sandbox   http://sandbox.localhost:${sandboxPort}
`);
} catch (error) {
  await end(1, error.message);
}

function createViteServer(front) {
  return createServer({
    root,
    configFile: false,
    appType: "custom",
    publicDir: false,
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    server: {
      middlewareMode: true,
      allowedHosts: [".localhost"],
      // Pages of every host connect to this one.
      hmr: { server: front, host: "pay.localhost", clientPort: port, path: "/@reload" },
      watch: { ignored: ["**/dist/**", "**/.data/**", "**/test-results/**"] },
    },
    // Prebundled at startup: otherwise Vite finds them later and reloads a page during a payment.
    optimizeDeps: {
      entries: [
        "widgets/*/entry.{ts,tsx}",
        "console/main.tsx",
        "demo/gallery/main.tsx",
        "demo/shop/page/main.ts",
      ],
    },
  });
}

function listen(server, at) {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(at, "127.0.0.1", resolve);
  });
}

function end(code, why) {
  ending ??= (async () => {
    if (why) console.error(`\n${why}`);
    endWatch();
    typeCheck.stop();
    await group?.stop("SIGINT");
    await vite?.close();
    process.exit(code);
  })();
  return ending;
}
