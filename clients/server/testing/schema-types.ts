/** The part of JSON Schema that the OpenAPI document uses. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: boolean | Schema;
  /** Known values of an open list. */
  "x-extensible-enum"?: unknown[];
}

/** A caller may pass undefined for an optional member of a request; a response has it or not. */
type Side = "request" | "response";

export function declare(name: string, schema: Schema, side: Side): string {
  const type = typeOf(schema, side);
  const written = type.startsWith("{")
    ? `export interface ${name} ${type}\n`
    : `export type ${name} = ${type};\n`;
  return `${docComment(schema.description, "")}${written}`;
}

/** The schemas that these name, at any depth, in the document's order. */
export function schemasBehind(
  used: readonly Schema[],
  schemas: Readonly<Record<string, Schema>>,
): [string, Schema][] {
  const found = new Set<string>();
  const follow = (schema: Schema | undefined) => {
    for (const [, name = ""] of JSON.stringify(schema ?? null).matchAll(/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  used.forEach(follow);
  return Object.entries(schemas).filter(([name]) => found.has(name));
}

export function typeOf(schema: Schema, side: Side, indent = ""): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const known = schema["x-extensible-enum"];
  if (known) return union([...known.map((value) => JSON.stringify(value)), "(string & {})"]);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((choice) => typeOf(choice, side, indent)));
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, side, indent)).join(" & ");
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeOf({ ...schema, type }, side, indent)));
  }
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array": {
      const item = typeOf(schema.items ?? {}, side, indent);
      return /[|&]/.test(item.replace(/\{[\s\S]*\}/, "")) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectType(schema, side, indent);
    default:
      return "unknown";
  }
}

function objectType(schema: Schema, side: Side, indent: string): string {
  const { properties, additionalProperties } = schema;
  if (!properties) {
    const value = typeof additionalProperties === "object" ? additionalProperties : {};
    return `Record<string, ${typeOf(value, side, indent)}>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const type = typeOf(member, side, inner);
    const orUndefined = isRequired || side === "response" ? "" : " | undefined";
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${docComment(member.description, inner)}${inner}${key}${isRequired ? "" : "?"}: ${type}${orUndefined};`;
  });
  return members.length === 0 ? "Record<string, never>" : `{\n${members.join("\n")}\n${indent}}`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

/** A comment on separate lines; empty if there is no text. */
export function docComment(text: string | undefined, indent: string): string {
  if (!text) return "";
  const words = text.replaceAll("*/", "*\\/").split(/\s+/);
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line && `${indent} * ${line} ${word}`.length > 100) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  lines.push(line);
  if (lines.length === 1 && `${indent}/** ${line} */`.length <= 100)
    return `${indent}/** ${line} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}
