/** What operators install and import, as Node.js and TypeScript resolve it. Needs the build. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, expect, test } from "vitest";
import { readSource, repository } from "./testing/sources.ts";

interface Face {
  [condition: string]: string | Face;
}
const manifest = JSON.parse(readSource("package.json")) as {
  version: string;
  exports: Record<string, Face>;
};

/**
 * An operator's project: the package as `npm install` unpacks it, operators' frameworks, and none of our other
 * packages.
 */
const project = mkdtempSync(join(tmpdir(), "tessera-operator-"));
const installed = join(project, "node_modules", "tessera");
mkdirSync(installed, { recursive: true });
execFileSync("tar", [
  "-xzf",
  join(repository, "dist", "sdk", "tessera.tgz"),
  "-C",
  installed,
  "--strip-components",
  "1",
]);
mkdirSync(join(project, "node_modules", "@types"));
for (const name of ["react", "vue", "@types/react"]) {
  symlinkSync(join(repository, "node_modules", name), join(project, "node_modules", name));
}
afterAll(() => rmSync(project, { recursive: true }));

const filesOf = (face: Face): string[] =>
  Object.values(face).flatMap((part) => (typeof part === "string" ? [part] : filesOf(part)));

test.each(Object.entries(manifest.exports))(
  "every file of the export %s is installed",
  (_, face) => {
    expect(filesOf(face).length).toBeGreaterThan(0);
    expect(filesOf(face).filter((file) => !existsSync(join(installed, file)))).toEqual([]);
  },
);

function node(kind: "module" | "commonjs", code: string): string {
  const args = [`--input-type=${kind}`, "-e", code];
  return execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" }).trim();
}

test("import and require both provide the SDK by name, even on a server without a DOM", () => {
  const print = "console.log(typeof Tessera, Tessera.version, typeof TesseraError)";
  const expected = `function ${manifest.version} function`;
  expect(node("module", `import { Tessera, TesseraError } from "tessera"; ${print}`)).toBe(
    expected,
  );
  expect(node("commonjs", `const { Tessera, TesseraError } = require("tessera"); ${print}`)).toBe(
    expected,
  );
});

test("tessera/webhooks works without other packages, imported or required", () => {
  const print = "console.log(typeof verifyWebhook)";
  expect(node("module", `import { verifyWebhook } from "tessera/webhooks"; ${print}`)).toBe(
    "function",
  );
  expect(node("commonjs", `const { verifyWebhook } = require("tessera/webhooks"); ${print}`)).toBe(
    "function",
  );
});

test("tessera/server works without other packages, imported or required", () => {
  const print = `
    const tessera = createTesseraClient({ secretKey: "sk_sandbox_1", serviceUrl: "https://pay.example" });
    console.log(typeof tessera.createPaymentIntent, typeof TesseraApiError)`;
  const names = "{ createTesseraClient, TesseraApiError }";
  expect(node("module", `import ${names} from "tessera/server"; ${print}`)).toBe(
    "function function",
  );
  expect(node("commonjs", `const ${names} = require("tessera/server"); ${print}`)).toBe(
    "function function",
  );
});

test("npx tessera runs without other packages, and refuses a live key", () => {
  const { bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(installed, bin.tessera), ...words], {
      cwd: project,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], TESSERA_SECRET_KEY: `sk_live_${"a".repeat(43)}` },
    });
  expect(run("help").stdout).toContain("listen [--forward-to URL]");
  expect(run("clock")).toMatchObject({ status: 1, stderr: expect.stringContaining("live key") });
});

const elements =
  'import { defineTesseraElements, type TesseraPaymentElement } from "tessera/elements";';
