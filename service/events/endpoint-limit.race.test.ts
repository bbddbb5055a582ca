/** Two services on one PostgreSQL. */
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxWebhookEndpoints } from "#contract/api/webhooks";
import type { Statement } from "../platform/database/database.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { claimDue, dueOperators } from "./delivery-statements.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";

let services: TestService[] = [];
beforeAll(async () => {
  const first = await createTestService();
  if (first.databaseUrl === undefined) throw new Error("races are tested on PostgreSQL");
  const { clock, databaseUrl } = first;
  const second = await createTestService({ clock, database: reopenTestDatabase(databaseUrl) });
  services = [first, second];
});
afterAll(async () => {
  for (const service of services.reverse()) await service.close();
});

test("sixteen of many concurrent registrations on two processes succeed", async () => {
  const [first, second] = services as [TestService, TestService];
  const token = first.operator.secretKey;
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      (number % 2 === 0 ? first : second).call("POST", "/v1/operators/webhooks", {
        token,
        body: { url: `http://127.0.0.1:4100/${number}` },
      }),
    ),
  );
  const created = responses.filter(({ statusCode }) => statusCode === 201);
  const refused = responses.filter(({ statusCode }) => statusCode === 400);
  expect(created).toHaveLength(maxWebhookEndpoints);
  expect(refused).toHaveLength(40 - maxWebhookEndpoints);
  for (const response of refused)
    expect(response.json().errorCode).toBe("too_many_webhook_endpoints");

  const webhookId = created[0]?.json().webhookId;
  await first.call("DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`, { token });
  const body = { url: "http://127.0.0.1:4100/next" };
  const next = () => first.call("POST", "/v1/operators/webhooks", { token, body });
  expect((await next()).statusCode).toBe(201);
  expect((await next()).statusCode).toBe(400);
});

test("only one of two processes sends the probe", async () => {
  const [first, second] = services as [TestService, TestService];
  const { kysely } = first.service.deps.database;
  const now = new Date(first.clock.nowMs());
  await kysely.deleteFrom("webhook_deliveries").execute();
  const [kept] = (await first.call("GET", "/v1/operators/webhooks")).json().data;
  await kysely
    .updateTable("webhook_endpoints")
    .set({ status: "disabled" })
    .where("webhook_id", "<>", kept.webhookId)
    .where("status", "=", "enabled")
    .execute();
  for (let number = 0; number < 10; number += 1)
    await recordPaymentEvent(first, `pi_probe_${number}`, 1);
  const later = new Date(now.getTime() + 30_000);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await kysely
      .updateTable("webhook_endpoints")
      .set({ timeouts: 5, slow_since: now, probe_at: now })
      .where("webhook_id", "=", kept.webhookId)
      .execute();
    await kysely
      .updateTable("webhook_deliveries")
      .set({ lease_until: null, lease_token: null })
      .execute();
    const claimed = await Promise.all(
      [first, second, first, second].map(({ service }) =>
        service.deps.database.run(claimDue, [
          first.operator.operatorId,
          now,
          later,
          "token",
          16,
          [],
          [],
          64,
          2,
          later,
          now,
        ]),
      ),
    );
    expect(claimed.flatMap(({ rows }) => rows)).toHaveLength(1);
  }
});

test("a claim does not read more pages if thousands of endpoints have nothing to send", async () => {
  const [first] = services as [TestService];
  const { operatorId } = first.operator;
  const { kysely } = first.service.deps.database;
  const now = new Date(first.clock.nowMs());
  const idle = await first.createOperator();
  const due = [dueOperators, [now, "", 256, now]] as const;
  const claim = [
    claimDue,
    [idle.operatorId, now, now, "token", 16, [], [], 64, 2, now, now],
  ] as const;
  const read = async ([statement, parameters]: readonly [Statement, readonly unknown[]]) => {
    const text = `explain (analyze, buffers, format json) ${statement.text}`;
    const explained = await kysely.executeQuery<{ "QUERY PLAN": { Plan: Pages }[] }>(
      CompiledQuery.raw(text, [...parameters]),
    );
    const plan = explained.rows[0]?.["QUERY PLAN"][0]?.Plan;
    return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
  };
  const before = [await read(due), await read(claim)];
  await sql`insert into operators
    select (jsonb_populate_record(o, jsonb_build_object('operator_id', 'op_' || n))).*
    from operators o, generate_series(1, 500) n where o.operator_id = ${operatorId}`.execute(
    kysely,
  );
  await sql`insert into webhook_endpoints
    select (jsonb_populate_record(w, jsonb_build_object(
      'operator_id', 'op_' || n, 'webhook_id', 'we_' || n || '_' || each))).*
    from webhook_endpoints w, generate_series(1, 500) n, generate_series(1, 16) each
    where w.webhook_id = (select min(webhook_id) from webhook_endpoints where status = 'enabled')`.execute(
    kysely,
  );
  await sql`analyze webhook_endpoints`.execute(kysely);
  const after = [await read(due), await read(claim)];
  for (const [index, pages] of after.entries())
    expect(pages).toBeLessThanOrEqual((before[index] ?? 0) + 10);
});

/** Page counts of `explain`. */
interface Pages {
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
}
