import { text } from "@sveltejs/kit";
import { verifyWebhook } from "tessera/webhooks";
import { recordEvent } from "$lib/server/orders.js";
import { webhookSecret } from "$lib/server/tessera.js";

export async function POST({ request }) {
  let event;
  try {
    const body = await request.text(); // raw, not request.json()
    event = await verifyWebhook({ body, headers: request.headers, secret: webhookSecret });
  } catch (error) {
    return text(error.code, { status: 400 });
  }
  recordEvent(event);
  return text("ok");
}
