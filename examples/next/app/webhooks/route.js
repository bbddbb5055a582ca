import { verifyWebhook } from "tessera/webhooks";
import { recordEvent } from "../../lib/orders";
import { webhookSecret } from "../../lib/tessera";

export async function POST(request) {
  let event;
  try {
    const body = await request.text(); // raw, not request.json()
    event = await verifyWebhook({ body, headers: request.headers, secret: webhookSecret });
  } catch (error) {
    return new Response(error.code, { status: 400 });
  }
  recordEvent(event);
  return new Response("ok");
}
