import { directionOf } from "#contract/languages";
import type { SandboxResponse } from "./response.ts";

/** HTML that is safe in a page. Only `html` creates it. */
export interface Html {
  html: string;
}

/** Tagged template that escapes text and keeps `Html` values (or lists of them). */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Html | readonly Html[])[]
): Html {
  let text = parts[0] ?? "";
  for (const [index, value] of values.entries()) {
    text += render(value) + (parts[index + 1] ?? "");
  }
  return { html: text };
}

function render(value: string | number | Html | readonly Html[]): string {
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  if ("html" in value) return value.html;
  return value.map((part) => part.html).join("");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * A page with a strict policy: only its own files, no inline scripts or styles. Any site may frame it, like card
 * issuers' pages, even cross-origin isolated pages. Its forms may also submit to `formTargets`.
 */
export function page(
  content: { title: string; head?: Html; body: Html; language?: string },
  formTargets: readonly string[] = [],
  status = 200,
): SandboxResponse {
  const { language = "en" } = content;
  const document = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title}</title>
${content.head ?? { html: "" }}
</head>
${content.body}
</html>
`;
  return {
    kind: "response",
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        `form-action 'self' ${formTargets.join(" ")}`.trim(),
      ].join("; "),
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
    },
    body: document.html,
  };
}
