/** If a process dies at any step, every value stays readable and another process finishes. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createService, type Service } from "../../app/create-service.ts";
import { createDyingDatabase } from "../../testing/dying-database.ts";
import type { TestClock } from "../../testing/test-clock.ts";
import { openTestDatabase } from "../../testing/test-database.ts";
import { readAllSealed } from "./testing/find-unreadable.ts";
import { finishRotation, keyOf, startProcess } from "./testing/key-process.ts";

const [keyA, keyB] = [keyOf("a"), keyOf("b")];

test("a rotation to another key-encryption key survives death at any of its steps", async () => {
  const store = await openTestDatabase();
  const first = await startProcess(store, keyA);
  const { clock } = first;
  for (const name of ["ada", "bob"]) {
    const body = { externalCustomerId: name, data: { email: `${name}@example.com` } };
    expect((await first.call("POST", "/v1/customers", { body })).statusCode).toBe(201);
  }
  await first.close();

  const dying = createDyingDatabase(store.database);
  const observer = await startProcess(store, `${keyA},${keyB}`, { clock });
  const { config, log } = observer.service.deps;
  const keys = observer.service.deps.config.keyEncryptionKeys;
  const processes: Service[] = [];
  const ends: unknown[] = [];
  // There are more steps at the start, where keys are wrapped and created.
  for (const step of [1, 2, 3, 5, 7, 9, 12, 15, 19, 24, 30, 37, 45]) {
    // This is past the leases of dead processes.
    clock.advance(61_000);
    dying.startProcess();
    // Each process rotates away from the previous one's key.
    const keyEncryptionKeys = processes.length % 2 === 0 ? keys : [...keys].reverse();
    const dyingProcess = await createService(
      { ...config, keyEncryptionKeys },
      { clock, log, database: dying.database, keyTimes: { spreadMs: 0 } },
    );
    processes.push(dyingProcess);
    const moment = step % 2 === 0 ? "after" : "before";
    ends.push(await dying.dieAt(step, moment, () => rotateOnce(dyingProcess, clock)));
    dying.startProcess();
    const { unreadable, count } = await readAllSealed(observer.service.deps);
    expect([step, unreadable]).toEqual([step, []]);
    expect(count).toBeGreaterThanOrEqual(2);
    const { rows } = await sql<{ active: number }>`select count(*)::integer as active
      from data_keys where state = 'active' group by operator_id`.execute(store.database.kysely);
    expect([step, rows.every(({ active }) => active === 1)]).toEqual([step, true]);
  }
  expect(ends.filter((end) => end === "died").length).toBeGreaterThan(8);

  dying.startProcess();
  const last = await startProcess(store, `${keyB},${keyA}`, { clock });
  expect(await last.command("keys", "rotate")).toMatchObject({ exitCode: 0 });
  await finishRotation(last);
  const alone = await startProcess(store, keyB, { clock });
  expect(await readAllSealed(alone.service.deps)).toMatchObject({ unreadable: [] });
  const left = await sql`select 1 from data_keys where state <> 'active'`.execute(
    store.database.kysely,
  );
  expect(left.rows).toEqual([]);
  dying.endProcess();
  for (const service of [...processes, observer, last, alone]) await service.close();
  await store.database.close();
}, 600_000);

async function rotateOnce(dyingProcess: Service, clock: TestClock): Promise<void> {
  await dyingProcess.runCommand(["keys", "rotate"]);
  await runJobs(dyingProcess);
  clock.advance(61 * 60_000);
  await runJobs(dyingProcess);
}

async function runJobs({ jobs }: Service): Promise<void> {
  for (const name of ["refresh_keys", "rotate_keys", "rotate_keys"]) {
    const job = jobs.find((job) => job.name === name);
    while ((await job?.run(AbortSignal.timeout(60_000))) === "more");
  }
}
