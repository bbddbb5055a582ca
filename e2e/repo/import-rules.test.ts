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
      "service/kyc/decision/index.ts",
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

describe("service", () => {
  const inService = product.filter((source) => source.path.startsWith("service/"));

  test("platform knows no domain", () => {
    const platform = inService.filter(({ path }) => path.startsWith("service/platform/"));
    expect(violations(platform, reaches("service/platform/"))).toEqual([]);
  });

  test("providers know no domain", () => {
    const providers = inService.filter(({ path }) => path.startsWith("service/providers/"));
    expect(violations(providers, reaches("service/platform/", "service/providers/"))).toEqual([]);
  });

  test("a domain reaches another only through what that one exports", () => {
    const domains = inService.filter(({ path }) => domainOf(path) !== undefined);
    expect(
      violations(domains, ({ file }, source) => {
        const other = file && domainOf(file);
        return !other || other === domainOf(source.path) || file === `service/${other}/index.ts`;
      }),
    ).toEqual([]);
  });
});

test("no file imports itself through others", () => {
  expect(cyclesIn(product)).toEqual([]);
});

function reaches(...starts: string[]) {
  return ({ file }: Import) =>
    file === undefined ||
    !file.startsWith("service/") ||
    starts.some((start) => file.startsWith(start));
}

/** `customers` for `service/customers/store.ts`; platform, providers and testing are no domains. */
function domainOf(path: string): string | undefined {
  const [top, name, rest] = path.split("/");
  const isDomain = top === "service" && rest !== undefined && name !== undefined;
  return isDomain && !["platform", "providers", "testing"].includes(name) ? name : undefined;
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
