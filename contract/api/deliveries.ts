/**
 * What the operator delivered for a payment, as evidence if the payment is disputed (docs/payments/disputes.md).
 *
 *   GET  /v1/payment-intents/{paymentIntentId}/delivery               → delivery
 *   PUT  /v1/payment-intents/{paymentIntentId}/delivery   putDelivery → delivery
 */
import * as z from "zod/mini";
import { address, line as typedLine } from "./customers.ts";

/** Embeddings, overrides and isolates change the order in which text is shown. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/u;
const reorders =
  "must not contain characters that change the direction of text (U+202A to U+202E, U+2066 to U+2069)";

/** A bank employee reads it as evidence, so it must be displayed exactly as it is stored. */
const line = (maxLength: number) =>
  typedLine(maxLength).check(z.refine((text) => !reordering.test(text), { error: reorders }));

const time = z.iso.datetime({ offset: true });

export const maxShipments = 10;
export const maxDigitalDeliveries = 50;

const shipment = z.strictObject({
  carrier: line(80),
  trackingNumber: z.optional(line(100)),
  shippedAt: z.optional(time),
  deliveredAt: z.optional(time),
  signedBy: z.optional(line(200)),
});

const digitalDelivery = z.strictObject({
  /** When the customer got or used it. */
  at: time,
  description: line(500),
  ipAddress: z.optional(z.union([z.ipv4(), z.ipv6()])),
  deviceId: z.optional(line(200)),
});

/** Body of `PUT …/delivery`. Replaces everything; omitted fields are removed. */
export const putDelivery = z.strictObject({
  recipientName: z.optional(line(200)),
  address: z.optional(
    address.check(
      z.refine(({ line1, city, country }) => Boolean(line1 && city && country), {
        error: "needs line1, city and country",
      }),
      ({ value, issues }) => {
        for (const [part, text] of Object.entries(value)) {
          if (!reordering.test(text ?? "")) continue;
          issues.push({ code: "custom", path: [part], message: reorders, input: text });
        }
      },
    ),
  ),
  shipments: z.optional(z.array(shipment).check(z.maxLength(maxShipments))),
  digital: z.optional(z.array(digitalDelivery).check(z.maxLength(maxDigitalDeliveries))),
});
export type PutDelivery = z.infer<typeof putDelivery>;

export const delivery = z.object({
  paymentIntentId: z.string(),
  recipientName: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      line1: z.nullable(z.string()),
      line2: z.nullable(z.string()),
      city: z.nullable(z.string()),
      state: z.nullable(z.string()),
      postalCode: z.nullable(z.string()),
      country: z.nullable(z.string()),
    }),
  ),
  shipments: z.array(
    z.object({
      carrier: z.string(),
      trackingNumber: z.nullable(z.string()),
      shippedAt: z.nullable(z.string()),
      deliveredAt: z.nullable(z.string()),
      signedBy: z.nullable(z.string()),
    }),
  ),
  /** Goods and services without shipment. */
  digital: z.array(
    z.object({
      at: z.string(),
      description: z.string(),
      ipAddress: z.nullable(z.string()),
      deviceId: z.nullable(z.string()),
    }),
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Delivery = z.infer<typeof delivery>;
