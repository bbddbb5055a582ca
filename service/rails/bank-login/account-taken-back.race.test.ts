/** PostgreSQL only: the embedded store has one connection, so nothing waits for a lock. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSandbox, type Sandbox } from "../../../sandbox/create-sandbox.ts";
import { type BankWorld, createBankWorld } from "../../payments/testing/bank-world.ts";
import { shareAccount } from "../../payments/testing/share-account.ts";
import {
  createTrustlyPayoutWorld,
  logInAtTrustly,
  type TrustlyPayoutWorld,
  trustlySteps,
} from "../../payouts/testing/trustly-payout-world.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { barConsent, heldPayerOf, lockConsent } from "../../providers/payout/index.ts";

let sandbox: Sandbox;
let debits: BankWorld;
let payouts: TrustlyPayoutWorld;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null });
  debits = await createBankWorld({ env: { SANDBOX_PORT: new URL(sandbox.url).port } });
  payouts = await createTrustlyPayoutWorld();
});
afterAll(async () => {
  await debits.close();
  await payouts.close();
  await sandbox.close();
});

type World = Pick<BankWorld, "service">;

/** Changes the store in a transaction that stays open. Returns a function that commits it. */
async function begin(
  { service }: World,
  change: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  let end = () => {};
  const open = new Promise<void>((resolve) => {
    end = resolve;
  });
  let changing = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    changing = inTransaction(service.deps.database, async (tx) => {
      await change(tx);
      resolve();
      await open;
    });
    changing.catch(reject);
  });
  return () => {
    end();
    return changing;
  };
}

/** Calls `use` after `change` and before its commit, which comes when `use` waits for it. */
async function during<T>(
  world: World,
  change: (tx: Tx) => Promise<unknown>,
  use: () => Promise<T>,
): Promise<T> {
  const commit = await begin(world, change);
  const using = use();
  await expect.poll(() => countWaiting(world.service.deps.database.kysely)).toBeGreaterThan(0);
  await commit();
  return using;
}

async function countWaiting(db: World["service"]["deps"]["database"]["kysely"]): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return Number(rows[0]?.count);
}

const takeBack = (bankLoginId: string) => (tx: Tx) =>
  tx
    .updateTable("bank_logins")
    .set({ status: "failed", account_sealed: null })
    .where("bank_login_id", "=", bankLoginId)
    .execute();

test("an account that is taken back while a payout chooses it is not paid", async () => {
  const intent = await payouts.newIntent();
  const { bankLoginId } = await logInAtTrustly(payouts, intent);
  const chosen = await during(payouts, takeBack(bankLoginId), () =>
    payouts.choose(intent, { type: "pay_by_bank", bankLoginId }),
  );
  expect(chosen.body.errorCode).toBe("bank_login_not_confirmed");
  expect((await payouts.statusOf(intent)).disbursement ?? null).toBeNull();
});

test("an account that is taken back while a payment uses it is not debited", async () => {
  const intent = await debits.createIntent();
  const bankLoginId = await shareAccount(debits, intent);
  const { body } = await during(debits, takeBack(bankLoginId), () =>
    debits.payByDebit(intent, { bankLoginId }),
  );
  expect(body).toMatchObject({ status: "failed", messages: [{ code: "bank_login_ended" }] });
  expect(
    await debits.service.deps.database.kysely
      .selectFrom("ach_entries")
      .select("entry_key")
      .where("entry_key", "=", String(body.paymentId))
      .execute(),
  ).toEqual([]);
});

test("a consent that ends while a payout chooses it does not pay", async () => {
  const intent = await payouts.newIntent();
  const { bankLoginId } = await logInAtTrustly(payouts, intent);
  const { kysely } = payouts.service.deps.database;
  const { consent_id } = await kysely
    .selectFrom("bank_logins")
    .select("consent_id")
    .where("bank_login_id", "=", bankLoginId)
    .executeTakeFirstOrThrow();
  const consent = { operatorId: payouts.operator.operatorId, consentId: consent_id ?? "" };
  const end = async (tx: Tx) => {
    await lockConsent(tx, consent);
    await barConsent(tx, consent, payouts.clock.nowMs());
  };
  const chosen = await during(payouts, end, () =>
    payouts.choose(intent, { type: "pay_by_bank", bankLoginId }),
  );
  // The other processor pays to the account's numbers.
  expect(chosen.statusCode).toBe(201);
  const steps = trustlySteps(payouts);
  await steps.approve(intent);
  expect(await steps.depositsOf(intent)).toEqual([]);
  expect([...payouts.payouts.payouts.values()].at(-1)?.request.destination).toMatchObject({
    type: "bank",
  });
});

describe("a consent that a payout chooses does not end", () => {
  const operatorId = () => payouts.operator.operatorId;

  /** A due consent without a use, and a payout that can choose it. */
  async function unusedConsent() {
    const { disbursementIntentId: id } = await trustlySteps(payouts).submitted();
    const { kysely } = payouts.service.deps.database;
    const { consent_id: consentId } = await kysely
      .selectFrom("disbursement_intents")
      .select("consent_id")
      .where("disbursement_intent_id", "=", id)
      .executeTakeFirstOrThrow();
    const use = (db: typeof kysely, consent: string | null) =>
      db
        .updateTable("disbursement_intents")
        .set({ consent_id: consent })
        .where("disbursement_intent_id", "=", id)
        .execute();
    await use(kysely, null);
    await kysely
      .updateTable("payout_consents")
      .set({ next_check_at: new Date(payouts.clock.nowMs()) })
      .where("consent_id", "=", consentId)
      .execute();
    return async (tx: Tx) => {
      expect(await heldPayerOf(tx, operatorId(), consentId)).toBe("trustly-payouts");
      await use(tx, consentId);
    };
  }

  test("before the job claims it", async () => {
    const steps = trustlySteps(payouts);
    const commit = await begin(payouts, await unusedConsent());
    await steps.endConsents();
    await commit();
    await steps.endConsents();
    expect((await steps.consents()).at(-1)).toBe("2");
  });

  test("after the job claimed it", async () => {
    const steps = trustlySteps(payouts);
    const choose = await unusedConsent();
    const { kysely } = payouts.service.deps.database;
    let commit: (() => Promise<void>) | undefined;
    // The job's first transaction comes after the claim.
    vi.spyOn(kysely, "transaction").mockImplementationOnce(() => {
      const transaction = kysely.transaction();
      const execute = transaction.execute.bind(transaction);
      return Object.assign(transaction, {
        async execute(change: Parameters<typeof execute>[0]) {
          commit = await begin(payouts, choose);
          return execute(change);
        },
      });
    });
    const ending = steps.endConsents();
    await expect.poll(() => countWaiting(kysely)).toBe(1);
    await commit?.();
    await ending;
    expect((await steps.consents()).at(-1)).toBe("2");
  });
});
