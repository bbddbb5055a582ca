/** Each example starts, takes a payment, and marks the order as paid by the verified webhook. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { signBody } from "../../clients/server/webhooks.ts";
import { PaymentWidget } from "../pages/payment-widget.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { repository } from "../stack/repository.ts";
import { startExample } from "../stack/start-example.ts";
import { expect, test } from "./journey.ts";

const examples = readdirSync(join(repository, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test("all examples are tested", () => {
  expect(examples.sort()).toEqual(["express", "fastify", "hono", "react", "vue"]);
});

for (const name of examples) {
  test(`the example ${name} takes a payment`, async ({ page, stack }) => {
    // Each has its own operator, and so no other example's events.
    const own = await newOperator(stack, {});
    const example = await startExample(own, name);
    try {
      await page.goto(example.url);
      await new PaymentWidget(page).payWith("4242424242424242");
      const outcome = page.locator("#outcome");
      await expect(outcome).toHaveText(/Thank you! order-/);
      const orderId = /order-[\w-]+/.exec((await outcome.textContent()) ?? "")?.[0];
      const status = async () => {
        const answer = await page.request.get(`${example.url}/orders/${orderId}`);
        return ((await answer.json()) as { status: string }).status;
      };
      await expect.poll(status, { timeout: 60_000 }).toBe("success");
      // An older event that comes last changes nothing.
      const body = JSON.stringify({
        eventId: "evt_late",
        type: "payment",
        status: "pending",
        sequence: 1,
        data: { externalPaymentIntentId: orderId },
      });
      const late = { eventId: "evt_late", body, secret: example.webhookSecret, nowMs: Date.now() };
      const headers = { "content-type": "application/json", ...(await signBody(late)) };
      const taken = await page.request.post(`${example.url}/webhooks`, { headers, data: body });
      expect([taken.status(), await status()]).toEqual([200, "success"]);
      const forged = await page.request.post(`${example.url}/webhooks`, {
        headers: { "content-type": "application/json", "webhook-id": "evt_1" },
        data: "{}",
      });
      expect([forged.status(), await forged.text()]).toEqual([400, "header_missing"]);
    } finally {
      await example.stop();
    }
  });
}
