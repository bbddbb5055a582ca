import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listXml, type TestPerson } from "../../providers/sanctions/testing/list-file.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { refreshList } from "./list/refresh-list.ts";

const persons: readonly TestPerson[] = Array.from({ length: 20 }, (_, at) => ({
  uid: at + 1,
  given: `Given${"abcdefghijklmnopqrst"[at]}`,
  family: `FAMILY${"abcdefghijklmnopqrst"[at]}`,
}));
const viktor: TestPerson = {
  uid: 99,
  given: "Viktor",
  family: "ZORENKOV",
  births: ["14 Mar 1971"],
  nationality: "Russia",
};
const full = listXml([...persons, viktor]);
const dayMs = 24 * 60 * 60_000;

const folder = mkdtempSync(join(tmpdir(), "tessera-sanctions-"));
const file = join(folder, "sdn.xml");
let respond: (url: string) => { status: number; headers?: Record<string, string>; body: string };
let server: Server;
let world: TestService;
let local: TestService;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, headers, body } = respond(request.url ?? "");
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await createTestService({ env: { SANCTIONS_LIST: `${url}/SDN.XML` } });
  writeFileSync(file, full);
  local = await createTestService({ env: { SANCTIONS_LIST: file } });
});
afterAll(async () => {
  await world.close();
  await local.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  respond = () => ({ status: 200, body: full });
});

const refresh = () => world.runJob("sanctions.refresh");
const run = async (service: TestService, ...words: string[]) => {
  const { exitCode, text } = await service.command("sanctions", ...words);
  return `${exitCode} ${text}`;
};
const check = (lastName = "Zorenkov") =>
  run(world, "check", "--first-name", "Viktor", "--last-name", lastName, "--country", "us");

test("a list is fetched once a day, and a person is compared with it", async () => {
  expect(await check()).toContain("There is no list yet");
  await refresh();
  expect(await run(world, "status")).toMatch(
    /21 persons, 0 crypto addresses, 0\.0 days old\nsdn +21 entries/,
  );
  expect(await check()).toBe(
    '0 97  sdn 99  Name 100 %: name "Viktor ZORENKOV". No date of birth to compare. Country differs (Russia, -3).',
  );
  expect(await check("Smith")).toBe("0 no match");

  respond = () => ({ status: 200, body: listXml([...persons, { ...viktor, family: "NEWNAME" }]) });
  await refresh();
  expect(await check()).toContain("97");
  world.clock.advance(dayMs);
  await refresh();
  expect(await check()).toBe("0 no match");
  expect(await check("Newname")).toContain("97");
});

test("addresses of a list from before they were read arrive with the same file", async () => {
  const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const company: TestPerson = {
    uid: 98,
    given: "",
    family: "BLUE LAGOON",
    type: "Entity",
    ids: [["Digital Currency Address - ETH", address]],
  };
  const body = listXml([...persons, viktor, company]);
  respond = () => ({ status: 200, body });
  world.clock.advance(dayMs);
  await refresh();
  const { kysely } = world.service.deps.database;
  const lookUp = () => run(world, "address", address.toLowerCase());
  expect(await lookUp()).toBe("0 sdn 98  ETH  BLUE LAGOON");
  expect(await run(world, "address", "0x0")).toBe("0 not on the list");
  expect(await run(world, "address")).toMatch(/^1 .*needs one address/);

  await kysely.deleteFrom("sanctions_addresses").execute();
  await kysely.updateTable("sanctions_lists").set({ addresses: null }).execute();
  world.clock.advance(dayMs);
  await refresh();
  expect(await lookUp()).toBe("0 sdn 98  ETH  BLUE LAGOON");
  expect(await run(world, "status")).toContain("21 persons, 1 crypto addresses");
  const { version } = await kysely
    .selectFrom("sanctions_lists")
    .select("version")
    .executeTakeFirstOrThrow();
  for (const table of ["sanctions_entries", "sanctions_addresses"] as const) {
    const rows = await kysely.selectFrom(table).select("version").distinct().execute();
    expect(rows).toEqual([{ version }]);
  }
});

describe("a file that is not a complete list", () => {
  beforeEach(async () => {
    expect(await run(world, "refresh", "--accept-smaller")).toMatch(/^0 the list has/);
    world.logLines.length = 0;
  });

  test.each([
    ["cut off", () => ({ status: 200, body: full.slice(0, -40) }), "ends before the list does"],
    [
      "smaller by a tenth",
      () => ({ status: 200, body: listXml(persons.slice(0, 18)) }),
      "has only 18",
    ],
    ["an error page", () => ({ status: 200, body: "<html></html>" }), "not a list"],
    ["an error", () => ({ status: 503, body: full }), "status 503"],
    [
      "a redirect without end",
      () => ({ status: 302, headers: { location: "/" }, body: "" }),
      "too often",
    ],
    [
      "a redirect elsewhere",
      () => ({ status: 302, headers: { location: "ftp://a/" }, body: "" }),
      "unsafe",
    ],
  ])("%s is refused, and the old list stays", async (_, bad, problem) => {
    respond = bad;
    world.clock.advance(dayMs);
    await refresh();
    expect(await run(world, "status")).toContain(problem);
    expect(world.logLines.join()).toContain("the old one stays");
    expect(await check()).toContain("97");
    // The service tries again only an hour later.
    respond = () => ({ status: 200, body: full });
    await refresh();
    expect(await run(world, "status")).toContain(problem);
    world.clock.advance(dayMs / 24);
    await refresh();
    expect(await run(world, "status")).not.toContain("problem");
  });

  test("a person can accept a smaller list", async () => {
    respond = () => ({ status: 200, body: listXml([viktor]) });
    expect(await run(world, "refresh")).toMatch(/^[^0].*has only 1 entries/);
    expect(await run(world, "refresh", "--accept-smaller")).toBe("0 the list has changed");
    expect(await run(world, "status")).toContain("1 persons");
  });

  test("entries of a load that did not end are deleted", async () => {
    respond = () => ({ status: 200, body: full.slice(0, -40) });
    expect(await run(world, "refresh")).toMatch(/^[^0]/);
    respond = () => ({ status: 200, body: full });
    await run(world, "refresh");
    const rows = await world.service.deps.database.kysely
      .selectFrom("sanctions_entries")
      .select("version")
      .execute();
    expect(rows).toHaveLength(21);
    expect(new Set(rows.map(({ version }) => version)).size).toBe(1);
  });
});

