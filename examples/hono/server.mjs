/** A shop with one product: a page rendered by the server, without a build step, and a webhook handler with Hono. */
import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { html } from "hono/html";
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

const app = new Hono();

app.post("/webhooks", async (context) => {
  let event;
  try {
    event = await verifyWebhook({
      body: await context.req.text(), // raw, not context.req.json()
      headers: context.req.raw.headers,
      secret: TESSERA_WEBHOOK_SECRET,
    });
  } catch (error) {
    return context.text(error.code, 400);
  }
  // Events can come more than once and out of order; `sequence` grows with each change.
  if (event.type === "payment") {
    const order = orders.get(event.data.externalPaymentIntentId);
    if (order && event.sequence > order.sequence) {
      order.status = event.status;
      order.sequence = event.sequence;
    }
  }
  return context.text("ok");
});

app.get("/", async (context) => {
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
  const values = { publishableKey: TESSERA_PUBLISHABLE_KEY, clientSecretKey, orderId };
  return context.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Enamel mug</title>
        <script src="${TESSERA_URL}/v1/tessera.js"></script>
      </head>
      <body>
        <main>
          <h1>Enamel mug, $49.99</h1>
          <div id="pay" data-values="${JSON.stringify(values)}"></div>
          <p id="outcome" role="status"></p>
        </main>
        <script>
          const place = document.querySelector("#pay");
          const { publishableKey, clientSecretKey, orderId } = JSON.parse(place.dataset.values);
          const payment = new Tessera({ publishableKey }).createPaymentElements({ clientSecretKey });
          payment.on("complete", ({ type }) => {
            document.querySelector("#outcome").textContent =
              type === "success" ? "Thank you! " + orderId : "Not paid: " + type;
          });
          payment.mount(place);
        </script>
      </body>
    </html>`);
});

app.get("/orders/:orderId", (context) =>
  context.json(orders.get(context.req.param("orderId")) ?? { status: "unknown" }),
);

serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(`http://localhost:${PORT}`));
