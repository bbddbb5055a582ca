/**
 * `npm start`: installs missing packages, builds what changed, starts everything and prints the addresses. Ctrl-C stops
 * all of it.
 *
 *   --service-only   without the shop
 *   --gallery-only   only the widgets' gallery, without service and sandbox (`npm run gallery`)
 *
 * TESSERA_ENV=production starts only the service: the operator provides the outside parties and the shop.
 *
 * Settings: docs/operations/configuration.md. This script reads PORT, SHOP_PORT and SANDBOX_PORT.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { requireAllowedPorts } from "./lib/allowed-ports.mjs";
import { buildAll } from "./lib/build-all.mjs";
import { drainSecondsOf } from "./lib/drain-seconds.mjs";
import { endWithNpm } from "./lib/end-with-npm.mjs";
import { requireFreePorts } from "./lib/free-ports.mjs";
import { installPackages } from "./lib/install-packages.mjs";
import { createProcessGroup } from "./lib/process-group.mjs";
import { requireNode } from "./lib/require-node.mjs";
import { requireWritableFolder } from "./lib/writable-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = new Set(process.argv.slice(2));
const known = ["--service-only", "--gallery-only"];
const wrong = [...options].find((option) => !known.includes(option));
if (wrong) fail(`Unknown option ${wrong}. Use ${known.join(" or ")}.`);

// An empty variable counts as unset, as in the programs.
const portOf = (name, fallback) => Number(process.env[name]?.trim() || fallback);
const port = portOf("PORT", 4000);
const shopPort = portOf("SHOP_PORT", 4100);
const sandboxPort = portOf("SANDBOX_PORT", 4200);
const dataDir = resolve(process.env.TESSERA_DATA_DIR?.trim() || ".data");
const withService = !options.has("--gallery-only");
const inProduction = withService && process.env.TESSERA_ENV?.trim() === "production";
const withSandbox = withService && !inProduction;
const withShop = !options.has("--service-only") && !inProduction;

const drainSeconds = drainSecondsOf(withService ? process.env : {});
/** In production, running requests get more time before the service is killed. */
const endsWithinMs = (inProduction ? 30_000 : 15_000) + 1000 * Number(drainSeconds);

const group = createProcessGroup({
  cwd: root,
  endsWithinMs,
  env: {
    // In production the service logs every request; LOG_LEVEL=info does so here.
    LOG_LEVEL: "warn",
    ...process.env,
    DRAIN_SECONDS: drainSeconds,
    PORT: String(port),
    SHOP_PORT: String(shopPort),
    SANDBOX_PORT: String(sandboxPort),
  },
  onEnd: (name, why) => void end(1, `${name} exited (${why}).`),
});
let ending;
process.on("SIGINT", () => void end(0, undefined, "SIGINT"));
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => void end(0));
endWithNpm(() => void end(0));

try {
  requireNode(root);
  const ports = {
    ...(withService ? { PORT: port } : {}),
    ...(withSandbox ? { SANDBOX_PORT: sandboxPort } : {}),
    ...(withShop ? { SHOP_PORT: shopPort } : {}),
  };
  requireAllowedPorts(ports);
  if (withService) requireWritableFolder("TESSERA_DATA_DIR", dataDir);
  installPackages(root);
  buildAll(root);
  await requireFreePorts(ports);
  if (withService) console.log(withSandbox ? "Starting sandbox and service …" : "Starting …");
  await Promise.all([
    withSandbox &&
      start("sandbox", "sandbox/program.js", `http://127.0.0.1:${sandboxPort}/healthz`),
    withService && start("service", "service/app/program.js", `http://127.0.0.1:${port}/readyz`),
  ]);
  if (withShop) {
    const galleryOnly = withService ? [] : ["--gallery-only"];
    console.log("Starting the shop …");
    const shop = "demo/shop/server/main.js";
    await start("shop", shop, `http://127.0.0.1:${shopPort}/healthz`, galleryOnly);
  }
  await welcome();
} catch (error) {
  await end(1, error.message);
}

function start(name, entry, readyUrl, args = []) {
  return group.start(name, [`dist/node/${entry}`, ...args], readyUrl);
}

async function welcome() {
  const shop = `http://shop.localhost:${shopPort}`;
  if (!withService) {
    console.log(`\n  Gallery   ${shop}/gallery/\n\n  Ctrl-C stops it.\n`);
    return;
  }
  if (inProduction) {
    console.log(`\nTessera is running at ${process.env.PUBLIC_URL}. Ctrl-C stops it.\n`);
    return;
  }
  const { findCard } = await import("../dist/node/sandbox/catalogue/cards.js");
  const card = (name) => {
    const { number, description } = findCard(name);
    return `  ${number.replace(/(\d{4})(?=\d)/g, "$1 ").padEnd(22)} ${description}`;
  };
  const places = [
    ...(withShop
      ? [
          ["Shop", shop],
          ["Gallery", `${shop}/gallery/`],
        ]
      : []),
    ["Service", `http://pay.localhost:${port}`],
    ["Console", `http://pay.localhost:${port}/console`],
    ["Documentation", `http://pay.localhost:${port}/docs`],
    ["Test values", `http://sandbox.localhost:${sandboxPort}`],
  ];
  console.log(`
Tessera is running. Ctrl-C stops it.

${places.map(([name, url]) => `  ${name.padEnd(14)} ${url}`).join("\n")}
${consoleLogin()}
Test cards (any expiry date in the future, any security code; the issuer's code is 123456):

${["visa", "three_ds_always", "insufficient_funds", "incorrect_cvc", "pending_then_approved"].map(card).join("\n")}
`);
}

/** The demo operator's console login, or an empty string if there is none. */
function consoleLogin() {
  const file = join(dataDir, "demo-operator.json");
  const login = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).console : undefined;
  if (!login) return "";
  return `
Console login:

  E-mail         ${login.email}
  Password       ${login.password}
  Code           npm run operator -- staff code ${login.email}
                 (or add ${login.totpSecret} to an authenticator app)
`;
}

/** SIGINT is Ctrl-C: the sandbox's service then stops without draining. */
function end(code, why, signal = "SIGTERM") {
  ending ??= (async () => {
    if (why) console.error(`\n${why}`);
    await group.stop(signal);
    process.exit(code);
  })();
  return ending;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
