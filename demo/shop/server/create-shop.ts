import { randomBytes } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { TesseraApiError, type TesseraClient, WebhookVerificationError } from "tessera/server";
import * as z from "zod/mini";
import { ensureCustomer } from "./customers.ts";
import { EventFeed } from "./event-feed.ts";
import { Orders, orderIdOf } from "./orders.ts";
import { pageHeaders, renderPage } from "./page.ts";
import { Payouts } from "./payouts.ts";
import { registerPayouts } from "./register-payouts.ts";
import type { ShopSettings } from "./settings.ts";
import { readStaticFiles, type StaticFile } from "./static-files.ts";

export interface ShopParts {
  settings: ShopSettings;
  tessera: TesseraClient;
  publishableKey: string;
  /** `whsec_…` secret of the shop's endpoint. */
  webhookSecret: string;
}

const newOrder = z.strictObject({
  productId: z.optional(z.string()),
  amount: z.optional(z.number()),
  currency: z.optional(z.string()),
});

const galleryPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
].join("; ");

const customerCookie = "lantern_customer";

/**
 * The demo operator's server. It places orders and pays winnings with the secret key, and passes verified webhooks to
 * the buyer's page.
 */
export function createShop(parts: ShopParts): FastifyInstance {
  const { settings, tessera, publishableKey, webhookSecret } = parts;
  const randomId = () => randomBytes(12).toString("hex");
  const orders = new Orders(tessera, randomId);
  const payouts = new Payouts(tessera, randomId);
  const feed = new EventFeed();
  const shopFiles = readStaticFiles(`${settings.distDir}/shop`);
  const streams = new Set<FastifyReply>();
  // A stream never ends on its own: closing the server must end it first.
  const app = Fastify({ forceCloseConnections: true });
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.raw.end();
  });

  const page = renderPage(
    { publishableKey, payUrl: settings.payUrl, sandboxUrl: settings.sandboxUrl },
    settings.distDir,
  );
  const showPage = (_: FastifyRequest, reply: FastifyReply) =>
    reply.headers(pageHeaders(settings.payUrl)).send(page);
  app.get("/", showPage);
  app.get("/orders/:orderId", showPage);
  app.get("/identity", showPage);
  app.get("/winnings", showPage);
  app.get("/winnings/:payoutId", showPage);
  app.get("/healthz", () => ({ status: "ok" }));
  app.get<{ Params: { "*": string } }>("/shop/*", (request, reply) =>
    sendFile(reply, shopFiles.get(request.params["*"])),
  );
  registerGallery(app, settings.distDir);

  const stream = (reply: FastifyReply, id: string): FastifyReply => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    reply.raw.write(": webhooks\n\n");
    const stop = feed.watch(id, (entry) =>
      reply.raw.write(`id: ${entry.eventId}\ndata: ${JSON.stringify(entry)}\n\n`),
    );
    streams.add(reply);
    reply.raw.on("close", () => {
      streams.delete(reply);
      stop();
    });
    return reply;
  };

  app.post("/api/orders", async (request, reply) => {
    const wanted = newOrder.safeParse(request.body);
    if (!wanted.success) return refuse(reply, 400, "Send a productId, or an amount.");
    const customer = customerOf(request, reply);
    const { productId, amount, currency } = wanted.data;
    const order = await orders.place(
      {
        ...(productId === undefined ? {} : { productId }),
        ...(amount === undefined ? {} : { amount }),
        ...(currency === undefined ? {} : { currency }),
      },
      customer,
    );
    return order ? reply.code(201).send(order) : refuse(reply, 404, "We do not sell this product.");
  });

  type ByOrder = { Params: { orderId: string } };
  app.get<ByOrder>("/api/orders/:orderId", (request, reply) => {
    const order = orders.find(request.params.orderId);
    return order ? reply.send(order) : refuse(reply, 404, "We do not know this order.");
  });
  app.post<ByOrder>("/api/orders/:orderId/renew", async (request, reply) => {
    const order = orders.find(request.params.orderId);
    return order ? orders.renew(order) : refuse(reply, 404, "We do not know this order.");
  });

  app.get<ByOrder>("/api/orders/:orderId/events", (request, reply) => {
    const order = orders.find(request.params.orderId);
    if (!order) return refuse(reply, 404, "We do not know this order.");
    return stream(reply, order.orderId);
  });
  app.post("/api/identity", async (request, reply) => {
    const customer = customerOf(request, reply);
    await ensureCustomer(tessera, customer);
    const { status, clientSecret } = await tessera.getKycInfo({ externalCustomerId: customer });
    return { status, clientSecret };
  });

  registerPayouts(app, { payouts, customerOf, stream, refuse });

  // The signature covers the raw bytes, so verification needs an unparsed body.
  app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
    webhooks.post<{ Body: Buffer }>("/webhooks", async (request, reply) => {
      const { body, headers } = request;
      const event = await tessera.webhooks.unwrap({ body, headers, secret: webhookSecret });
      const receivedAt = new Date().toISOString();
      const { externalPaymentIntentId, externalDisbursementIntentId } = event.data;
      const id =
        event.type === "refund"
          ? orders.ofIntent(event.data.paymentIntentId)?.orderId
          : orderIdOf(externalPaymentIntentId ?? externalDisbursementIntentId);
      if (id) feed.add(id, event, receivedAt);
      else if (event.type !== "refund") {
        // Identity and tax form events concern every payout of the customer.
        for (const { payoutId } of payouts.ofCustomer(event.data["externalCustomerId"])) {
          feed.add(payoutId, event, receivedAt);
        }
      }
      return reply.code(204).send();
    });
  });

  app.setErrorHandler((error, _, reply) => {
    if (error instanceof WebhookVerificationError) return refuse(reply, 400, error.code);
    if (error instanceof TesseraApiError) return refuse(reply, 502, error.message);
    const { statusCode, message } = error as { statusCode?: number; message: string };
    if (statusCode && statusCode < 500) return refuse(reply, statusCode, message);
    process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
    return refuse(reply, 500, "The shop failed.");
  });
  return app;
}

export function registerGallery(app: FastifyInstance, distDir: string): void {
  const files = readStaticFiles(`${distDir}/gallery`);
  app.get("/gallery", (_, reply) => reply.redirect("/gallery/"));
  app.get<{ Params: { "*": string } }>("/gallery/*", (request, reply) => {
    reply.header("content-security-policy", galleryPolicy);
    return sendFile(reply, files.get(request.params["*"] || "index.html"));
  });
}

function sendFile(reply: FastifyReply, file: StaticFile | undefined): FastifyReply {
  return file ? reply.headers(file.headers).send(file.body) : refuse(reply, 404, "Not found.");
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

/** Returns the customer whom the cookie identifies; a new visitor becomes a new customer. */
function customerOf(request: FastifyRequest, reply: FastifyReply): string {
  const pattern = new RegExp(`(?:^|; )${customerCookie}=(lantern-[0-9a-f]{16})(?:;|$)`);
  const known = pattern.exec(request.headers.cookie ?? "")?.[1];
  const customer = known ?? `lantern-${randomBytes(8).toString("hex")}`;
  reply.header("set-cookie", `${customerCookie}=${customer}; Path=/; HttpOnly; SameSite=Lax`);
  return customer;
}
