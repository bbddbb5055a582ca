/**
 * The pages that `npm run dev` changes: what they load comes from Vite's dev server instead of `dist`, so that a
 * changed source reloads them. Each keeps the body and the data that its own server gave it.
 */

/** Every module of these folders is Vite's to serve. */
const sources =
  /^\/(contract|src|widgets|console|styles|demo|sandbox)\/[^?]*\.(tsx?|mjs|css|svg|json|html|png|woff2)(\?|$)/;
const vites = /^\/(@vite|@fs|@id|node_modules)\//;

/** Whether Vite's dev server answers this path, on every host. */
export function isModulePath(path) {
  return vites.test(path) || sources.test(path);
}

const client = '<script type="module" src="/@vite/client"></script>';
/** Frames and pages behind links, by the start of their path. */
const framePath = /^\/v1\/frames\/([\w-]+)/;

/**
 * A page as it is while developing.
 *
 * @param {string} html as its server sent it
 * @param {string} path
 * @param {readonly { name: string, locale: string, entry: string, boot?: string, title: string, body: string }[]} frames
 *   the first screens of all frames, from their sources
 * @returns {string}
 */
export function devPage(html, path, frames) {
  if (path.startsWith("/console")) return consolePage(html);
  if (path.startsWith("/gallery")) return galleryPage(html);
  const frame = frameOf(html, path, frames);
  return frame ? framePage(frame, html) : shopPage(html);
}

/** The headers that such a page needs: of its policy stays who may show it. */
export function devHeaders(headers) {
  const kept = { ...headers, "cache-control": "no-store" };
  const ancestors = /frame-ancestors [^;]+/.exec(String(headers["content-security-policy"] ?? ""));
  for (const name of ["content-security-policy", "etag", "content-length", "content-encoding"])
    delete kept[name];
  return ancestors ? { ...kept, "content-security-policy": ancestors[0] } : kept;
}

function frameOf(html, path, frames) {
  const locale = /<html [^>]*\blang="([\w-]+)"/.exec(html)?.[1];
  const name = framePath.exec(path)?.[1];
  const hosted = /data-hosted="([\w-]+)"/.exec(html)?.[0];
  const isW9 = !name && path.startsWith("/w9");
  return frames.find(
    (frame) =>
      frame.locale === locale &&
      (name || isW9
        ? frame.name === (name ?? "w9")
        : hosted !== undefined && frame.body.includes(hosted)),
  );
}

/** The first tag of the built page says what the operator offers. */
function framePage({ title, entry, boot, body }, html) {
  const root = /<html[^>]*>/.exec(html)?.[0] ?? "<html>";
  const script = boot
    ? `<link data-main href="/${entry}"><script type="module" src="/widgets/${boot}/boot.ts"></script>`
    : `<script type="module" src="/${entry}"></script>`;
  return `<!doctype html>
${root}<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${title}</title>${client}</head>
<body>${body}${script}</body></html>`;
}

const consolePage = (html) => withEntry(html, "/console/main.tsx");
const galleryPage = (html) => withEntry(html, "/demo/gallery/main.tsx");
const shopPage = (html) => withEntry(html, "/demo/shop/page/main.ts", "/shop/");

/** With the source of the page's own module, and without the styles that it brings itself. */
function withEntry(html, entry, below = "") {
  const own = new RegExp(`<script type="module"[^>]*src="${below}[^"]*"[^>]*></script>`);
  return html
    .replace(/<link rel="(stylesheet|modulepreload)"[^>]*>/g, "")
    .replace(own, `${client}<script type="module" src="${entry}"></script>`);
}
