/** What another site can do with the pages of our host that customers open in their own window. */
import { createKycCustomer, readKycInfo } from "../stack/kyc-customers.ts";
import { expect, test } from "./embedding-page.ts";

test("a hostile page can neither frame our pages nor lead a customer's window to another link", async ({
  page,
  context,
  stack,
}) => {
  const paths = [
    "/v1/bank-payments/return?state=forged&code=1",
    "/v1/bank-payments/wait",
    "/refund",
    "/verify/phone",
    "/w9",
  ];
  const evil = "http://evil.localhost/";
  const frames = paths.map((path) => `<iframe src="${stack.pay}${path}"></iframe>`).join("");
  await page.route(evil, (route) => route.fulfill({ contentType: "text/html", body: frames }));
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("frame-ancestors 'none'")) refused.push(message.text());
  });
  await page.goto(evil);
  await expect.poll(() => refused.length).toBe(paths.length);

  const { links } = await readKycInfo(stack, await createKycCustomer(stack));
  const opened = context.waitForEvent("page");
  await page.evaluate((url) => {
    Object.assign(window, { customer: open(url) });
  }, links.passport.url);
  const window = await opened;
  await window.getByTestId("kyc-choose").waitFor();
  const reached = await page.evaluate((url) => {
    const { customer } = globalThis as unknown as { customer: Window };
    customer.location.href = `${url}#kyc_of_the_attacker`;
    return !customer.closed;
  }, `${stack.pay}/verify/passport`);
  expect(reached).toBe(false);
  await expect(window.getByTestId("kyc-choose")).toBeVisible();
  expect(window.url()).toContain(`for=${stack.operator.operatorId}`);
});
