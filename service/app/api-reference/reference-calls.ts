import type { Shown } from "./reference-document.ts";

/** One call as a shell command and, in a collapsed section, as a Node.js program. */
export function renderCall(shown: Shown, origin: string): string {
  return `${codeBlock(curlCall(shown, origin))}<details><summary>Node.js</summary>${codeBlock(nodeCall(shown, origin))}</details>`;
}

function curlCall(shown: Shown, origin: string): string {
  const { method } = shown;
  const example = exampleOf(shown);
  const isPlain = method === "get" || (method === "post" && example !== undefined);
  const lines = [
    `curl ${isPlain ? "" : `-X ${method.toUpperCase()} `}"${addressOf(shown, origin)}"`,
    '-H "Authorization: Bearer sk_…"',
    ...(takesKey(method) ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(example === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(example, null, 2)}'`]),
  ];
  return lines.join(" \\\n  ");
}

function nodeCall(shown: Shown, origin: string): string {
  const { method } = shown;
  const example = exampleOf(shown);
  const body = JSON.stringify(example, null, 2)?.replaceAll("\n", "\n  ");
  const lines = [
    `const response = await fetch("${addressOf(shown, origin)}", {`,
    `  method: "${method.toUpperCase()}",`,
    "  headers: {",
    `    authorization: \`Bearer \${process.env.TESSERA_SECRET_KEY}\`,`,
    ...(takesKey(method) ? ['    "idempotency-key": crypto.randomUUID(),'] : []),
    ...(body === undefined ? [] : ['    "content-type": "application/json",']),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body}),`]),
    "});",
    "if (!response.ok) throw new Error((await response.json()).errorCode);",
    "const answer = await response.json();",
  ];
  return lines.join("\n");
}

const takesKey = (method: string) => /post|put/.test(method);

function exampleOf({ operation }: Shown): unknown {
  return operation.requestBody?.content?.["application/json"]?.example;
}

function addressOf({ path, operation }: Shown, origin: string): string {
  const query = (operation.parameters ?? [])
    .filter(({ in: place, required }) => place === "query" && required)
    .map(({ name }) => `${name}=…`);
  return `${origin}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function codeBlock(code: string): string {
  return `<div class="code"><pre><code>${escapeHtml(code)}</code></pre></div>`;
}

/** Escapes text for HTML and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
