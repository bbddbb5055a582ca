import { createHash } from "node:crypto";

/** Closes the window that the widget has opened; a tab that it has not stays, with its words. */
const script = "window.close();";
const style =
  "body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:3rem 1.5rem;max-width:32rem;margin-inline:auto;color:#111827;background:#fff}h1{font-size:1.4rem}";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The policy of the page: nothing but its own style and its one line of script. */
export const returnPagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const words = {
  en: {
    title: "Back from your bank",
    going_on: "Go back to the page that you came from. It goes on there by itself.",
    over: "This log-in is over or was used before. Go back to the page that you came from and begin again.",
  },
  es: {
    title: "De vuelta de su banco",
    going_on: "Vuelva a la página de la que vino. Allí continúa por sí sola.",
    over: "Este acceso ha terminado o ya se usó. Vuelva a la página de la que vino y empiece de nuevo.",
  },
} as const;

/** The page that a bank sends customers back to. It carries nothing of what came of it. */
export function returnPage(language: "en" | "es", isKnown: boolean): string {
  const { title, going_on, over } = words[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body><main><h1>${title}</h1><p>${isKnown ? going_on : over}</p></main>${isKnown ? `<script>${script}</script>` : ""}</body>
</html>
`;
}
