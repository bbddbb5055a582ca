import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { runCommand } from "./run-command.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const command = (...words: string[]) => runCommand(t.service.deps, words);
const keysIn = (text: string) => ({ operatorId: /op_\w{24}/.exec(text)?.[0] ?? "" });

test("adds entries to a list and removes them", async () => {
  const { operatorId } = keysIn((await command("create", "--name", "Entries")).text);
  const settings = async () => (await t.service.deps.operators.get(operatorId)).settings;
  const origins = "allowedOrigins";
  await command("add", operatorId, origins, "https://a.example");
  const added = await command("add", operatorId, origins, "https://b.example,https://c.example");
  expect(added).toEqual({
    exitCode: 0,
    text: "allowedOrigins is now\n  https://a.example\n  https://b.example\n  https://c.example",
  });
  await command("add", operatorId, origins, "https://a.example");
  await command("remove", operatorId, origins, "https://b.example");
  expect((await settings()).allowedOrigins).toEqual(["https://a.example", "https://c.example"]);

  const rule = { place: "US-CA", rule: "deny" };
  await command("add", operatorId, "locationRules", JSON.stringify(rule));
  expect((await settings()).locationRules).toEqual([rule]);
  // The same rule with its members in another order.
  const same = '{"rule":"deny","place":"US-CA"}';
  expect(await command("remove", operatorId, "locationRules", same)).toEqual({
    exitCode: 0,
    text: "locationRules is now empty",
  });
  await command("add", operatorId, "taxTypes", "bingo", "horse_racing");
  await command("remove", operatorId, "taxTypes", "bingo");
  await command("add", operatorId, "paymentMethodTypes", "bank");
  expect(await settings()).toMatchObject({
    taxTypes: ["horse_racing"],
    paymentMethodTypes: ["card", "bank"],
  });
});

test("concurrent additions to a list all succeed", async () => {
  const { operatorId } = keysIn((await command("create", "--name", "At once")).text);
  const pages = Array.from({ length: 8 }, (_, number) => `https://shop-${number}.example`);
  await Promise.all(pages.map((page) => command("add", operatorId, "allowedOrigins", page)));
  const { settings } = await t.service.deps.operators.get(operatorId);
  expect([...settings.allowedOrigins].sort()).toEqual(pages);
});

test("says why an entry cannot be added or removed", async () => {
  const { operatorId } = keysIn((await command("create", "--name", "Refused")).text);
  const refused = async (words: string[], why: string) =>
    expect(await command(...words)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining(why),
    });
  await refused(["add", operatorId, "allowedOrigins", "shop.example"], "https://shop.example");
  await refused(["add", operatorId, "taxTypes", "chess"], "taxTypes");
  await refused(["remove", operatorId, "paymentMethodTypes", "card"], "paymentMethodTypes");
  await refused(["remove", operatorId, "allowedOrigins", "https://x.example"], "has no entry");
  await refused(["add", operatorId, "salesTax", "on"], "the list settings are");
  await refused(["add", operatorId, "toString", "on"], "the list settings are");
  await refused(["add", operatorId, "allowedOrigins"], "needs");
  await refused(["add", "op_nobody", "allowedOrigins", "https://a.example"], "op_nobody");
});
