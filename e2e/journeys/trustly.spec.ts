import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { BankWindow } from "../pages/bank-window.ts";
import { HostPage } from "../pages/host-page.ts";
import { createIntent, createPayer, readStatus } from "../stack/operator-api.ts";
import { type Stack, startStack } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

const trustly = (sandboxUrl: string) => ({
  name: "trustly",
  type: "trustly",
  url: `${sandboxUrl}/vendors/trustly`,
  accessId: "TesseraSandbox01",
  accessKey: sandboxCredentials.trustly,
  merchantId: "1002463580",
});

let stack: Stack;
test.describe.configure({ mode: "serial" });
test.use({ viewport: { width: 360, height: 740 } });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({
    shop: false,
    env: (sandboxUrl) => ({ PAY_BY_BANK: JSON.stringify(trustly(sandboxUrl)) }),
  });
});
test.afterAll(() => stack.stop());

const settled = { timeout: 90_000 };

async function atTheBank(page: Parameters<typeof HostPage.open>[0]) {
  const intent = await createIntent(stack, await createPayer(stack));
  const host = await HostPage.open(page, stack, { clientSecretKey: intent.clientSecretKey });
  await host.event("ready");
  await host.widget.chooseByName(/Pay by bank/);
  await expect(host.widget.frame.getByTestId("pay-by-bank-form")).toBeVisible();
  await host.widget.pay();
  const bank = await BankWindow.inPlaceOf(page);
  return { intent, bank };
}

test("a customer authorizes the payment, and the service captures it once", async ({ page }) => {
  const { intent, bank } = await atTheBank(page);
  await bank.logIn.click();
  await expect(bank.pay).toBeVisible();
  await bank.expectAccessible("the page of Trustly");
  await bank.pay.click();
  await page.waitForURL(/payment_intent_id=pi_/);
  await expect
    .poll(async () => (await readStatus(stack, intent.paymentIntentId)).status, settled)
    .toBe("success");
  const { payments } = await readStatus(stack, intent.paymentIntentId);
  const response = await fetch(`${stack.sandboxUrl}/admin/trustly/transactions`);
  const { data } = (await response.json()) as {
    data: { type: string; merchantReference: string }[];
  };
  const captures = data.filter(({ merchantReference }) =>
    payments.some(({ paymentId }) => paymentId === merchantReference),
  );
  expect(captures.map(({ type }) => type)).toEqual(["3"]);
});

test("a customer who refuses at the bank pays nothing", async ({ page }) => {
  const { intent, bank } = await atTheBank(page);
  await bank.logIn.click();
  await bank.refuse.click();
  await page.waitForURL(/payment_intent_id=pi_/);
  await expect
    .poll(async () => (await readStatus(stack, intent.paymentIntentId)).status, settled)
    .not.toBe("success");
  const response = await fetch(`${stack.sandboxUrl}/admin/trustly/transactions`);
  const { data } = (await response.json()) as { data: { type: string; consent?: string }[] };
  expect(data.filter(({ consent }) => consent === "7")).toHaveLength(1);
  expect(data.filter(({ type }) => type === "3")).toHaveLength(1);
});
