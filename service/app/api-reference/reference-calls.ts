import type { Shown } from "./reference-document.ts";

/** Attributes for docs/site/browser/try-it.ts. Empty if the body is not JSON. */
export function tryItOf(shown: Shown): string {
  const { method, path, operation } = shown;
  const content = Object.keys(operation.requestBody?.content ?? {});
  if (content.some((type) => type !== "application/json")) return "";
  const queries = (operation.parameters ?? []).filter(({ in: place }) => place === "query");
  const example = content.length > 0 ? (exampleOf(shown) ?? {}) : undefined;
  const attributes = {
    method,
    path,
    ...(queries.length > 0 ? { query: queries.map(({ name }) => name).join(" ") } : {}),
    ...(example === undefined ? {} : { body: JSON.stringify(example, null, 2) }),
  };
  return Object.entries(attributes)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("");
}

/** A call as a shell command and, collapsed, in Node.js and Python. */
export function renderCall(shown: Shown, origin: string): string {
  return `${codeBlock(curlCall(shown, origin))}<details><summary>Node.js</summary>${codeBlock(nodeCall(shown, origin))}</details><details><summary>Python</summary>${codeBlock(pythonCall(shown, origin))}</details>`;
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
    "const data = await response.json();",
  ];
  return lines.join("\n");
}

function pythonCall(shown: Shown, origin: string): string {
  const { method } = shown;
  const example = exampleOf(shown);
  const key = takesKey(method);
  const lines = [
    `import os${key ? ", uuid" : ""}`,
    "import requests",
    "",
    `response = requests.${method}(`,
    `    "${addressOf(shown, origin)}",`,
    "    headers={",
    `        "Authorization": f"Bearer {os.environ['TESSERA_SECRET_KEY']}",`,
    ...(key ? [`        "Idempotency-Key": str(uuid.uuid4()),`] : []),
    "    },",
    ...(example === undefined ? [] : [`    json=${pythonValue(example, "    ")},`]),
    "    timeout=30,",
    ")",
    "response.raise_for_status()",
    "data = response.json()",
  ];
  return lines.join("\n");
}

function pythonValue(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => pythonValue(each, inner))
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, inner)}`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
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

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
