/**
 * `npm run dev`: runs everything that `npm start` runs, on the same addresses, and follows changes of the sources.
 *
 * Vite's dev server reloads widgets, console, gallery and the shop's page, and updates styles in place. Service,
 * sandbox and the shop's server are compiled and restarted, and requests wait until then. Each host stays its own site,
 * as frames need it: a front server per port forwards everything except modules.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { createFrontServer } from "./dev/front-server.mjs";
import { transpile } from "./dev/transpile.mjs";
import { watchSources } from "./dev/watch-sources.mjs";
import { requireAllowedPorts } from "./lib/allowed-ports.mjs";
import { buildAll } from "./lib/build-all.mjs";
import { findFreePorts, requireFreePorts } from "./lib/free-ports.mjs";
import { installPackages } from "./lib/install-packages.mjs";
import { createProcessGroup } from "./lib/process-group.mjs";
import { requireNode } from "./lib/require-node.mjs";
import { requireWritableFolder } from "./lib/writable-folder.mjs";
import { runCommand } from "./testing/run-command.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const portOf = (name, fallback) => Number(process.env[name]?.trim() || fallback);
const port = portOf("PORT", 4000);
const shopPort = portOf("SHOP_PORT", 4100);
const sandboxPort = portOf("SANDBOX_PORT", 4200);
const compile = { cwd: root, timeoutMs: 120_000 };
const tsc = "scripts/lib/tsc.mjs";
const buildChanged = "scripts/dev/build-changed.mjs";
/** V8 compiles the embedded store's WebAssembly once, and not again to run faster: a start takes 0.7 s less. */
const quickStart = "--liftoff-only";
let typeCheck = Promise.resolve();
const ports = { PORT: port, SHOP_PORT: shopPort, SANDBOX_PORT: sandboxPort };
let vite;
let group;
let ending;
let endWatch = () => {};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end(0));

try {
  requireNode(root);
  requireAllowedPorts(ports);
  requireWritableFolder(
    "TESSERA_DATA_DIR",
    resolve(process.env.TESSERA_DATA_DIR?.trim() || ".data"),
  );
  installPackages(root);
  buildAll(root);
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
  });
  const start = (name, entry, url) => group.start(name, [quickStart, `dist/node/${entry}`], url);
  await Promise.all([
    start("sandbox", "sandbox/main.js", `http://127.0.0.1:${sandboxPort}/healthz`),
    start("service", "service/app/main.js", `http://127.0.0.1:${servicePort}/readyz`),
  ]);
  await start("shop", "demo/shop/server/main.js", `http://127.0.0.1:${innerShopPort}/healthz`);

  const fronts = [
    createFrontServer({ port, innerPort: servicePort, vite: () => vite }),
    createFrontServer({ port: shopPort, innerPort: innerShopPort, vite: () => vite }),
  ];
  vite = await createViteServer(fronts[0]);
  await Promise.all([listen(fronts[0], port), listen(fronts[1], shopPort)]);
  endWatch = watchSources(root, onChange);
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
    // Prebundled at the start: otherwise Vite finds them later and reloads a page during a payment.
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

/**
 * Compiles, restarts the affected programs, and reloads the pages. Types are checked after that, because programs run
 * despite type errors.
 */
async function onChange(files, programs) {
  // The type check writes the same files.
  await typeCheck;
  const startedAt = Date.now();
  try {
    if (files.some((file) => /^(src|contract)\//.test(file))) {
      // The build also writes the SDK.
      const { code } = await runCommand(process.execPath, [buildChanged], compile);
      if (code !== 0) return;
    } else {
      await transpile(root, files);
    }
    for (const name of programs) await group.restart(name);
  } catch (error) {
    console.error(error.message);
    return;
  } finally {
    // Later builds rely on what `tsc` knows about the compiled files.
    typeCheck = runCommand(process.execPath, [tsc, "-b", "service", "sandbox", "demo"], compile);
  }
  console.log(
    `${files.join(", ")}: restarted ${programs.join(", ")} (${Date.now() - startedAt} ms)`,
  );
  vite.ws.send({ type: "full-reload", path: "*" });
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
    await group?.stop("SIGINT");
    await vite?.close();
    process.exit(code);
  })();
  return ending;
}
