/** A shop with one product: the custom element in a page, Fastify, and a webhook handler. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import Fastify from "fastify";
import { createTesseraClient } from "tessera/server";
import { verifyWebhook } from "tessera/webhooks";

const { PORT = "3000", TESSERA_URL = "http://pay.localhost:4000" } = process.env;
const { TESSERA_PUBLISHABLE_KEY = "", TESSERA_WEBHOOK_SECRET = "" } = process.env;
const tessera = createTesseraClient({
  serviceUrl: process.env.TESSERA_SERVICE_URL ?? "http://127.0.0.1:4000",
  secretKey: process.env.TESSERA_SECRET_KEY ?? "",
});

/** Orders, in memory for this example. Use a database. */
const orders = new Map();

const app = Fastify();

app.register(async (webhooks) => {
  // Only in this scope: a JSON parser before the check would change the raw body.
  webhooks.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  webhooks.post("/webhooks", async (request, reply) => {
    let event;
    try {
      const { body, headers } = request;
      event = await verifyWebhook({ body, headers, secret: TESSERA_WEBHOOK_SECRET });
    } catch (error) {
      return reply.code(400).send(error.code);
    }
    // Events can arrive more than once and out of order. `sequence` grows with each change.
    if (event.type === "payment") {
      const order = orders.get(event.data.externalPaymentIntentId);
      if (order && event.sequence > order.sequence) {
        order.status = event.status;
        order.sequence = event.sequence;
      }
    }
    return "ok";
  });
});

app.post("/orders", async () => {
  const orderId = `order-${randomUUID()}`;
  const externalCustomerId = `customer-${randomUUID()}`;
  await tessera.createCustomer({
    externalCustomerId,
    data: { email: `${externalCustomerId}@example.com` },
  });
  const { clientSecretKey } = await tessera.createPaymentIntent(
    {
      externalPaymentIntentId: orderId,
      externalCustomerId,
      amount: 49.99,
      currency: "USD",
      description: "Enamel mug",
    },
    { idempotencyKey: orderId },
  );
  orders.set(orderId, { status: "created", sequence: 0 });
  return { orderId, clientSecretKey };
});

app.get(
  "/orders/:orderId",
  (request) => orders.get(request.params.orderId) ?? { status: "unknown" },
);

app.get("/", async (_request, reply) => {
  const page = await readFile(new URL("index.html", import.meta.url), "utf8");
  const filled = page
    .replaceAll("%TESSERA_URL%", TESSERA_URL)
    .replaceAll("%PUBLISHABLE_KEY%", TESSERA_PUBLISHABLE_KEY);
  return reply.type("text/html; charset=utf-8").send(filled);
});

await app.listen({ port: Number(PORT) });
console.log(`http://localhost:${PORT}`);