const usage = `
const tessera = new Tessera({ publishableKey: "pk_sandbox_1", locale: undefined });
const payment = tessera.createPaymentElements({ clientSecretKey: "", defaultValues: { name: undefined } });
const off: () => void = payment.on("complete", ({ type, messages }) => messages.map(({ code }) => code + type));
payment.on("loaderror", ({ code, party }: TesseraError) => [code, party] satisfies string[]);
payment.on("error", ({ code }) => {
  if (code === "unmounted" || code === "invented_later") off();
  const known: TesseraErrorCode = code;
  return known;
});
// @ts-expect-error there is no such event
payment.on("completed", off);
defineTesseraElements(Tessera);
const element = document.createElement("tessera-payment") as TesseraPaymentElement;
element.clientSecretKey = "pi_1_secret_a";
element.addEventListener("complete", ({ detail }) => detail.messages.map(({ code }) => code));
`;
const components = `
import { createElement, createRef } from "react";
import { Tessera } from "tessera";
import { TesseraPayment, TesseraProvider, type TesseraPaymentElement } from "tessera/react";
import { TesseraPayment as VuePayment, tessera } from "tessera/vue";
import { createApp, h } from "vue";
const ref = createRef<TesseraPaymentElement>();
export const tree = createElement(
  TesseraProvider,
  { sdk: Tessera, publishableKey: "pk_sandbox_1" },
  createElement(TesseraPayment, {
    ref,
    clientSecretKey: "pi_1_secret_a",
    onComplete: ({ type, messages }) => messages.map(({ code }) => code + type),
    onLoadError: ({ code, party }) => [code, party] satisfies string[],
  }),
);
export const paid = ref.current?.confirm().then(({ status }) => status);
// @ts-expect-error the secret is missing
createElement(TesseraPayment, {});
createApp(h(VuePayment, { clientSecretKey: "pi_1_secret_a", onComplete: ({ type }) => type }))
  .use(tessera, { sdk: Tessera, publishableKey: "pk_sandbox_1" });
`;
const server = `
import { verifyWebhook, type VerifiedWebhookEvent, type WebhookData } from "tessera/webhooks";
export const type: Promise<string> =
  verifyWebhook({ body: "", headers: new Headers(), secret: "" }).then((event) => event.type);
export const order = (data: WebhookData): string | undefined => data.paymentIntentId;
export const loose = (event: VerifiedWebhookEvent): Record<string, unknown> => event.data;
export const narrowed = (event: VerifiedWebhookEvent): string => {
  switch (event.type) {
    case "payment": {
      // @ts-expect-error a payment has no verification
      const none: string = event.data.kycVerificationId;
      if (event.status === "success") return event.data.paymentIntentId;
      // Statuses are open.
      if (event.status === "invented later") return none;
      return event.data.payments.map(({ paymentId }) => paymentId).join();
    }
    case "disbursement": return event.data.disbursementIntentId;
    case "kyc_verification": return event.data.kycVerificationId;
    case "customer_w9_required": return event.data.w9Id;
    case "customer_w9_completed": return event.data.w9Id;
    default: return "";
  }
};
import { createTesseraClient, TesseraApiError, type Refund } from "tessera/server";
const tessera = createTesseraClient({ secretKey: "sk_sandbox_1", serviceUrl: "https://pay.example" });
export const refund = (paymentIntentId: string): Promise<Refund> =>
  tessera.createRefund({ paymentIntentId, externalRefundId: "r-1", amount: undefined });
export const emails = async (): Promise<(string | null)[]> => {
  const found: (string | null)[] = [];
  for await (const { data } of tessera.listCustomers({ size: 100 })) found.push(data.email);
  return found;
};
export const isKnown = (error: unknown): boolean =>
  error instanceof TesseraApiError && (error.code === "duplicate_email" || error.code === "invented_later");
// @ts-expect-error the amount is missing
tessera.createPaymentIntent({ externalPaymentIntentId: "1", externalCustomerId: "1", currency: "USD" });
// @ts-expect-error there is no such parameter
tessera.getRefund({ refundId: "re_1", amount: 1 });
`;
const sources: Readonly<Record<string, string>> = {
  "page.ts": `import { Tessera, type TesseraError, type TesseraErrorCode } from "tessera";${elements}${usage}export {};`,
  "server.ts": server,
  "old.cts": `import { Tessera, type TesseraError, type TesseraErrorCode } from "tessera";${elements}${usage}`,
  "old-server.cts": server,
};

const resolutions = ["bundler", "node16", "nodenext"] as const;

/** What the compiler says about these files of the operator's project in strict mode. */
function compile(
  texts: Readonly<Record<string, string>>,
  resolution: (typeof resolutions)[number],
  more: readonly string[] = [],
): string {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(project, name), text);
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  const compiler = join(repository, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = spawnSync(
    process.execPath,
    [
      compiler,
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--target",
      "es2022",
      "--moduleResolution",
      resolution,
      "--types",
      "",
      "--module",
      resolution === "bundler" ? "esnext" : resolution,
      ...more,
      ...Object.keys(texts),
    ],
    { cwd: project, encoding: "utf8" },
  );
  return stdout;
}

test.each(resolutions)(
  "its types compile with moduleResolution %s in strict mode",
  (resolution) => {
    const names = Object.keys(sources).filter(
      (name) => resolution !== "bundler" || !name.endsWith(".cts"),
    );
    const texts = Object.fromEntries(names.map((name) => [name, sources[name] ?? ""]));
    expect(compile(texts, resolution)).toBe("");
  },
);

test("the components for React and Vue have the types of the widgets", () => {
  // React's and Vue's own declarations are not ours to check.
  expect(compile({ "components.ts": components }, "bundler", ["--skipLibCheck"])).toBe("");
});

test("publint finds nothing wrong with the package", async () => {
  const { messages } = await publint({ pkgDir: installed, strict: true });
  const pkg = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test("the types resolve in every module system, including node10 and CommonJS", async () => {
  const tarball = readFileSync(join(repository, "dist", "sdk", "tessera.tgz"));
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  if (result.types === false) throw new Error("the package has no types");
  expect(Object.keys(result.entrypoints).sort()).toEqual([
    ".",
    "./elements",
    "./react",
    "./server",
    "./vue",
    "./webhooks",
  ]);
  for (const { resolutions } of Object.values(result.entrypoints)) {
    expect(Object.keys(resolutions).sort()).toEqual([
      "bundler",
      "node10",
      "node16-cjs",
      "node16-esm",
    ]);
  }
  expect(result.problems).toEqual([]);
});

test.each([
  ["elements", "defineTesseraElements"],
  ["react", "TesseraPayment"],
  ["vue", "TesseraPayment"],
  ["webhooks", "verifyWebhook"],
  ["server", "createTesseraClient"],
])("a resolver that ignores `exports` finds tessera/%s", (name, exported) => {
  const folder = JSON.stringify(join(installed, name));
  const code = `console.log(${JSON.stringify(exported)} in require(${folder}))`;
  expect(node("commonjs", code)).toBe("true");
});

test("the compiled demo shop finds the package by its own name", () => {
  const shop = join(repository, "dist", "node", "demo", "shop", "server", "create-shop.js");
  const load = `await import(${JSON.stringify(shop)}).then((loaded) => console.log(typeof loaded.createShop))`;
  expect(node("module", load)).toBe("function");
});
