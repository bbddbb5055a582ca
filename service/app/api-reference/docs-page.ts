import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { errorCodes } from "#contract/errors";
import { paymentReasons, reasonCategories } from "#contract/payment-reasons/index";
import { escapeHtml, renderCall, tryItOf } from "./reference-calls.ts";
import type { Operation, Schema, Shown, ShownDocument } from "./reference-document.ts";
import { referenceStyle } from "./reference-style.ts";

/** Search, copy buttons and *Try it* (docs/site/browser/reference.ts). The page also works without them. */
const referenceScript = "/docs/reference.js";

/** Serves the API reference at `/docs/api`: HTML from the OpenAPI document. */
export function addDocsPage(app: FastifyInstance): void {
  let page: string | undefined;
  const styleHash = createHash("sha256").update(referenceStyle).digest("base64");
  app.get(
    "/docs/api",
    { config: { access: "public" }, schema: { hide: true } },
    (_request, reply) => {
      page ??= renderDocs(app.swagger() as unknown as ShownDocument);
      return reply
        .type("text/html; charset=utf-8")
        .header(
          "content-security-policy",
          `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'`,
        )
        .serializer((body: unknown) => String(body))
        .send(page as never);
    },
  );
}

const introduction = `<p><strong>Keys.</strong> Your server sends its secret key as a bearer token. Publishable keys and client secrets are for the SDK. The service refuses a key of the other environment with <code>wrong_environment</code>.</p>
<p><strong>Errors</strong> are <code>{ message, errorCode, errors?, requestId }</code>. An <code>errorCode</code> is never renamed. <code>errors</code> lists each invalid field. Unknown fields are refused. Every response has an <code>X-Request-Id</code>.</p>
<p><strong>Idempotency.</strong> POST and PUT accept an <code>Idempotency-Key</code>, which is valid for 24 hours: a repeated request gets the same response, marked <code>Idempotent-Replayed: true</code>. While the first request is running, a repeat gets 409 <code>idempotency_key_in_use</code>. After a crash on our side, a repeat never starts the work again. For a payment it returns the attempt that the first request started.</p>
<p><strong>Limits.</strong> A secret key can make 100 requests a second, with bursts of 200. Further requests get 429 with <code>Retry-After</code>. You can read an unchanged status once every two seconds. Bodies are at most 256 KiB.</p>
<p><strong>Versions.</strong> Changes within <code>/v1</code> are additive: expect new fields, statuses and codes.</p>`;

export function renderDocs(document: ShownDocument): string {
  return keepFormNames(renderPage(document));
}

/** Keeps `W-9` and similar form names on one line, except in code. */
function keepFormNames(page: string): string {
  return page.replace(/<(style|code)>.*?<\/\1>|<[^>]*>|W-(?=9|2G)/gs, (found) =>
    found === "W-" ? "W\u2011" : found,
  );
}

