/** Generates a Bruno collection from the OpenAPI document: one request for each operation that takes a secret key. */

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown; schema?: object }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** Variables that a request sets for later ones. */
const variables: Readonly<Record<string, string>> = {
  createCustomer: "externalCustomerId",
  createPaymentIntent: "paymentIntentId",
  createRefund: "refundId",
  createDisbursementIntent: "disbursementIntentId",
  createWebhook: "webhookId",
};

/** Returns the collection's files by path. */
export function generateCollection(document: Document): Map<string, string> {
  const files = new Map<string, string>();
  files.set("bruno.json", manifest);
  files.set("collection.bru", collection);
  files.set("environments/Sandbox.bru", environment("http://127.0.0.1:4000"));
  files.set("environments/Another sandbox.bru", environment("https://pay.example"));
  const counts = new Map<string, number>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.deprecated || !operation.security?.some((each) => "secretKey" in each))
        continue;
      if (operation.responses["200"]?.content?.["text/event-stream"] !== undefined) continue;
      const folder = (operation.tags?.[0] ?? "Other").replace(/[^\w -]/g, "").trim();
      const sequence = (counts.get(folder) ?? 0) + 1;
      counts.set(folder, sequence);
      files.set(
        `${folder}/${operation.operationId}.bru`,
        request(method, path, operation, sequence),
      );
    }
  }
  return files;
}

const manifest = `{
  "version": "1",
  "name": "Tessera",
  "type": "collection",
  "ignore": ["testing"]
}
`;

const collection = `auth {
  mode: bearer
}

auth:bearer {
  token: {{secretKey}}
}

docs {
  Generated from Tessera's OpenAPI document. Choose the environment Sandbox, set its secret variable secretKey
  (sk_sandbox_…), and start with Customers/createCustomer. A request that creates something stores its id for later ones.
}
`;

const environment = (url: string) => `vars {
  url: ${url}
}
vars:secret [
  secretKey
]
`;

function request(method: string, path: string, operation: Operation, sequence: number): string {
  const { operationId: id, summary, description, parameters = [], requestBody } = operation;
  const json = requestBody?.content["application/json"];
  const file = requestBody !== undefined && json === undefined;
  const inPath = parameters.filter(({ in: where }) => where === "path");
  const query = parameters.filter(({ in: where }) => where === "query");
  const required = query.filter((parameter) => parameter.required);
  const search = required.map(({ name }) => `${name}={{${name}}}`).join("&");
  const parts = [
    block("meta", [`name: ${id}`, "type: http", `seq: ${sequence}`]),
    block(method, [
      `url: {{url}}${path.replace(/\{(\w+)\}/g, ":$1")}${search === "" ? "" : `?${search}`}`,
      `body: ${json ? "json" : file ? "file" : "none"}`,
      "auth: inherit",
    ]),
    query.length > 0
      ? block(
          "params:query",
          query.map(
            ({ name, required: isRequired }) => `${isRequired ? "" : "~"}${name}: {{${name}}}`,
          ),
        )
      : "",
    inPath.length > 0
      ? block(
          "params:path",
          inPath.map(({ name }) => `${name}: ${name === "allow" ? "true" : `{{${name}}}`}`),
        )
      : "",
    /post|put/.test(method) ? block("headers", ["idempotency-key: {{$randomUUID}}"]) : "",
    json ? block("body:json", bodyOf(json.example)) : "",
    file
      ? block("body:file", ["file: @file(report.csv) @contentType(application/octet-stream)"])
      : "",
    scriptOf(id),
    block("docs", wrap([summary, description].filter(Boolean).join(". "))),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`;
}

/** The example, with a new value in every id that the operator chooses. */
function bodyOf(example: unknown): string[] {
  const text = JSON.stringify(example ?? {}, null, 2)
    .replace(/"externalCustomerId": "[^"]*"/, '"externalCustomerId": "{{externalCustomerId}}"')
    .replace(/"(external(?!Customer)\w+Id)": "[^"]*"/g, '"$1": "{{$randomUUID}}"')
    .replace(/"paymentId": "[^"]*"/, '"paymentId": "{{paymentId}}"');
  return text.split("\n");
}

/** Stores the created id for later requests. A customer's id is chosen before the request. */
function scriptOf(id: string): string {
  const variable = variables[id];
  if (variable === undefined) return "";
  const before =
    id === "createCustomer"
      ? `${block("script:pre-request", ['bru.setVar("externalCustomerId", "customer-" + Date.now());'])}\n\n`
      : "";
  return `${before}${block("script:post-response", [
    `if (res.body?.${variable}) bru.setVar("${variable}", res.body.${variable});`,
  ])}`;
}

function wrap(text: string): string[] {
  const lines: string[] = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length > 110) lines.push(word);
    else lines[last] = lines[last] === "" ? word : `${lines[last]} ${word}`;
  }
  return lines;
}
