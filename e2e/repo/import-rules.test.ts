/**
 * Which folders and packages each folder imports (docs/project/architecture.md). TypeScript's project references only
 * separate type libraries.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Import,
  readSources,
  repository,
  type Source,
  trackedSourceCount,
} from "./testing/sources.ts";

/** What a folder's product code may import besides its own files. */
interface Rule {
  /** Allowed paths in the repository, as prefixes. */
  folders: string[];
  /** Allowed packages, exactly or as `prefix*`. */
  packages: string[];
}

const rules: Record<string, Rule> = {
  contract: { folders: [], packages: ["zod/mini", "@scure/base", "@noble/hashes/*"] },
  src: { folders: ["contract/"], packages: [] },
  // For operators' servers and pages; each is installed without our packages, next to the operator's framework.
  clients: { folders: ["contract/", "src/index.ts"], packages: ["react", "vue"] },
  widgets: {
    folders: ["contract/", "styles/"],
    packages: [
      "preact",
      "preact/*",
      "@preact/signals",
      "zod/mini",
      "card-validator*",
      "credit-card-type*",
      "libphonenumber-js*",
      "uqr",
      "zxing-wasm/reader*",
    ],
  },
  console: {
    folders: ["contract/", "styles/", "widgets/ui/", "widgets/fields/", "widgets/i18n/"],
    packages: ["preact", "preact/*", "@preact/signals", "zod/mini", "@simplewebauthn/browser"],
  },
  service: { folders: ["contract/"], packages: ["*"] },
  sandbox: { folders: ["contract/"], packages: ["*"] },
  demo: {
    folders: ["src/index.ts", "styles/", "sandbox/catalogue/", "contract/"],
    packages: ["*"],
  },
  docs: {
    folders: [
      "contract/",
      "sandbox/catalogue/",
      "sandbox/login-bank/accounts.ts",
      "sandbox/specimens/specimen-outcomes.ts",
    ],
    packages: ["*"],
  },
  // The video for Chromium's camera is made before any program runs.
  e2e: {
    folders: [
      "contract/",
      "sandbox/catalogue/",
      "sandbox/specimens/index.ts",
      // Tests, examples and `npm run dev` find ports in one way.
      "scripts/lib/free-ports.mjs",
    ],
    packages: ["*"],
  },
  bench: {
    folders: [
      "contract/",
      "sandbox/catalogue/",
      "e2e/stack/",
      // Measures the reader directly, because the service limits how many documents it reads at once.
      "sandbox/specimens/index.ts",
      "service/customers/identity/decision/index.ts",
      "service/providers/document-reader/index.ts",
    ],
    packages: ["*"],
  },
};

/** Exceptions to the rules, each with its reason. */
const exceptions: { path: RegExp; specifier: RegExp; because: string }[] = [
  {
    path: /^clients\/cli\//,
    specifier: /^node:/,
    because: "the command line runs on Node.js only",
  },
  {
    path: /^contract\/events\/verify-webhook\.ts$/,
    specifier: /^node:crypto$/,
    because: "it is the package's export for operators' servers and never runs in a browser",
  },
  {
    path: /^clients\/cli\//,
    specifier: /^node:/,
    because: "the command line runs on Node.js only",
  },
  {
    path: /^demo\/gallery\//,
    specifier: /\/widgets\//,
    because: "the gallery renders the widgets' parts without a server",
  },
  {
    path: /^widgets\/prerender\.tsx$/,
    specifier: /^preact-render-to-string$/,
    because: "the build runs it; no browser loads it",
  },
];

const browserPackages =
  /^(preact|@preact|happy-dom|@testing-library|playwright|@playwright|vite|vitest)(\/|$)/;

const sources = readSources();
const product = sources.filter((source) => !source.isTest);

test("the rules read every tracked source file", () => {
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.length).toBeGreaterThanOrEqual(trackedSourceCount() ?? 1);
});

test("every imported file exists", () => {
  const missing = sources.flatMap((source) =>
    source.imports
      .filter(
        ({ file }) =>
          file !== undefined && !file.startsWith("dist/") && !existsSync(join(repository, file)),
      )
      .map(({ specifier }) => `${source.path} → ${specifier}`),
  );
  expect(missing).toEqual([]);
});

test("the contract is imported as #contract", () => {
  // Operators' TypeScript reads the declarations of src and clients, and its node10 resolution does not support
  // `#contract`.
  const byPath = sources
    .filter(({ path }) => !/^(clients|contract|src)\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, file }) => file?.startsWith("contract/") && specifier.startsWith("."))
        .map(({ specifier }) => `${path} → ${specifier}`),
    );
  expect(byPath).toEqual([]);
});

