import { readFileSync } from "node:fs";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { everyStoredValue } from "../stack/embedded-store.ts";
import { createIntent, createPayer } from "../stack/operator-api.ts";
import { startStack } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

/** Digits that occur nowhere else in this test. */
const cvc = "917";
const holderName = "Zebedee Quillfeather";

test("card numbers and security codes are in no log, column, page or message to the page", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const stack = await startStack({
    shop: false,
    store: "embedded",
    env: { LOG_LEVEL: "trace" },
  });
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const used = ["visa", "insufficient_funds", "challenge", "pending_forever", "garbled"].map(
    findCard,
  );
  const numbers = used.map(({ number }) => number);
  try {
    const payer = await createPayer(stack);
    for (const card of used) {
      const { clientSecretKey } = await createIntent(stack, payer);
      const host = await HostPage.open(page, stack, { clientSecretKey });
      await host.event("ready");
      await host.widget.fill({ number: card.number, cvc, holderName });
      const answered = page.waitForResponse((response) =>
        response.url().includes("/v1/client/payments"),
      );
      await host.widget.pay();
      await answered;
      if (card.name === "challenge") {
        await expect(host.challenge.code).toBeVisible();
      } else {
        await expect(
          host.widget.text(
            /Payment complete|didn’t go through|still waiting|Confirming|Checking|Not available/,
          ),
        ).toBeVisible();
      }
      const seen = [
        JSON.stringify(await host.events()),
        ...(await host.messages()),
        await page.content(),
        await page.evaluate(() =>
          JSON.stringify([
            { ...localStorage },
            { ...sessionStorage },
            document.cookie,
            location.href,
          ]),
        ),
      ];
      const where = `what the page saw of ${card.name}`;
      expect(secretsIn(where, seen.join("\n"), card.number)).toEqual([]);
    }
    expect(secretsIn("the console", logged.join("\n"), ...numbers)).toEqual([]);
  } finally {
    await stack.stop({ keepFolder: true });
  }
  const serviceLog = readFileSync(stack.logs.service, "utf8");
  expect(serviceLog).toContain("/v1/client/payments");
  expect(secretsIn("the service's log", serviceLog, ...numbers)).toEqual([]);

  const stored = await everyStoredValue(stack.dataDir);
  expect(stored.length).toBeGreaterThan(100);
  // One assertion for thousands of values: a report of each would be too slow.
  const found = stored.flatMap(({ table, column, value }) => {
    const where = `${table}.${column}`;
    const name = value.includes(holderName) ? [`the card holder's name in ${where}`] : [];
    return [...secretsIn(where, value, ...numbers), ...name];
  });
  expect(found).toEqual([]);
  await stack.stop();
});

/** Lists the secrets in a text: card numbers, even with spaces, and the security code as a whole value. */
function secretsIn(where: string, text: string, ...numbers: string[]): string[] {
  const isIn = (number: string) =>
    new RegExp(number.replace(/(\d{4})(?=\d)/g, "$1[ -]?")).test(text);
  const code = /(?:cvc|cvv|code)\W{1,6}917\b|"917"/i.test(text);
  return [
    ...numbers.filter(isIn).map((number) => `card number ${number} in ${where}`),
    ...(code ? [`CVC in ${where}`] : []),
  ];
}
