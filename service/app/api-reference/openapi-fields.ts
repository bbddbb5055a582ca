import type { Descriptions, PlaceDescriptions } from "./fields/descriptions.ts";
import { disputeFields } from "./fields/dispute-fields.ts";
import { paymentFields } from "./fields/payment-fields.ts";
import { refundFields } from "./fields/refund-fields.ts";
import { settlementFields } from "./fields/settlement-fields.ts";
import { everywhere, sharedFields } from "./fields/shared-fields.ts";

/** Descriptions are not in the schemas, because those are also in the frames' bundles. */
const byPlace: PlaceDescriptions = {
  ...sharedFields,
  ...paymentFields,
  ...refundFields,
  ...disputeFields,
  ...settlementFields,
};

/** Fields that only older callers send, by operation. */
const deprecated: Readonly<Record<string, readonly string[]>> = {
  "POST /v1/customers": ["verifyAfterCreation"],
};

const parents: Readonly<Record<string, string>> = {
  CreatedPaymentIntent: "PaymentIntent",
};

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  description?: string;
  deprecated?: boolean;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface Described {
  components?: { schemas?: Record<string, Schema> };
  paths?: Record<string, Record<string, Operation>>;
}

/** Adds the descriptions to a document. Existing ones stay. */
export function describeFields<Document>(document: Document): Document {
  const { components, paths } = document as Described;
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    describe(schema, byPlace[name] ?? byPlace[parents[name] ?? ""] ?? {}, "");
  }
  for (const [path, operations] of Object.entries(paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      const known = byPlace[`${method.toUpperCase()} ${path}`] ?? {};
      for (const { content } of [
        operation.requestBody ?? {},
        ...Object.values(operation.responses ?? {}),
      ]) {
        for (const { schema } of Object.values(content ?? {})) describe(schema ?? {}, known, "");
      }
      const body = operation.requestBody?.content?.["application/json"]?.schema?.properties ?? {};
      for (const name of deprecated[`${method.toUpperCase()} ${path}`] ?? []) {
        const field = body[name];
        if (field) field.deprecated = true;
      }
    }
  }
  return document;
}

function describe(schema: Schema, known: Descriptions, prefix: string): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = `${prefix}${name}`;
    const description = known[path] ?? everywhere[name];
    if (description !== undefined) field.description ??= description;
    describe(field, known, `${path}.`);
  }
  const { items, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const part of [...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf]) {
    describe(part, known, prefix);
  }
}
