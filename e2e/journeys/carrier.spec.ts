import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { expect, test } from "./journey.ts";

test("the carrier's page shows new messages without reloading", async ({ page, stack }) => {
  const to = `+1415${String(5_000_000 + (Date.now() % 4_000_000))}`;
  const send = (body: string) =>
    fetch(`${stack.sandboxUrl}/carrier/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${sandboxCredentials.carrier}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ to, body }),
    });
  await page.goto(`${stack.sandbox}/carrier`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const rows = page.getByTestId(`sms-${to}`);
  await expect(rows).toHaveCount(0);
  for (const [index, body] of ["first", "second <b>"].entries()) {
    expect((await send(body)).status).toBe(201);
    await expect(rows).toHaveCount(index + 1);
    await expect(rows.first()).toContainText(body);
  }
  await expect(page.locator("#state")).toHaveText("");
  expect(await page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true);
});