describe.each(Object.keys(rules))("%s", (folder) => {
  const rule = rules[folder] as Rule;
  const inFolder = product.filter((source) => source.path.startsWith(`${folder}/`));

  test("imports only allowed folders", () => {
    const allowed = [`${folder}/`, ...rule.folders];
    expect(
      violations(
        inFolder,
        ({ file }) => file === undefined || allowed.some((start) => file.startsWith(start)),
      ),
    ).toEqual([]);
  });

  test("imports only allowed packages", () => {
    expect(
      violations(inFolder, (each) => each.file !== undefined || packageAllowed(folder, rule, each)),
    ).toEqual([]);
  });
});

/** Layers of service/, top first. A file imports from its own layer and those below. */
const layers = [
  "app",
  "reporting",
  "payouts",
  "payments",
  "tax",
  "rails",
  "customers",
  "events",
  "ledger",
  "operators",
  "providers",
  "platform",
];

describe("service", () => {
  const inService = product.filter((source) => source.path.startsWith("service/"));

  test("every folder is a layer", () => {
    const folders = new Set(inService.map(({ path }) => path.split("/")[1]));
    expect([...folders].sort()).toEqual([...layers].sort());
  });

  test("each layer imports only from itself and below", () => {
    const upwards = violations(inService, ({ file }, source) => {
      const to = layerOf(file ?? "");
      return to === -1 || to >= layerOf(source.path);
    });
    expect(upwards).toEqual([]);
  });

  test("a domain imports another only through its index.ts", () => {
    const hidden = violations(inService, ({ file }, source) => {
      const other = file && domainOf(file);
      const isOwn = !other || other === domainOf(source.path);
      return isOwn || other.startsWith("service/app") || file === `${other}/index.ts`;
    });
    expect(hidden).toEqual([]);
  });
});

test("there are no import cycles", () => {
  expect(cyclesIn(product)).toEqual([]);
});

function layerOf(path: string): number {
  const [top, layer = ""] = path.split("/");
  return top === "service" ? layers.indexOf(layer) : -1;
}

/** Subfolders with an `index.ts` that are domains. Every other layer is one domain as a whole. */
const domainsOfLayer: Record<string, string[]> = {
  app: ["api-reference", "console", "frames"],
  reporting: ["erasure", "figures", "find", "settlement", "tax-year"],
  payments: ["pricing", "routing", "saved-methods"],
  tax: ["prizes", "w9"],
  rails: ["ach", "bank-login", "bank-redirect", "coins", "open-banking"],
  customers: ["identity", "location", "profile", "requirements", "sanctions", "text-messages"],
  operators: ["accounts", "appearance", "approvals", "audit", "encryption-keys", "staff"],
};

/** Returns `service/customers/profile` for its files; undefined for platform, providers and testing. */
function domainOf(path: string): string | undefined {
  const [top, layer = "", name = "", ...rest] = path.split("/");
  if (top !== "service" || ["platform", "providers", "testing"].includes(layer)) return undefined;
  const isPart = rest.length > 0 && domainsOfLayer[layer]?.includes(name);
  return isPart ? `service/${layer}/${name}` : `service/${layer}`;
}

function packageAllowed(folder: string, rule: Rule, { specifier }: Import): boolean {
  const browserSide = ["clients", "contract", "src", "widgets", "console"].includes(folder);
  if (specifier.startsWith("node:")) return !browserSide;
  if (["service", "sandbox"].includes(folder) && browserPackages.test(specifier)) return false;
  return rule.packages.some((name) =>
    name.endsWith("*") ? specifier.startsWith(name.slice(0, -1)) : specifier === name,
  );
}

function violations(files: Source[], allowed: (each: Import, source: Source) => boolean): string[] {
  return files.flatMap((source) =>
    source.imports
      .filter((each) => !allowed(each, source) && !excepted(source.path, each.specifier))
      .map(({ specifier }) => `${source.path} → ${specifier}`),
  );
}

function excepted(path: string, specifier: string): boolean {
  return exceptions.some(
    (exception) => exception.path.test(path) && exception.specifier.test(specifier),
  );
}

/** Import cycles among the files. Type imports are ignored, because they vanish when compiled. */
function cyclesIn(files: Source[]): string[] {
  const edges = new Map(
    files.map((source) => [
      source.path,
      source.imports.flatMap(({ file, typeOnly }) => (file && !typeOnly ? [file] : [])),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path);
    if (at !== -1) cycles.push([...trail.slice(at), path].join(" → "));
    if (at !== -1 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}
