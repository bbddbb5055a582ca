/** A shop with one product: React in the page (src), Express, and a webhook handler. */
import { randomUUID } from "node:crypto";
import express from "express";
import { createTesseraClient } from "tessera/server";
import { verifyWebhook } from "tessera/webhooks";

const { PORT = "3000", TESSERA_URL = "http://pay.localhost:4000" } = process.env;
const { TESSERA_PUBLISHABLE_KEY = "", TESSERA_WEBHOOK_SECRET = "" } = process.env;
const tessera = createTesseraClient({
  serviceUrl: process.env.TESSERA_SERVICE_URL ?? "http://127.0.0.1:4000",
  secretKey: process.env.TESSERA_SECRET_KEY ?? "",
});

/** Orders in memory. Use a database instead. */
const orders = new Map();

const app = express();

// A JSON parser before the check would change the raw body.
app.post("/webhooks", express.raw({ type: "application/json" }), async (request, response) => {
  let event;
  try {
    const { body, headers } = request;
    event = await verifyWebhook({ body, headers, secret: TESSERA_WEBHOOK_SECRET });
  } catch (error) {
    return response.status(400).send(error.code);
  }
  // Events can come more than once and out of order; `sequence` grows with each change.
  if (event.type === "payment") {
    const order = orders.get(event.data.externalPaymentIntentId);
    if (order && event.sequence > order.sequence) {
      order.status = event.status;
      order.sequence = event.sequence;
    }
  }
  response.send("ok");
});

app.post("/orders", async (_request, response) => {
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
  response.json({ orderId, clientSecretKey });
});

app.get("/orders/:orderId", (request, response) => {
  response.json(orders.get(request.params.orderId) ?? { status: "unknown" });
});

app.get("/config", (_request, response) => {
  response.json({ publishableKey: TESSERA_PUBLISHABLE_KEY, tesseraUrl: TESSERA_URL });
});

app.use(express.static(new URL("dist", import.meta.url).pathname));

app.listen(Number(PORT), () => console.log(`http://localhost:${PORT}`));
