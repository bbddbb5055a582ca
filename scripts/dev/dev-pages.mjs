/**
 * The pages of `npm run dev` load modules from Vite's dev server instead of `dist`, so that a changed source reloads
 * them. Each keeps the body and data from its own server.
 */

const sources =
  /^\/(contract|src|widgets|console|styles|demo|sandbox)\/[^?]*\.(tsx?|mjs|css|svg|json|html|png|woff2)(\?|$)/;
const viteInternals = /^\/(@vite|@fs|@id|node_modules)\//;

/** Whether Vite's dev server serves this path, on every host. */
export function isModulePath(path) {
  return viteInternals.test(path) || sources.test(path);
}

const client = '<script type="module" src="/@vite/client"></script>';
/** Frame addresses, with the frame's name. */
const framePath = /^\/v1\/frames\/([\w-]+)/;

/**
 * Turns a page from its server into its development version.
 *
 * @param {string} html
 * @param {string} path
 * @param {readonly { name: string, locale: string, entry: string, boot?: string, title: string,
 *   body: string }[]} frames the first screens of all frames, rendered from their sources
 * @returns {string}
 */
export function devPage(html, path, frames) {
  if (path.startsWith("/console")) return consolePage(html);
  if (path.startsWith("/gallery")) return galleryPage(html);
  const frame = frameOf(html, path, frames);
  return frame ? framePage(frame, html) : shopPage(html);
}

/** The page's headers for development. Only `frame-ancestors` remains of the policy. */
export function devHeaders(headers) {
  const rest = { ...headers, "cache-control": "no-store" };
  const ancestors = /frame-ancestors [^;]+/.exec(String(headers["content-security-policy"] ?? ""));
  for (const name of ["content-security-policy", "etag", "content-length", "content-encoding"])
    delete rest[name];
  return ancestors ? { ...rest, "content-security-policy": ancestors[0] } : rest;
}

function frameOf(html, path, frames) {
  const locale = /<html [^>]*\blang="([\w-]+)"/.exec(html)?.[1];
  const name = framePath.exec(path)?.[1];
  const hosted = /data-hosted="([\w-]+)"/.exec(html)?.[0];
  const isW9 = !name && /^\/(op_\w+\/)?w9/.test(path);
  return frames.find(
    (frame) =>
      frame.locale === locale &&
      (name || isW9
        ? frame.name === (name ?? "w9")
        : hosted !== undefined && frame.body.includes(hosted)),
  );
}

/** Keeps the built page's root tag, whose attributes hold the operator's settings. */
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

/** Replaces the built module with its source. Removes the built styles, which the source imports itself. */
function withEntry(html, entry, below = "") {
  const own = new RegExp(`<script type="module"[^>]*src="${below}[^"]*"[^>]*></script>`);
  return html
    .replace(/<link rel="(stylesheet|modulepreload)"[^>]*>/g, "")
    .replace(own, `${client}<script type="module" src="${entry}"></script>`);
}
