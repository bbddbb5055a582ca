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

/** Frameworks whose home page has a button, and where an order's address is a page. */
const ofFrameworks = ["next", "react-router", "sveltekit"];

test("all examples are tested", () => {
  const others = ["express", "fastify", "hono", "react", "vue"];
  expect(examples.sort()).toEqual([...others, ...ofFrameworks].sort());
});

for (const name of examples) {
  test(`the example ${name} takes a payment`, async ({ page, stack }) => {
    // Some examples install their own packages first.
    test.slow(ofFrameworks.includes(name));
    // Each example has its own operator, so that it gets no events of other examples.
    const own = await newOperator(stack, {});
    const example = await startExample(own, name);
    // Collects everything that the browser gets from the example, including scripts.
    const sent: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.url().startsWith(example.url)) sent.push(response.text().catch(() => ""));
    });
    try {
      const isOfFramework = ofFrameworks.includes(name);
      await page.goto(example.url);
      if (isOfFramework) await page.getByRole("button", { name: "Buy" }).click();
      await new PaymentWidget(page).payWith("4242424242424242");
      const outcome = page.locator("#outcome");
      await expect(outcome).toHaveText(/Thank you! order-/);
      const orderId = /order-[\w-]+/.exec((await outcome.textContent()) ?? "")?.[0];
      const status = async () => {
        const address = `${example.url}/orders/${orderId}${isOfFramework ? "/status" : ""}`;
        const response = await page.request.get(address);
        return ((await response.json()) as { status: string }).status;
      };
      await expect.poll(status, { timeout: 60_000 }).toBe("success");
      // The browser does not always keep a response's body, so the order's page is read again.
      const repeat = await page.request.get(`${example.url}/orders/${orderId}`);
      const texts = [...(await Promise.all(sent)), await repeat.text()].join("\n");
      expect(texts).toContain(own.operator.publishableKey);
      expect(texts).not.toContain(own.operator.secretKey);
      expect(texts).not.toContain(example.webhookSecret);
      // An older event that comes last changes nothing. A handler that parses the body first would change its spaces.
      const event = {
        eventId: "evt_late",
        type: "payment",
        status: "pending",
        sequence: 1,
        data: { externalPaymentIntentId: orderId },
      };
      const body = JSON.stringify(event, null, 3);
      const late = { eventId: "evt_late", body, secret: example.webhookSecret, nowMs: Date.now() };
      const headers = { "content-type": "application/json", ...(await signBody(late)) };
      const taken = await page.request.post(`${example.url}/webhooks`, { headers, data: body });
      expect([taken.status(), await status()]).toEqual([200, "success"]);
      const changed = await page.request.post(`${example.url}/webhooks`, {
        headers,
        data: body.replace("pending", "failed"),
      });
      expect([changed.status(), await changed.text()]).toEqual([400, "signature_mismatch"]);
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
