/**
 * Who may import whom (design: architecture, "Who may import whom"), read from the sources.
 * TypeScript's project references keep the folders' libraries apart; this keeps their walls.
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

/** What a folder's product code may import besides itself. */
interface Rule {
  /** Paths of the repository that it may reach, by their beginning. */
  folders: string[];
  /** Packages, exactly or by `prefix*`. */
  packages: string[];
}

const rules: Record<string, Rule> = {
  contract: { folders: [], packages: ["zod/mini", "@scure/base", "@noble/hashes/*"] },
  src: { folders: ["contract/"], packages: [] },
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
  // The film for Chromium's camera is made before any program runs.
  e2e: {
    folders: ["contract/", "sandbox/catalogue/", "sandbox/specimens/index.ts"],
    packages: ["*"],
  },
  bench: {
    folders: [
      "contract/",
      "sandbox/catalogue/",
      "e2e/stack/",
      // Documents are measured on the reader itself: through the whole service their number is capped.
      "sandbox/specimens/index.ts",
      "service/customers/identity/decision/index.ts",
      "service/providers/document-reader/index.ts",
    ],
    packages: ["*"],
  },
};

/** Narrower or wider than the folder's rule, each with its reason. */
const exceptions: { path: RegExp; specifier: RegExp; because: string }[] = [
  {
    path: /^contract\/events\/verify-webhook\.ts$/,
    specifier: /^node:crypto$/,
    because: "it is the package's export for operators' servers and ends in no browser",
  },
  {
    path: /^demo\/gallery\//,
    specifier: /\/widgets\//,
    because: "the gallery shows the widgets' parts without a server",
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

test("every source file in the repository was read", () => {
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.length).toBeGreaterThanOrEqual(trackedSourceCount() ?? 1);
});

test("every import of a file names a file that is there", () => {
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

test("the contract is imported by its own name", () => {
  // Operators' TypeScript reads src's declarations; its node10 resolution does not know `#contract`.
  const byPath = sources
    .filter(({ path }) => !/^(contract|src)\//.test(path))
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

  test("reaches only the folders that it may", () => {
    const allowed = [`${folder}/`, ...rule.folders];
    expect(
      violations(
        inFolder,
        ({ file }) => file === undefined || allowed.some((start) => file.startsWith(start)),
      ),
    ).toEqual([]);
  });

  test("uses only the packages that it may", () => {
    expect(
      violations(inFolder, (each) => each.file !== undefined || packageAllowed(folder, rule, each)),
    ).toEqual([]);
  });
});

/** The floors of service/, the top one first: a file imports from its own floor and those below. */
const floors = [
  "app",
  "reporting",
  "payouts",
  "payments",
  "tax",
  "rails",
  "customers",
  "events",
  "operators",
  "providers",
  "platform",
];

describe("service", () => {
  const inService = product.filter((source) => source.path.startsWith("service/"));

  test("every folder is a floor", () => {
    const folders = new Set(inService.map(({ path }) => path.split("/")[1]));
    expect([...folders].sort()).toEqual([...floors].sort());
  });

  test("each floor imports only from itself and from below", () => {
    const upwards = violations(inService, ({ file }, source) => {
      const to = floorOf(file ?? "");
      return to === -1 || to >= floorOf(source.path);
    });
    expect(upwards).toEqual([]);
  });

  test("a domain reaches another only through what that one exports", () => {
    const hidden = violations(inService, ({ file }, source) => {
      const other = file && domainOf(file);
      const isOwn = !other || other === domainOf(source.path);
      return isOwn || other.startsWith("service/app") || file === `${other}/index.ts`;
    });
    expect(hidden).toEqual([]);
  });
});

test("no file imports itself through others", () => {
  expect(cyclesIn(product)).toEqual([]);
});

function floorOf(path: string): number {
  const [top, floor = ""] = path.split("/");
  return top === "service" ? floors.indexOf(floor) : -1;
}

/** Folders with a face (`index.ts`) that are a part of their floor; the others are domains as a whole. */
const domainsOfFloor: Record<string, string[]> = {
  app: ["api-reference", "console", "frames"],
  reporting: ["erasure", "tax-year"],
  payments: ["pricing", "routing", "saved-methods"],
  tax: ["prizes", "w9"],
  rails: ["ach", "bank-login", "bank-visits", "coins", "open-banking"],
  customers: ["identity", "location", "profile", "requirements", "text-messages"],
  operators: ["accounts", "audit", "keys", "staff"],
};

/** `service/customers/profile` for its files; undefined for platform, providers and testing. */
function domainOf(path: string): string | undefined {
  const [top, floor = "", name = "", ...rest] = path.split("/");
  if (top !== "service" || ["platform", "providers", "testing"].includes(floor)) return undefined;
  const isPart = rest.length > 0 && domainsOfFloor[floor]?.includes(name);
  return isPart ? `service/${floor}/${name}` : `service/${floor}`;
}

function packageAllowed(folder: string, rule: Rule, { specifier }: Import): boolean {
  const browserSide = ["contract", "src", "widgets", "console"].includes(folder);
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
  return exceptions.some((each) => each.path.test(path) && each.specifier.test(specifier));
}

/** Import cycles among the files, types left out: those vanish and do no harm. */
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