function renderPage(document: ShownDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  // Operations for servers come first.
  const isWidgets = (tag: string) => tag === "Client" || tag === "SDK" || tag === "Other";
  const found = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? "Other"))];
  const tags = [...found.filter((tag) => !isWidgets(tag)), ...found.filter(isWidgets)];
  const schemas = Object.entries(document.components?.schemas ?? {});
  const origin = document.servers?.[0]?.url ?? "";
  const first = operations.find(({ path, method }) => `${method} ${path}` === "post /v1/customers");
  const events = Object.entries(document.webhooks ?? {});
  const menu = tags.map((tag) => {
    const links = operations.filter(({ operation }) => (operation.tags?.[0] ?? "Other") === tag);
    return `<h2>${escapeHtml(tag)}</h2><ul>${links.map(menuItem).join("")}</ul>`;
  });
  const body = tags.map((tag) => {
    const shown = operations.filter(({ operation }) => (operation.tags?.[0] ?? "Other") === tag);
    return `<h2>${escapeHtml(tag)}</h2>${shown.map((each) => renderOperation(each, origin)).join("")}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(document.info.title)} API reference</title><style>${referenceStyle}</style><script type="module" src="${referenceScript}"></script></head><body>
<main><h1>${escapeHtml(document.info.title)} API reference</h1><p class="to-contents"><a href="#contents">Contents</a></p><p>${proseOf(document.info.description)}</p><p><a href="/docs">Documentation</a> · <a href="/v1/openapi.json">OpenAPI 3.1 document</a></p>
<h2 id="start">How to call it</h2>
${first ? renderCall(first, origin) : ""}
${introduction}
${body.join("\n")}
<h2 id="events">Events</h2>${events.map(renderEvent).join("")}
<h2 id="schemas">Schemas</h2>${schemas.map(([name, schema]) => `<section id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${renderFields(schema)}</section>`).join("")}
<h2 id="errors">Error codes</h2>${renderErrors()}
<h2 id="payment-reasons">Why payments fail</h2>${renderReasons()}</main>
<nav id="contents" aria-label="Contents"><ul><li><a href="#start">How to call it</a></li></ul>${menu.join("")}<h2>Reference</h2><ul><li><a href="#events">Events</a></li><li><a href="#schemas">Schemas</a></li><li><a href="#errors">Error codes</a></li><li><a href="#payment-reasons">Why payments fail</a></li></ul></nav></body></html>`;
}

function anchorOf({ path, method }: Shown): string {
  return `${method}-${path.replace(/[^A-Za-z0-9]+/g, "-")}`.replace(/-+$/, "");
}

function menuItem(shown: Shown): string {
  const text = shown.operation.summary ?? shown.path;
  return `<li><a href="#${anchorOf(shown)}">${escapeHtml(text)}</a></li>`;
}

function renderOperation(shown: Shown, origin: string): string {
  const { path, method, operation } = shown;
  const keys = (operation.security ?? []).flatMap((each) => Object.keys(each));
  const key = keys.includes("secretKey")
    ? "Secret key"
    : keys.includes("clientSecret")
      ? "Client secret and publishable key"
      : "No key";
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const responses = Object.entries(operation.responses ?? {})
    .filter(([status]) => !status.endsWith("XX"))
    .map(([status, { content }]) => {
      const schema = Object.values(content ?? {})[0]?.schema;
      return `<h4>Response ${escapeHtml(status)}</h4>${schema ? renderFields(schema) : ""}`;
    });
  return `<section id="${anchorOf(shown)}"${keys.includes("secretKey") ? tryItOf(shown) : ""}><h3>${escapeHtml(operation.summary ?? path)}</h3>
<p><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p><p>${proseOf(operation.description)} ${key}.</p>
${keys.includes("secretKey") ? renderCall(shown, origin) : ""}
${renderParameters(operation)}${body ? `<h4>Body</h4>${renderFields(body)}` : ""}${responses.join("")}</section>`;
}

function renderEvent([name, { post = {} }]: [string, Record<string, Operation>]): string {
  const body = Object.values(post.requestBody?.content ?? {})[0]?.schema;
  return `<section id="event-${escapeHtml(name)}"><h3>${escapeHtml(post.summary ?? name)}</h3><p><code>${escapeHtml(name)}</code> ${proseOf(post.description)}</p>
${renderParameters(post)}${body ? `<h4>Body</h4>${renderFields(body)}` : ""}</section>`;
}

function renderParameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ", required" : ""}</td><td>${describeType(schema ?? {})}</td><td>${proseOf(description)}</td></tr>`,
  );
  return `<h4>Parameters</h4><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function renderFields(schema: Schema): string {
  const rows = fieldsOf(schema, "", 0);
  if (rows.length === 0) return `<p>${describeType(schema)}</p>`;
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

const deepestLevel = 4;

function fieldsOf(schema: Schema, prefix: string, level: number): string[] {
  if (level > deepestLevel) return [];
  const rows = choicesOf(schema).flatMap((part) => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, field]) => {
      const needed = part.required?.includes(name) ? "<small>required</small>" : "";
      const path = `${prefix}${name}`;
      return [
        `<tr><td><code>${escapeHtml(path)}</code></td><td>${describeType(field)}</td><td>${needed} ${proseOf(field.description)}</td></tr>`,
        ...fieldsOf(field, `${path}.`, level + 1),
      ];
    }),
    ...(part.items ? fieldsOf(part.items, `${prefix.replace(/\.$/, "")}[].`, level + 1) : []),
  ]);
  return [...new Set(rows)];
}

function choicesOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [] } = schema;
  return [schema, ...[...anyOf, ...oneOf, ...allOf].flatMap(choicesOf)];
}

function describeType(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  const values = schema.enum ?? schema["x-extensible-enum"];
  if (values) {
    return values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" ");
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return [...new Set(choices.map(describeType))].join(" or ");
  if (schema.type === "array") return `list of ${describeType(schema.items ?? {})}`;
  return escapeHtml([schema.type ?? "any"].flat().join(" or ")) + describeLimits(schema);
}

function describeLimits(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, pattern } = schema;
  const limits = [
    describeLength(minLength, maxLength),
    schema.format ?? "",
    minimum === undefined || minimum < -1e15 ? "" : `from ${minimum}`,
    maximum === undefined || maximum > 1e15 ? "" : `to ${maximum}`,
    // The format's name is clearer than a long pattern (e-mail, dates).
    pattern === undefined || pattern.length > 60 ? "" : `<code>${escapeHtml(pattern)}</code>`,
    schema.default === undefined ? "" : `default ${escapeHtml(JSON.stringify(schema.default))}`,
  ].filter(Boolean);
  return limits.length > 0 ? `, ${limits.join(", ")}` : "";
}

function describeLength(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? "" : `at least ${min} characters`;
  return min === undefined ? `at most ${max} characters` : `${min} to ${max} characters`;
}

function renderErrors(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, message }]) =>
      `<tr><td><code>${escapeHtml(code)}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
  );
  return `<table><thead><tr><th>errorCode</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function renderReasons(): string {
  const categories = Object.entries(reasonCategories).map(
    ([category, meaning]) =>
      `<tr><td><code>${category}</code></td><td>${proseOf(meaning)}</td></tr>`,
  );
  const reasons = Object.entries(paymentReasons).map(
    ([code, { category, customerMessage, operatorMessage, advice }]) =>
      `<tr><td><code>${escapeHtml(code)}</code></td><td><code>${category}</code></td><td><code>${advice.with}</code></td><td>${escapeHtml(customerMessage)}</td><td>${escapeHtml(operatorMessage)}</td></tr>`,
  );
  return `<p>The <code>messages</code> of a payment. Codes and categories are open lists: an unlisted code comes directly from the processor or bank and counts as an ordinary decline. The customer's frame receives <code>generic_decline</code> instead of codes in the category <code>fraud</code>.</p>
<table><thead><tr><th>category</th><th>Meaning</th></tr></thead><tbody>${categories.join("")}</tbody></table>
<table class="codes"><thead><tr><th>code</th><th>category</th><th>advice.with</th><th>message, for the customer</th><th>operatorMessage</th></tr></thead><tbody>${reasons.join("")}</tbody></table>`;
}

function proseOf(text = ""): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
