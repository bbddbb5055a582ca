/**
 * Builds the documentation's site: `node dist/node/docs/site/build-site.js`, in the repository's folder. Reads `docs/`,
 * writes `dist/docs`: a page and its Markdown for each source, the search index, scripts, style and pictures, each with
 * its compressed forms. Downloads nothing.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { llmsText } from "./llms-text.ts";
import { pageHtml } from "./page-template.ts";
import { menuOf, readPages } from "./read-pages.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { searchIndex } from "./search-index.ts";
import { writeCompressed } from "./write-compressed.ts";

/** Builds the whole site into `folder`. */
export async function buildSite(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const pages = readPages(root);
  const menu = menuOf(pages);
  const writer = assetWriter(folder);
  const sources = join(root, "docs", "site");
  const assets = {
    style: writer("site.css", readFileSync(join(sources, "site.css"), "utf8")),
    theme: writer("theme.js", readFileSync(join(sources, "browser", "theme.js"), "utf8")),
    script: writer("site.js", await bundle(join(sources, "browser", "site.ts"))),
    searchIndex: writer("search.json", searchIndex(pages)),
  };
  for (const page of pages) {
    const html = pageHtml(page, renderMarkdown(page, pages), { menu, pages, assets });
    write(join(folder, `${page.path}.html`), html);
    write(join(folder, `${page.path}.md`), page.markdown);
  }
  // The service renders the API reference and doesn't know hashed names.
  write(join(folder, "reference.js"), await bundle(join(sources, "browser", "reference.ts")));
  write(join(folder, "llms.txt"), llmsText(menu, pages));
  for (const images of [join(root, "docs", "images"), join(root, "public")]) {
    cpSync(images, join(folder, "images"), { recursive: true });
  }
  writeCompressed(folder);
}

/** Writes a file that pages load, under a name that changes with its content; returns its address. */
function assetWriter(folder: string): (name: string, text: string) => string {
  return (name, text) => {
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 10);
    const hashed = name.replace(/\.(\w+)$/, `-${digest}.$1`);
    write(join(folder, "assets", hashed), text);
    return `/docs/assets/${hashed}`;
  };
}

/** Bundles a module with everything that it imports, minified. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["es"], fileName: "site" },
      minify: true,
    },
  });
  const [first] = [result].flat();
  if (!first || !("output" in first)) throw new Error("Vite returned no output");
  const [chunk] = first.output;
  return chunk.code;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildSite(process.cwd(), join(process.cwd(), "dist", "docs"));
}
