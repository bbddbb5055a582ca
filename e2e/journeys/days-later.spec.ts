/**
 * Looks at a successful and an abandoned payment of each payment method days later. Webhook events report every change
 * exactly once.
 */
import { bankAccounts } from "../../sandbox/catalogue/bank-accounts.ts";
import { HostPage } from "../pages/host-page.ts";
import { submitCrypto, submitDebit, submitPayByBank } from "../stack/client-api.ts";
import {
  type CreatedIntent,
  call,
  createIntent,
  createPayer,
  readStatus,
} from "../stack/operator-api.ts";
import { newOperator, operatorCommand } from "../stack/operator-commands.ts";
import { sandboxChain } from "../stack/sandbox-chain.ts";
import { startWebhookReceiver } from "../stack/webhook-receiver.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

const ordinary = bankAccounts.find(({ name }) => name === "ordinary")?.accountNumber ?? "";
const patient = { timeout: 90_000 };
const dayMs = 24 * 60 * 60_000;

test("days later every payment has its final status, a debit is returned after its success, and webhooks report each change once", async ({
  page,
  adjustable,
}) => {
  const paymentMethodTypes = ["card", "bank", "pay_by_bank", "crypto"];
  const stack = await newOperator(adjustable, { paymentMethodTypes });
  const receiver = await startWebhookReceiver();
  try {
    await call(stack, "POST", "/v1/operators/webhooks", { url: receiver.url });
    const deliveredStatuses = ({ paymentIntentId }: CreatedIntent) =>
      receiver.deliveries
        // The returned debit is also a dispute.
        .filter(
          (delivery) => delivery.type === "payment" && delivery.paymentIntentId === paymentIntentId,
        )
        .map(({ status }) => status);
    const payer = await createPayer(stack);
    const newIntent = () => createIntent(stack, payer);

    const untouched = await newIntent();
    const canceled = await newIntent();
    const { paymentId } = await submitDebit(stack, canceled, `${ordinary}11`);
    await call(stack, "POST", `/v1/payments/${paymentId}/cancel`);
    const leftAtBank = await newIntent();
    await submitPayByBank(stack, leftAtBank);
    const neverSent = await newIntent();
    // Crypto is offered as soon as the service has read the chain.
    await expect(() => submitCrypto(stack, neverSent)).toPass(patient);
    const inCrypto = await newIntent();
    const deposit = await submitCrypto(stack, inCrypto);
    await sandboxChain(stack).pay({ to: deposit.nextAction?.uri ?? "", mine: 3 });

    const debited = await newIntent();
    const { clientSecretKey } = debited;
    const { widget } = await HostPage.open(page, stack, { clientSecretKey });
    await widget.fillBank(`${ordinary}22`);
    await widget.pay();
    await expect(widget.at("step-pending")).toBeVisible();
    await operatorCommand(stack, "ach", "close");
    const collected = await fetch(`${stack.sandboxUrl}/receiving-bank/collections`, {
      method: "POST",
    });
    const { data } = (await collected.json()) as {
      data: { entries: { accountLast4: string; traceNumber: string }[] }[];
    };
    const entries = data.flatMap((file) => file.entries);
    expect(entries).toMatchObject([{ accountLast4: `${ordinary}22`.slice(-4) }]);
    await expect
      .poll(async () => (await readStatus(stack, inCrypto.paymentIntentId)).status, patient)
      .toBe("success");

    await adjustable.service().kill();
    await adjustable.startService();
    const debitStatus = async () => (await readStatus(stack, debited.paymentIntentId)).status;
    let daysLeft = 8;
    for (; daysLeft > 1 && (await debitStatus()) === "pending"; daysLeft -= 1) {
      await adjustable.advanceClock(dayMs);
    }
    // The page can read the intent for a day after its end.
    await page.reload();
    await expect(widget.text("Payment complete")).toBeVisible();
    await widget.expectAccessible("paid by debit");
    await adjustable.advanceClock(daysLeft * dayMs);
    const outcomes: [CreatedIntent, string[]][] = [
      [untouched, ["created", "expired"]],
      [canceled, ["created", "pending", "failed"]],
      [leftAtBank, ["created", "pending", "failed"]],
      [neverSent, ["created", "pending", "failed"]],
      [inCrypto, ["created", "pending", "success"]],
      [debited, ["created", "pending", "success"]],
    ];
    for (const [intent, statuses] of outcomes) {
      await expect.poll(() => deliveredStatuses(intent), patient).toEqual(statuses);
      const { status } = await readStatus(stack, intent.paymentIntentId);
      expect(status).toBe(statuses.at(-1));
    }
    expect((await readStatus(stack, leftAtBank.paymentIntentId)).payments).toMatchObject([
      { messages: [{ code: "bank_timed_out" }] },
    ]);
    await page.reload();
    await expect(widget.text("Go back to check whether your payment went through.")).toBeVisible();
    await widget.expectAccessible("no longer readable");

    const { traceNumber } = entries[0] ?? {};
    const returned = await fetch(`${stack.sandboxUrl}/receiving-bank/returns`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ traceNumber, code: "R10" }),
    });
    expect(returned.status).toBe(200);
    await expect
      .poll(() => deliveredStatuses(debited), patient)
      .toEqual(["created", "pending", "success", "failed"]);
    expect(await readStatus(stack, debited.paymentIntentId)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "ach_r10" }] }],
    });
    await page.reload();
    await expect(widget.text(/returned the payment/)).toBeVisible();
    await widget.expectAccessible("returned after it was paid");

    // No other payment has a further event.
    for (const [intent, statuses] of outcomes.slice(0, -1))
      expect(deliveredStatuses(intent)).toEqual(statuses);
  } finally {
    await receiver.close();
  }
});
