import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { directionOf, findLanguage } from "#contract/languages";
import { acceptedLanguages } from "./accepted-languages.ts";

/** A short page for customers on their way to another page. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  /** A link that looks like a button. `goes`: the browser follows it at once. */
  readonly link?: { readonly url: string; readonly words: string; readonly goes: boolean };
  /** Whether the page closes its window, if a script opened it. `orphaned`: only if its opener is gone. */
  readonly closes?: "always" | "orphaned";
}

/** Languages of notices; the first is the default. */
export const noticeLanguages = ["en", "es", "fr-CA", "zh-Hans", "ar"] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];

const scripts = { always: "window.close();", orphaned: "window.opener||window.close();" };
const style =
  "body{font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;color:#111827;background:#f6f7f9}main{box-sizing:border-box;width:min(100%,28rem);padding:2rem 1.5rem;text-align:center}h1{font-size:1.4rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 1.5rem;color:#4b5563}a{display:inline-block;padding:.75rem 1.5rem;border-radius:.5rem;background:#1f3a8a;color:#fff;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #f2a93b;outline-offset:2px}";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows only the page's own style and its line of script. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(scripts.always)} ${hashOf(scripts.orphaned)}`,
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The best language for the browser; English if it accepts none of ours. */
export function noticeLanguage(request: FastifyRequest): NoticeLanguage {
  const spoken = acceptedLanguages(request.headers["accept-language"]);
  return findLanguage(spoken, noticeLanguages) ?? noticeLanguages[0];
}

/**
 * Sends a notice. The page itself opens the link, without an HTTP redirect: a bank's page may restrict its form to
 * our origin, and browsers apply that to the whole chain of redirects.
 */
export function sendNotice(
  reply: FastifyReply,
  language: NoticeLanguage,
  { title, text, link, closes }: Notice,
) {
  const url = link && escapeHtml(link.url);
  return reply
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .send(`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${link?.goes ? `<meta http-equiv="refresh" content="0;url=${url}">\n` : ""}<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${
      link ? `<a href="${url}">${escapeHtml(link.words)}</a>` : ""
    }</main>${closes ? `<script>${scripts[closes]}</script>` : ""}</body>
</html>
`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
