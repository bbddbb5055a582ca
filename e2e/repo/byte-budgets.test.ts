/** What a customer downloads before they can type, brotli-compressed, as a CDN sends it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { filesBelow, repository } from "./testing/sources.ts";

const kibibyte = 1024;

/** More than any session's response needs, including the headers of all responses. */
const sessionBytes = 4_000;

test("the SDK is at most 8 KB", () => {
  const size = sizeOf("dist/sdk/tessera.js");
  expect(size).toBeLessThanOrEqual(8 * kibibyte);
});

test("the custom elements add at most 1 KB to the SDK", () => {
  expect(sizeOf("dist/sdk/tessera-elements.js")).toBeLessThanOrEqual(kibibyte);
});

test.each(["react", "vue"])(
  "the components for %s and the elements in them add at most 1.5 KB to the SDK",
  async (name) => {
    const entry = join(repository, "clients", name, "index.ts");
    const built = await build({
      configFile: false,
      publicDir: false,
      logLevel: "error",
      build: {
        write: false,
        // Modules of libraries keep their white space.
        lib: { entry, name: "components", formats: ["iife"] },
        rolldownOptions: {
          external: [name],
          output: { globals: { [name]: name } },
          checks: { moduleLevelDirective: false },
        },
      },
    });
    const [output] = [built].flat();
    if (!output || !("output" in output)) throw new Error("nothing was built");
    expect(output.output).toHaveLength(1);
    expect(brotliSize(Buffer.from(output.output[0].code))).toBeLessThanOrEqual(1.5 * kibibyte);
  },
);

test.each([
  ["payment", 30],
  ["disbursement", 35],
  ["refund", 30],
])(
  "the %s frame's first screen is at most %i KB, with everything that it loads at once",
  (name, kilobytes) => {
    const pages = framePages(name);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const files = firstScreenFiles(page);
      const total = [page, ...files].reduce((sum, file) => sum + sizeOf(file), 0);
      expect(total, [page, ...files].join("\n")).toBeLessThanOrEqual(kilobytes * kibibyte);
    }
  },
);

test.each(["payment", "disbursement", "kyc"])(
  "before the first key the %s page makes at most ten requests, of at most 45 kB",
  (name) => {
    const pages = framePages(`/${name}.`);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      // Everything else loads when the customer reaches the form, or with the session's response.
      const files = ["dist/sdk/tessera.js", page, ...firstScreenFiles(page)];
      const total = files.reduce((sum, file) => sum + sizeOf(file), 0);
      expect(total + sessionBytes, files.join("\n")).toBeLessThanOrEqual(45_000);
      // Counts the session's request too.
      expect(files.length + 1, files.join("\n")).toBeLessThanOrEqual(10);
    }
  },
);

test("the identity widget's first load is at most 32 KB, without camera, barcode reader and QR code", () => {
  const pages = framePages("kyc.");
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) {
    const files = firstScreenFiles(page);
    const total = [page, ...files].reduce((sum, file) => sum + sizeOf(file), 0);
    expect(total, [page, ...files].join("\n")).toBeLessThanOrEqual(32 * kibibyte);
    expect(files.filter((file) => /camera|barcode|zxing|handoff|personal/.test(file))).toEqual([]);
  }
});

test("the console's first screen is at most 60 KB, and no section adds more than 12", () => {
  const folder = "dist/console";
  const html = built(`${folder}/index.html`).toString();
  const named = [...html.matchAll(/"\/console\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => `${folder}/${path}`,
  );
  expect(named.length).toBeGreaterThan(1);
  const first = [`${folder}/index.html`, ...named];
  const total = first.reduce((sum, file) => sum + sizeOf(file), 0);
  expect(total, first.join("\n")).toBeLessThanOrEqual(60 * kibibyte);
  const sections = filesBelow(folder).filter(
    (path) => path.endsWith(".js") && !first.includes(path),
  );
  expect(sections.length).toBeGreaterThan(8);
  const large = sections.filter((path) => sizeOf(path) > 12 * kibibyte);
  expect(large).toEqual([]);
});

function built(path: string): Buffer {
  const file = join(repository, path);
  if (!existsSync(file)) throw new Error(`${path} does not exist: run \`npm run build\` first.`);
  return readFileSync(file);
}

const sizes = new Map<string, number>();

/** The size of a file of the build. The pages have most files in common. */
function sizeOf(path: string): number {
  const size = sizes.get(path) ?? brotliSize(built(path));
  sizes.set(path, size);
  return size;
}

function framePages(name: string): string[] {
  const folder = "dist/frames";
  if (!existsSync(join(repository, folder))) built(folder);
  return filesBelow(folder).filter((path) => path.endsWith(".html") && path.includes(name));
}

/** Scripts and styles that the page names, and the scripts that those import statically. */
function firstScreenFiles(page: string): string[] {
  const html = built(page).toString();
  const named = [
    ...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.(?:js|mjs|css))"/g),
  ];
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    if (!path.endsWith("js")) return;
    const code = built(path).toString();
    const imports = code.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.[^"']+)["']/g,
    );
    for (const [, specifier = ""] of imports) add(assetPath(specifier));
  };
  for (const [, url = ""] of named) add(assetPath(url));
  return [...found];
}

/** Finds an asset by name alone, because asset names contain a hash. */
function assetPath(url: string): string {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const file = filesBelow("dist/frames").find((path) => path.endsWith(`/${name}`));
  if (!file) throw new Error(`The frame names ${url}, which is not in the build.`);
  return file;
}

function brotliSize(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
