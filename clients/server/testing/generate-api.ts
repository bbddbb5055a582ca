/** Writes the client's types and its table of calls from the OpenAPI document. */
import { declare, docComment, type Schema, schemasBehind, typeOf } from "./schema-types.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const header = `// Generated from the OpenAPI document; it is long because it describes every call. Regenerate it with
// npx vitest run --project service service/app/api-reference/server-client.test.ts -u
`;

/** Returns the text of `api-types.ts` and of `calls.ts`. */
export function generateApi(document: OpenApiDocument): { types: string; calls: string } {
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => takesSecretKey(operation) && !operation.deprecated)
      .filter(([, operation]) => !isStream(operation))
      .map(([method, operation]) => writeOperation(method.toUpperCase(), path, operation, schemas)),
  );
  const shared = schemasBehind(
    operations.flatMap(({ used }) => used),
    schemas,
  );
  const types = [
    header,
    `import type { Call, CallOptions, FileBody, ListCall } from "../call-types.ts";\n`,
    ...shared.map(([name, schema]) => declare(name, schema, "response")),
    ...operations.flatMap(({ declarations }) => declarations),
    "/** Every call of the API that takes a secret key. */",
    `export interface TesseraCalls {`,
    ...operations.map(({ signature }) => signature),
    "}\n",
  ];
  const calls = [
    header,
    `import type { CallShape } from "../call-types.ts";\n`,
    "/** How each call is sent. */",
    "export const calls: Readonly<Record<string, CallShape>> = {",
    ...operations.map(({ shape }) => shape),
    "};\n",
  ];
  return { types: types.join("\n"), calls: calls.join("\n") };
}

/** Whether the response is a stream, which no call waits for. */
export function isStream({ responses }: Pick<Operation, "responses">): boolean {
  return responses["200"]?.content?.["text/event-stream"] !== undefined;
}

function takesSecretKey({ security }: Operation): boolean {
  return security?.some((scheme) => "secretKey" in scheme) ?? false;
}

/** What the two files say about one operation, and the schemas that it uses. */
function writeOperation(
  method: string,
  path: string,
  operation: Operation,
  schemas: Readonly<Record<string, Schema>>,
) {
  const { operationId: id, summary, description, requestBody } = operation;
  const named = (operation.parameters ?? []).filter(({ in: place }) => place !== "header");
  const json = requestBody?.content["application/json"]?.schema;
  const isFile = json === undefined && requestBody !== undefined;
  const params = paramsOf(named, json, isFile);
  const isOptional = (params.required ?? []).length === 0;
  const hasParams = Object.keys(params.properties ?? {}).length > 0;
  const type = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

  const response = responseOf(operation);
  const item = response?.properties?.["page"] && response.properties["data"]?.items;
  const body = item ?? response ?? {};
  const bodyType = body.properties
    ? `${type}${item ? "Item" : "Response"}`
    : typeOf(body, "response");
  const receives = hasParams
    ? `params${isOptional ? "?" : ""}: ${type}Params`
    : "params?: Record<string, never>";
  const query = named.flatMap(({ name, in: place }) => (place === "query" ? [name] : []));
  const shape = {
    method,
    path,
    query: query.length > 0 ? query : undefined,
    body: json ? "json" : isFile ? "file" : undefined,
    itemId: item ? firstProperty(item, schemas) : undefined,
  };
  return {
    used: [params, body],
    declarations: [
      ...(hasParams ? [declare(`${type}Params`, params, "request")] : []),
      ...(body.properties ? [declare(bodyType, body, "response")] : []),
    ],
    signature: `${docComment([summary, description].filter(Boolean).join(". "), "  ")}  ${id}(${receives}, options?: CallOptions): ${item ? "List" : ""}Call<${bodyType}>;`,
    shape: `  ${id}: ${JSON.stringify(shape)},`,
  };
}

/** Path, query and body as one object. Two of them may not use the same name. */
function paramsOf(named: readonly Parameter[], json: Schema | undefined, isFile: boolean): Schema {
  const body = json?.anyOf?.find(({ properties }) => properties) ?? json;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const add = (name: string, schema: Schema, isRequired: boolean) => {
    if (name in properties) throw new Error(`Two parameters have the name ${name}.`);
    properties[name] = schema;
    if (isRequired) required.push(name);
  };
  for (const { name, schema, description, required: isRequired } of named) {
    add(name, { ...withBoolean(schema), description: description ?? "" }, isRequired ?? false);
  }
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    add(name, schema, body?.required?.includes(name) ?? false);
  }
  if (isFile) add("file", { $ref: "FileBody", description: "The file's content." }, true);
  return { type: "object", properties, required };
}

/** URLs have only text; callers pass true or false. */
function withBoolean(schema: Schema): Schema {
  const isBoolean =
    schema.enum?.length === 2 && schema.enum.every((value) => /^(true|false)$/.test(String(value)));
  return isBoolean ? { type: "boolean" } : schema;
}

function responseOf({ responses }: Operation): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  return success?.content?.["application/json"]?.schema;
}

/** An item's first property is its id. */
function firstProperty(item: Schema, schemas: Readonly<Record<string, Schema>>): string {
  const name = item.$ref?.split("/").at(-1);
  const schema = name === undefined ? item : schemas[name];
  return Object.keys(schema?.properties ?? {})[0] ?? "";
}
