import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Refund } from "#contract/api/refunds";
import { verifyWebhook } from "#contract/events/verify-webhook";
import { bankAccounts } from "../../sandbox/catalogue/bank-accounts.ts";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { photograph } from "../pages/expect-responsive.ts";
import { submitDebit, submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId, readStatus } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { readClock } from "../stack/sandbox-clock.ts";
import { expect, test } from "./journey.ts";

const dayMs = 24 * 60 * 60_000;
/** Extra digits make a new account with the same behavior. */
const accountNumber = `${bankAccounts.find(({ name }) => name === "ordinary")?.accountNumber}44`;

/** An endpoint that checks every signature and timestamp against its own clock, as the guide says. */
async function startStrictReceiver() {
  const verified: { type: string; status: string; resource: string }[] = [];
  const refused: string[] = [];
  let secret = "";
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    await verifyWebhook({ body, headers: request.headers, secret }).then(
      ({ type, status, data }) => {
        const { refundId, paymentIntentId } = data;
        verified.push({ type, status, resource: refundId ?? paymentIntentId ?? "" });
      },
      (error: unknown) => refused.push(String(error)),
    );
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    verified,
    refused,
    useSecret: (given: string) => {
      secret = given;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

test("moving the clock settles a debit and later returns a refund, and every webhook is valid", async ({
  adjustable,
}) => {
  test.setTimeout(240_000);
  const stack = await newOperator(adjustable, { paymentMethodTypes: ["card", "bank"] });
  const receiver = await startStrictReceiver();
  try {
    const endpoint = await call<{ secretKey: string }>(stack, "POST", "/v1/operators/webhooks", {
      url: receiver.url,
    });
    receiver.useSecret(endpoint.secretKey);
    const payer = await createPayer(stack);
    const debited = await createIntent(stack, payer);
    await submitDebit(stack, debited, accountNumber);
    const orderedAt = (await readClock(adjustable)).time;
    const paid = await createIntent(stack, payer);
    const { number } = findCard("refund_returned_later");
    const submitted = await submitPayment(stack, paid, number, freshId("clock"));
    expect(submitted.attempt?.status).toBe("success");

    const path = `/v1/payment-intents/${paid.paymentIntentId}/refunds`;
    const { refundId } = await call<Refund>(stack, "POST", path, {
      externalRefundId: freshId("refund"),
    });
    const refund = () => call<Refund>(stack, "GET", `/v1/refunds/${refundId}`);
    await expect.poll(async () => (await refund()).status).toBe("success");

    // Five banking days and a weekend: the debit's return window has passed.
    await adjustable.advanceClock(8 * dayMs);
    expect((await readStatus(stack, debited.paymentIntentId)).status).toBe("success");
    const files = await fetch(`${stack.sandboxUrl}/receiving-bank/files`);
    const { data } = (await files.json()) as {
      data: { created: string; entries: { accountLast4: string }[] }[];
    };
    const file = data.find(({ entries }) =>
      entries.some(({ accountLast4 }) => accountLast4 === accountNumber.slice(-4)),
    );
    // The file was made on its banking day, not on the day to which the clock was moved.
    const madeOn = `20${file?.created.replace(/(..)(..)(..)/, "$1-$2-$3")}`;
    expect(Date.parse(madeOn) - Date.parse(orderedAt)).toBeLessThan(5 * dayMs);

    await adjustable.advanceClock(30 * dayMs);
    expect(await refund()).toMatchObject({
      status: "failed",
      messages: [{ code: "returned_by_bank" }],
    });
    const statusesOf = (resource: string) =>
      receiver.verified.filter((each) => each.resource === resource).map(({ status }) => status);
    expect(statusesOf(refundId)).toEqual(["created", "success", "failed"]);
    expect(statusesOf(debited.paymentIntentId)).toEqual(["created", "pending", "success"]);
    expect(receiver.refused).toEqual([]);
  } finally {
    await receiver.close();
  }
});

test("an admin goes to the next day in the console and stays signed in", async ({
  adjustable,
  page,
}, info) => {
  const desk = await signedIn(page, adjustable, "admin", "Ada Admin");
  const bar = page.getByTestId("sandbox-bar");
  await expect(bar).toContainText("Sandbox time");
  const before = Date.parse((await readClock(adjustable)).time);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await desk.expectAccessible(`the sandbox's time at ${width}`);
    await photograph(page, info, `console-${width}`, false);
  }
  await bar.getByTestId("next-day").click();
  await page.getByTestId("ask-yes").click();
  await desk.expectToast(/It is the next day/);
  expect(Date.parse((await readClock(adjustable)).time) - before).toBeGreaterThan(dayMs - 60_000);
  await page.reload();
  await expect(bar).toBeVisible();
});
