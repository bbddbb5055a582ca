import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** One page from `widgets/prerender.tsx`; `body` is the inner HTML of `<body>`. */
export interface PrerenderedPage {
  name: string;
  locale: string;
  dir: "ltr" | "rtl";
  /** The entry's source file, as in the build's manifest. */
  entry: string;
  /** A script in `dist/boot`, inline in the page, which loads the entry. */
  boot?: string;
  /** The entry and its files load with the page, not when the boot script requests them. */
  eager?: boolean;
  /** Dynamically imported modules of the entry, by source file, to fetch with the rest. */
  preloads?: readonly string[];
  title: string;
  body: string;
}

export interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

/** A written page, and the hashes that the service's policy header must allow. */
export interface FramePage {
  name: string;
  locale: string;
  file: string;
  styleHashes: string[];
  scriptHashes: string[];
}

/**
 * Writes `<name>.<locale>.html` and `pages.json` into the frames' folder. A page contains its whole first screen:
 * prerendered body, inline critical CSS, and links to every script it needs, so that no script waits for another.
 */
export async function writeFramePages(
  folder: string,
  prerenderModule: string,
  bootFolder: string,
): Promise<void> {
  if (!existsSync(prerenderModule)) return;
  const { prerenderPages } = (await import(pathToFileURL(prerenderModule).href)) as {
    prerenderPages(): PrerenderedPage[];
  };
  const manifests = readdirSync(folder)
    .filter((file) => /^manifest-.*\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Manifest);
  const pages = prerenderPages().map((page): FramePage => {
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    const boot = page.boot && readFileSync(join(bootFolder, `${page.boot}.js`), "utf8").trim();
    // Each app is built separately: only one manifest contains its entry.
    const manifest = manifests.find((manifest) => manifest[page.entry] !== undefined) ?? {};
    const { html, ...hashes } = composeFramePage(page, manifest, read, boot);
    const file = `${page.name}.${page.locale}.html`;
    writeFileSync(join(folder, file), html);
    return { name: page.name, locale: page.locale, file, ...hashes };
  });
  writeFileSync(join(folder, "pages.json"), `${JSON.stringify(pages, null, 2)}\n`);
}

/**
 * Builds the page's HTML; `read` returns a built file's text. With `boot`, that script is inline at the end of the
 * body, after all its elements, and imports the link with `data-main`. Unless the page is `eager`, nothing else is
 * fetched before the first screen is usable: the boot script then turns links with `data-later` into preloads.
 */
export function composeFramePage(
  page: PrerenderedPage,
  manifest: Manifest,
  read: (file: string) => string,
  boot?: string,
): { html: string; styleHashes: string[]; scriptHashes: string[] } {
  const chunks = withImports(page.entry, manifest);
  const [entry, ...imported] = chunks;
  if (!entry) throw new Error(`The build's manifest has no entry ${page.entry}.`);
  const css = chunks
    .flatMap((chunk) => chunk.css ?? [])
    .map(read)
    .join("\n")
    .trim();
  const isDeferred = boot !== undefined && !page.eager;
  const link = isDeferred ? "<link data-later" : '<link rel="modulepreload"';
  const withIntegrity = ({ file }: ManifestChunk, kind: "href" | "src") =>
    `${kind}="/v1/${file}" integrity="${shaHash(read(file))}"`;
  const dynamicChunks = (page.preloads ?? []).flatMap((source) => withImports(source, manifest));
  const preloads = [...new Set([...imported, ...dynamicChunks])]
    .filter((chunk) => chunk !== entry)
    .map((chunk) => `${link} ${withIntegrity(chunk, "href")}>`);
  if (boot && /<\/script|<!--/i.test(boot))
    throw new Error("The boot script would end its script element.");
  const html = [
    "<!doctype html>",
    `<html lang="${page.locale}"${page.dir === "rtl" ? ' dir="rtl"' : ""}>`,
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    // Prevents the request for an icon.
    '<link rel="icon" href="data:,">',
    `<title>${escapeHtml(page.title)}</title>`,
    // Nothing is drawn before the first script has run: a slow browser would draw half a form first.
    ...(isDeferred ? ['<link rel="expect" href="#booted" blocking="render">'] : []),
    ...(css ? [`<style>${css}</style>`] : []),
    ...preloads,
    boot
      ? `${link} data-main ${withIntegrity(entry, "href")}>`
      : `<script type="module" ${withIntegrity(entry, "src")}></script>`,
    "</head>",
    `<body>${page.body}${boot ? `<script>${boot}</script>` : ""}${isDeferred ? '<i id="booted" hidden></i>' : ""}</body>`,
    "</html>",
    "",
  ].join("\n");
  return {
    html,
    styleHashes: css ? [shaHash(css)] : [],
    scriptHashes: boot ? [shaHash(boot)] : [],
  };
}

/** The Content-Security-Policy source of an inline script or style, and the integrity of a file. */
function shaHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Returns the entry's chunk and all its static imports, each once. */
function withImports(entry: string, manifest: Manifest): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(key)) return;
    found.set(key, chunk);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add(entry);
  return [...found.values()];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
