import * as z from "zod/mini";
import type { Database } from "../../database/database.ts";
import { inTransaction } from "../../database/transaction.ts";
import { ApiError } from "../api-error.ts";
import type { HttpServer } from "../create-http-server.ts";
import type { Idempotency } from "../idempotency.ts";
import { answeredCte, finishCte, leaseCte } from "../idempotency-statements.ts";

/** Controls the routes and records what they did. */
export interface IdempotentRoutes {
  /** Routes with a lease wait for it before they finish. */
  gate: Promise<void>;
  /** The routes throw it after their effect. */
  fail: Error | undefined;
  /** How often a route has run. */
  count: number;
  /** The names that `/beginning` has started. */
  readonly started: Map<string, "in progress" | "over">;
}

const body = z.object({ name: z.string(), card: z.optional(z.object({ number: z.string() })) });
const answerSchema = z.object({ value: z.string() });

/** Adds a route for each way to respond once. Each writes a setting as its effect. */
export function addIdempotentRoutes(
  app: HttpServer,
  { database, idempotency }: { database: Database; idempotency: Idempotency },
): IdempotentRoutes {
  const run: IdempotentRoutes = {
    gate: Promise.resolve(),
    fail: undefined,
    count: 0,
    started: new Map(),
  };
  const options = {
    config: { access: "secret_key" as const, scopes: [] },
    schema: { body, response: { 201: answerSchema } },
  };
  const next = (name: string) => {
    run.count += 1;
    return { name, value: `${name} ${run.count}` };
  };

  app.post("/in-transaction", options, (request, reply) =>
    idempotency.respondOnce(request, reply, async (claim) => {
      const row = next(request.body.name);
      const response = { statusCode: 201, body: { value: row.value } };
      await inTransaction(database, async (tx) => {
        await tx.insertInto("service_settings").values(row).execute();
        if (run.fail) throw run.fail;
        await claim.store(tx, response);
      });
      return response;
    }),
  );

  app.post("/in-one-statement", options, (request, reply) =>
    idempotency.respondOnce(request, reply, async (claim) => {
      const row = next(request.body.name);
      const response = { statusCode: 201, body: { value: row.value } };
      const { rowCount } = await database.run(
        {
          name: "test.in_one_statement",
          text:
            "with inserted as (insert into service_settings (name, value) select $1::text, $2::text " +
            `where $1 not like 'absent%' returning name), ${answeredCte(3, "inserted")} select * from inserted`,
        },
        [row.name, row.value, ...claim.parameters(response)],
      );
      if (rowCount === 0) throw new ApiError("customer_not_found");
      return response;
    }),
  );

  app.post("/with-lease", options, (request, reply) =>
    idempotency.withLease(
      request,
      reply,
      async (claim) => {
        const row = next(request.body.name);
        await database.run(
          {
            name: "test.begin",
            text:
              "with inserted as (insert into service_settings (name, value) values ($1, $2)), " +
              `${leaseCte(3)} select 1`,
          },
          [`${row.name} begun ${run.count}`, row.value, ...claim.beginParameters()],
        );
        await run.gate;
        if (run.fail) throw run.fail;
        const response = { statusCode: 201, body: { value: row.value } };
        await database.run(
          {
            name: "test.finish",
            text:
              "with inserted as (insert into service_settings (name, value) values ($1, $2)), " +
              `${finishCte(3)} select 1`,
          },
          [row.name, row.value, ...claim.finishParameters(response)],
        );
        return response;
      },
      { leaveOut: ["card"], leaseMs: 60_000 },
    ),
  );

  // Starts something that would also finish without the request. The handler sets it to `over`.
  app.post("/beginning", options, (request, reply) =>
    idempotency.withLease(
      request,
      reply,
      async (claim) => {
        const { name: id, value } = next(request.body.name);
        await inTransaction(database, async (tx) => {
          const row = { name: `${id} was run ${run.count}`, value };
          await tx.insertInto("service_settings").values(row).execute();
          await claim.begin(tx, id);
        });
        run.started.set(id, "in progress");
        await run.gate;
        if (run.fail) throw run.fail;
        run.started.set(id, "over");
        const response = { statusCode: 201, body: { value: "over" } };
        await inTransaction(database, (tx) => claim.finish(tx, response));
        return response;
      },
      {
        async readStarted(id) {
          const value = run.started.get(id) ?? "never begun";
          return { response: { statusCode: 201, body: { value } }, isFinal: value === "over" };
        },
      },
    ),
  );

  app.post("/with-lease-in-transactions", options, (request, reply) =>
    idempotency.withLease(request, reply, async (claim) => {
      await inTransaction(database, (tx) => claim.begin(tx));
      const row = next(request.body.name);
      const response = { statusCode: 201, body: { value: row.value } };
      await inTransaction(database, async (tx) => {
        await tx.insertInto("service_settings").values(row).execute();
        await claim.finish(tx, response);
      });
      return response;
    }),
  );
  return run;
}
