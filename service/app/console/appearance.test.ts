import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ConsoleAppearance } from "#contract/console/appearance";
import {
  appearanceCommands,
  createAppearances,
  createLogos,
} from "../../operators/appearance/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: TestService;
let admin: TestStaff;
let reviewer: TestStaff;
beforeAll(async () => {
  world = await createTestService();
  admin = await addStaff(world, "admin");
  reviewer = await addStaff(world, "reviewer");
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

const read = (by = admin): Promise<ConsoleAppearance> => by.browser.ok("GET", "/appearance");
const publish = (body: object, by = admin) => by.browser.call("POST", "/appearance/publish", body);
const restore = (body: object, by = admin) => by.browser.call("POST", "/appearance/restore", body);
const saveDraft = (body: object, by = admin) => by.browser.call("PUT", "/appearance/draft", body);
const look = (brandColor: string) => ({
  brandColor,
  mode: "light",
  radius: "soft",
  density: "comfortable",
  font: "system",
});

test("an admin saves a draft, publishes it and brings an older version back, each with an audit entry", async () => {
  expect(await read()).toEqual({ version: 0, published: null, draft: null, versions: [] });
  const drafted = await saveDraft({ appearance: { brandColor: "#FFCC00", mode: "auto" } });
  expect(drafted.json()).toMatchObject({
    version: 0,
    published: null,
    draft: { appearance: { ...look("#ffcc00"), mode: "auto" }, savedBy: { kind: "staff" } },
  });

  const first = await publish({ version: 0, appearance: { brandColor: "#ffcc00" } });
  expect(first.json()).toMatchObject({ version: 1, published: look("#ffcc00"), draft: null });
  await publish({ version: 1, appearance: { brandColor: "#00d632" } });
  const undone = await restore({ version: 2, restore: 1 });
  expect(undone.json()).toMatchObject({
    version: 3,
    published: look("#ffcc00"),
    versions: [
      { version: 3, restoredVersion: 1, publishedBy: { kind: "staff", name: expect.any(String) } },
      { version: 2, restoredVersion: null, appearance: look("#00d632") },
      { version: 1 },
    ],
  });
  const own = await restore({ version: 3, restore: 0 });
  expect(own.json()).toMatchObject({ version: 4, published: null });

  const { data } = await admin.browser.ok("GET", "/audit");
  expect(data.slice(0, 5).map(({ action }: { action: string }) => action)).toEqual([
    "appearance.restored",
    "appearance.restored",
    "appearance.published",
    "appearance.published",
    "appearance.draft_saved",
  ]);
  expect(data[1].details).toEqual({ version: 3, restored: 1, changed: ["brandColor"] });
});

test("a draft that the person has not seen is neither overwritten nor deleted", async () => {
  const appearance = look("#102030");
  const { draft } = (await saveDraft({ appearance, draftSavedAt: null })).json();
  world.clock.advance(1_000);
  const { version } = await read();
  for (const unseen of [null, "2026-01-01T00:00:00.000Z"]) {
    const change = { draftSavedAt: unseen, appearance: look("#ffcc00") };
    const results = [
      await saveDraft(change),
      await saveDraft({ ...change, appearance: null }),
      await publish({ ...change, version }),
      await restore({ version, draftSavedAt: unseen, restore: 0 }),
    ];
    expect(results.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409]);
  }
  expect(await read()).toMatchObject({ version, draft: { appearance } });
  const seen = await saveDraft({ appearance: null, draftSavedAt: draft.savedAt });
  expect(seen.json()).toMatchObject({ draft: null });
});

test("a change based on an older version is refused, and changes nothing", async () => {
  const { version } = await read();
  const refusals = [
    await publish({ version: version + 1, appearance: look("#000000") }),
    await publish({ version: version - 1, appearance: look("#000000") }),
    await restore({ version, restore: version }),
    await restore({ version: version - 1, restore: 1 }),
    await restore({ version, restore: 999 }),
  ];
  expect(refusals.map((refusal) => [refusal.statusCode, refusal.json().errorCode])).toEqual([
    [409, "conflicting_state"],
    [409, "conflicting_state"],
    [409, "conflicting_state"],
    [409, "conflicting_state"],
    [404, "resource_not_found"],
  ]);
  expect((await read()).version).toBe(version);
});

test.each([
  [{ brandColor: "red" }, "appearance.brandColor", "invalid_value"],
  [{ brandColor: "#ff0000}body{display:none" }, "appearance.brandColor", "invalid_value"],
  [{ ...look("#ff0000"), brandColorDark: "url(x)" }, "appearance.brandColorDark", "invalid_value"],
  [{ ...look("#ff0000"), font: "Papyrus" }, "appearance.font", "invalid_value"],
  [{ ...look("#ff0000"), mode: "</style>" }, "appearance.mode", "invalid_value"],
  [{ ...look("#ff0000"), customCss: "*{}" }, "appearance.customCss", "unknown_field"],
  ["#ff0000", "appearance", "invalid_value"],
  [[], "appearance", "invalid_value"],
])("refuses %j with the path of the wrong value", async (appearance, path, errorCode) => {
  const { version } = await read();
  for (const response of [
    await publish({ version, appearance }),
    await saveDraft({ appearance }),
  ]) {
    expect([response.statusCode, response.json().errorCode]).toEqual([400, "validation_failed"]);
    expect(response.json().errors).toContainEqual(expect.objectContaining({ path, errorCode }));
  }
  expect(await read()).toMatchObject({ version, draft: null });
});

test("reviewers see the appearance and cannot change it", async () => {
  const { version } = await read(reviewer);
  for (const response of [
    await publish({ version, appearance: look("#123456") }, reviewer),
    await restore({ version, restore: 1 }, reviewer),
    await saveDraft({ appearance: null }, reviewer),
  ])
    expect([response.statusCode, response.json().errorCode]).toEqual([403, "role_not_allowed"]);
});

test("the command line shows, sets and brings back, for its operator only", async () => {
  const other = await world.createOperator();
  const { version } = await read();
  const run = (...words: string[]) => world.command("appearance", ...words);
  const set = await run("set", other.operatorId, "brandColor=#ffcc00", "mode=dark");
  expect(set).toMatchObject({ exitCode: 0 });
  expect(set.text).toContain("published version 1");
  expect(set.text).toMatch(/dark +link +#ffcc00/);
  expect((await run("set", other.operatorId, "mode=light")).text).toMatch(
    /light +link +#[0-9a-f]{6} +[\d.]+:1 +was #ffcc00 with 1\.\d:1/,
  );
  expect((await run("restore", other.operatorId, "1")).text).toBe("published version 3");
  expect((await run("reset", other.operatorId)).text).toBe("published version 4");
  for (const [words, text] of [
    [["set", other.operatorId, "brandColor=blue"], /appearance\.brandColor: A color is #/],
    [["set", other.operatorId, "logo=https://x"], /appearance\.(brandColor|logo)/],
    [["set", other.operatorId], /set needs/],
    [["restore", other.operatorId, "9"], /This version does not exist/],
    [["restore", other.operatorId, "4"], /newest version/],
    [["show", "op_none"], /There is no operator/],
    [[], /appearance needs/],
  ] as const) {
    const result = await run(...words);
    expect([result.exitCode, result.text]).toEqual([1, expect.stringMatching(text)]);
  }
  expect(await read()).toMatchObject({ version, published: null });
});

test("a command that another one overtakes says so", async () => {
  const { operatorId } = await world.createOperator();
  const { deps } = world.service;
  const appearances = createAppearances(deps);
  const overtaken = {
    ...appearances,
    async read(id: string) {
      const seen = await appearances.read(id);
      await appearances.publish({ operatorId: id, actor: { kind: "command" } }, null);
      return seen;
    },
  };
  const { run } = appearanceCommands(deps, overtaken, createLogos(deps));
  await expect(run(["set", operatorId, "mode=dark"])).rejects.toThrow("Run the command again");
});
