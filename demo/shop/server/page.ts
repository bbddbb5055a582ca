import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Configuration for the shop's page, as JSON in a meta tag. */
export interface PageConfig {
  publishableKey: string;
  /** Origin of the SDK's script. */
  payUrl: string;
  /** Address of test documents and text messages. */
  sandboxUrl: string;
}

/** Headers of the page, including its Content-Security-Policy. */
export function pageHeaders(payUrl: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": [
      "default-src 'none'",
      `script-src 'self' ${payUrl}`,
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${payUrl}`,
      `frame-src ${payUrl}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join("; "),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
}

/** The shop's only page; its script renders the view for the address. */
export function renderPage(config: PageConfig, distDir: string): string {
  const { script, styles } = builtFiles(join(distDir, "shop"));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lantern Hall: bingo and prizes</title>
<meta name="description" content="Tessera's demo shop. Nothing is sold here and no money moves.">
<meta name="shop-config" content="${attribute(JSON.stringify(config))}">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232b1b4d'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23f4b740'/%3E%3C/svg%3E">
<link rel="preconnect" href="${attribute(config.payUrl)}">
${styles.map((href) => `<link rel="stylesheet" href="/shop/${href}">`).join("\n")}
<script src="${attribute(config.payUrl)}/v1/tessera.js" defer></script>
<script type="module" src="/shop/${script}"></script>
</head>
<body>
<div id="shop"></div>
<noscript>This shop needs JavaScript.</noscript>
</body>
</html>
`;
}

/** Names of the built script and style sheets, from Vite's manifest. */
function builtFiles(folder: string): { script: string; styles: string[] } {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) throw new Error("The shop's page is not built: run `npm run build`.");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<
    string,
    { file: string; css?: string[] }
  >;
  const entry = manifest["demo/shop/page/main.ts"];
  if (!entry) throw new Error("The shop's build has no demo/shop/page/main.ts.");
  return { script: entry.file, styles: entry.css ?? [] };
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
