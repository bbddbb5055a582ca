/** PostgreSQL only: two processes refresh the list. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listXml } from "../../providers/sanctions/testing/list-file.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const persons = Array.from({ length: 600 }, (_, at) => ({
  uid: at + 1,
  given: `Given${letters[at % 26]}`,
  family: `FAMILY${letters[Math.floor(at / 26)]}`,
}));
let downloads = 0;
let version = 0;
let server: Server;
let one: TestService;
let other: TestService;

beforeAll(async () => {
  server = createServer((_, response) => {
    downloads += 1;
    const own = { uid: 9_000, given: "Newest", family: `VERSION${version}` };
    // The response is slow, so that the other process finds a running refresh.
    setTimeout(() => response.end(listXml([...persons, own])), 100);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { SANCTIONS_LIST: `${url}/sdn.xml` };
  one = await createTestService({ env });
  if (!one.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  other = await createTestService({
    env,
    clock: one.clock,
    database: reopenTestDatabase(one.databaseUrl),
  });
});
afterAll(async () => {
  await other.close();
  await one.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("only one of several processes fetches the list, and all use it whole", async () => {
  for (version = 1; version <= 4; version += 1) {
    downloads = 0;
    const rounds = Array.from({ length: 6 }, (_, at) =>
      (at % 2 === 0 ? one : other).runJob("sanctions.refresh"),
    );
    const reads = [one, other].map(async (service) => {
      for (let read = 0; read < 10; read += 1) {
        const { text } = await service.command("sanctions", "status");
        expect(text).toMatch(version === 1 ? /no(ne| list) yet|601 persons/ : /601 persons/);
        await service.command("sanctions", "check", "--first-name", "A", "--last-name", "B");
      }
    });
    await Promise.all([...rounds, ...reads]);
    expect(downloads).toBe(1);
    for (const service of [one, other]) {
      const name = `Version${version}`;
      const words = ["check", "--first-name", "Newest", "--last-name", name];
      expect((await service.command("sanctions", ...words)).text).toContain(`VERSION${version}`);
    }
    const { kysely } = one.service.deps.database;
    const { count } = await kysely
      .selectFrom("sanctions_entries")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(601);
    one.clock.advance(24 * 60 * 60_000);
  }
});