test("a refresh that a stopping process aborts is due at once, and does not count as failed", async () => {
  world.clock.advance(dayMs);
  expect(await refreshList(world.service.deps, AbortSignal.abort())).toBe("none");
  expect(await run(world, "status")).not.toContain("problem");
  expect(await refreshList(world.service.deps, new AbortController().signal)).not.toBe("none");
});

test("the command says so when the files take too long, and the next try is an hour later", async () => {
  const timeLimit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  try {
    expect(await run(world, "refresh")).toMatch(/^1 The old list stays\. ./);
  } finally {
    timeLimit.mockRestore();
  }
  expect(await run(world, "status")).toContain("problem");
  expect(await refreshList(world.service.deps, new AbortController().signal)).toBe("none");
  world.clock.advance(60 * 60_000);
  await refresh();
  expect(await run(world, "status")).not.toContain("problem");
});

test("a file that lost its crypto addresses is refused, although it has all entries", async () => {
  const address = (at: number) => `0x${at.toString(16).padStart(40, "a")}`;
  const company = (count: number, idType: string): TestPerson => ({
    uid: 98,
    given: "",
    family: "BLUE LAGOON",
    type: "Entity",
    ids: Array.from({ length: count }, (_, at) => [idType, address(at)]),
  });
  const publish = (count: number, idType = "Digital Currency Address - ETH") => {
    respond = () => ({ status: 200, body: listXml([...persons, company(count, idType)]) });
    return run(world, "refresh");
  };
  respond = () => ({ status: 200, body: listXml([...persons, company(0, "")]) });
  await run(world, "refresh", "--accept-smaller");
  expect(await publish(20)).toMatch(/^0/);
  // The list now has another name for the id type.
  expect(await publish(20, "Virtual Currency Address - ETH")).toMatch(
    /^1 .*has only 0 crypto addresses; the list in use has 20/,
  );
  expect(await publish(14)).toMatch(/^1 .*has only 14 crypto addresses/);
  expect(await run(world, "address", address(19))).toContain("BLUE LAGOON");
  // OFAC once removed a tenth of all addresses.
  expect(await publish(15)).toMatch(/^0/);
  respond = () => ({ status: 200, body: full });
  expect(await run(world, "refresh", "--accept-smaller")).toMatch(/^0/);
});

test("the same file replaces a list that has lost entries", async () => {
  expect(await run(world, "refresh", "--accept-smaller")).toMatch(/^0/);
  const { kysely } = world.service.deps.database;
  await kysely.deleteFrom("sanctions_entries").where("position", "=", 3).execute();
  expect(await run(world, "refresh")).toBe("0 the list has changed");
  const rows = await kysely.selectFrom("sanctions_entries").select("position").execute();
  expect(rows).toHaveLength(21);
  expect(await check()).toContain("97");
});

test("redirects are followed, and a local file works without a network", async () => {
  respond = (url) =>
    url === "/SDN.XML"
      ? { status: 302, headers: { location: "/elsewhere" }, body: "" }
      : { status: 200, body: full };
  expect(await run(world, "refresh")).toMatch(/^0/);
  await local.runJob("sanctions.refresh");
  expect(await run(local, "status")).toContain("21 persons");
  rmSync(file);
  expect(await run(local, "refresh")).toMatch(/can't be read \(ENOENT\)/);
  expect(await run(local, "status")).toContain("21 persons");
});

test("the age of the list is a metric and is shown", async () => {
  await run(world, "refresh");
  world.clock.advance(4 * dayMs);
  respond = () => ({ status: 503, body: "" });
  await refresh();
  expect(await run(world, "status")).toContain("4.0 days old: refresh it");
  const { text } = await world.service.deps.metrics.expose();
  expect(text).toContain(`tessera_sanctions_list_age_seconds ${(4 * dayMs) / 1000}`);
});

test("commands say what is missing", async () => {
  expect(await run(world)).toContain("needs status, refresh, check or address");
  expect(await run(world, "check", "--first-name", "A")).toContain("needs --first-name and");
  const named = ["check", "--first-name", "A", "--last-name", "B"];
  expect(await run(world, ...named, "--date-of-birth", "1.2.1999")).toContain("YYYY-MM-DD");
  expect(await run(world, ...named, "--country", "USA")).toContain("two letters");
});
