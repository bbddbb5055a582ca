import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffRole } from "#contract/console/roles";
import { issueKey, rollKey } from "../operators/accounts/index.ts";
import { decidePayout } from "./index.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { timeZone: "America/New_York" } });
});
afterAll(() => world.close());

const newKey = async (...words: string[]) => {
  const { operatorId } = world.operator;
  const result = await world.command("api-keys", "create", operatorId, ...words);
  return /sk_sandbox_[\w-]{43}/.exec(result.text)?.[0] ?? "";
};
const keyIdOf = async (secretKey: string) => {
  const { text } = await world.command("api-keys", "list", world.operator.operatorId);
  const line = text.split("\n").find((each) => each.includes(secretKey.slice(-4)));
  return /key_\w{24}/.exec(line ?? "")?.[0] ?? "";
};
const approve = async (
  token: string,
  intent: { disbursementIntentId: string },
  allow = true,
  headers: Record<string, string> = {},
) => {
  const url = `/v1/disbursements/${intent.disbursementIntentId}/proceed/${allow}`;
  const response = await world.call("POST", url, { token, headers });
  return response.statusCode === 200 ? 200 : response.json().errorCode;
};
const set = (...words: string[]) => world.command("set", world.operator.operatorId, ...words);

describe("dual control", () => {
  test("is off by default: a key can approve what it created", async () => {
    expect(await approve(world.operator.secretKey, await world.submitted())).toBe(200);
  });

  test("the key that created a payout can't approve it; another key or staff can", async () => {
    await set("dualControl", "true");
    const [first, second] = [await world.submitted(), await world.submitted()];
    const other = await newKey("--scopes", "approvals");
    expect(await approve(world.operator.secretKey, first)).toBe("dual_control_required");
    expect((await world.statusOf(first)).status).toBe("pending-validation");
    expect(await approve(other, first)).toBe(200);
    const key = { operatorId: world.operator.operatorId, ...second };
    const approveAs = (staffId: string) =>
      decidePayout(world.service.disbursements.deps, key, {
        decision: "approve",
        decider: { kind: "staff", staffId },
      });
    await expect(approveAs("stf_unknown")).rejects.toMatchObject({ code: "session_required" });
    await approveAs(await newStaff());
    await world.idle();
  });

  test("a rolled key counts as the same key", async () => {
    const creator = await newKey();
    const intent = await world.submitted();
    await world.service.deps.database.kysely
      .updateTable("disbursement_intents")
      .set({ created_key_id: await keyIdOf(creator) })
      .where("disbursement_intent_id", "=", intent.disbursementIntentId)
      .execute();
    const { operatorId } = world.operator;
    const rolled = await world.command("api-keys", "roll", operatorId, await keyIdOf(creator));
    const next = /sk_sandbox_[\w-]{43}/.exec(rolled.text)?.[0] ?? "";
    expect(await approve(next, intent)).toBe("dual_control_required");
  });

  describe("also refuses", () => {
    const operatorId = () => world.operator.operatorId;
    const issuedBy = (staffId: string) =>
      issueKey(world.service.deps, {
        operatorId: operatorId(),
        kind: "secret",
        actor: { kind: "staff", staffId },
      });
    const createdBy = async (keyId: string) => {
      const intent = await world.submitted();
      await world.service.deps.database.kysely
        .updateTable("disbursement_intents")
        .set({ created_key_id: keyId })
        .where("disbursement_intent_id", "=", intent.disbursementIntentId)
        .execute();
      return intent;
    };
    const approveAs = (staffId: string, intent: { disbursementIntentId: string }) =>
      decidePayout(
        world.service.disbursements.deps,
        { operatorId: operatorId(), disbursementIntentId: intent.disbursementIntentId },
        { decision: "approve", decider: { kind: "staff", staffId } },
      );

    test("the person who issued the key that created the payout", async () => {
      const [issuer, other] = [await newStaff("admin"), await newStaff("admin")];
      const intent = await createdBy((await issuedBy(issuer)).keyId);
      await expect(approveAs(issuer, intent)).rejects.toMatchObject({
        code: "dual_control_required",
      });
      expect((await world.statusOf(intent)).status).toBe("pending-validation");
      await approveAs(other, intent);
    });

    test("another key that the same person issued", async () => {
      const [issuer, other] = [await newStaff("admin"), await newStaff("admin")];
      const intent = await createdBy((await issuedBy(issuer)).keyId);
      expect(await approve((await issuedBy(issuer)).key, intent)).toBe("dual_control_required");
      expect(await approve((await issuedBy(other)).key, intent)).toBe(200);
    });

    test("the person who rolled the key and so saw its text", async () => {
      const [issuer, roller] = [await newStaff("admin"), await newStaff("admin")];
      const first = await issuedBy(issuer);
      const actor = { kind: "staff", staffId: roller } as const;
      const ref = { operatorId: operatorId(), keyId: first.keyId, actor };
      const intent = await createdBy((await rollKey(world.service.deps, ref, 60_000)).keyId);
      for (const staffId of [issuer, roller]) {
        await expect(approveAs(staffId, intent)).rejects.toMatchObject({
          code: "dual_control_required",
        });
      }
      expect(await approve((await issuedBy(roller)).key, intent)).toBe("dual_control_required");
      expect(await approve(await newKey(), intent)).toBe(200);
    });
  });

  test("another key that sends the same Idempotency-Key is checked separately", async () => {
    const intent = await world.submitted();
    const sameKeyHeaders = { "idempotency-key": `approve-${intent.disbursementIntentId}` };
    const creator = world.operator.secretKey;
    expect(await approve(creator, intent, true, sameKeyHeaders)).toBe("dual_control_required");
    const other = await newKey("--scopes", "approvals", "--approval-limit", "EUR=1");
    expect(await approve(other, intent, true, sameKeyHeaders)).toBe("approval_limit_exceeded");
    expect(await approve(await newKey("--scopes", "approvals"), intent, true, sameKeyHeaders)).toBe(
      200,
    );
  });

  test("only staff can approve a payout without a known creator; anyone can reject it", async () => {
    const intent = await world.submitted();
    await world.service.deps.database.kysely
      .updateTable("disbursement_intents")
      .set({ created_key_id: null })
      .where("disbursement_intent_id", "=", intent.disbursementIntentId)
      .execute();
    expect(await approve(await newKey(), intent)).toBe("dual_control_required");
    expect(await approve(world.operator.secretKey, intent, false)).toBe(200);
    await set("dualControl", "false");
  });

  test("stores and audits which key created the payout and which decided it", async () => {
    const intent = await world.submitted();
    const decider = await newKey("--scopes", "approvals");
    await approve(decider, intent);
    const { kysely } = world.service.deps.database;
    const row = await kysely
      .selectFrom("disbursement_intents")
      .select(["created_key_id", "decided_key_id"])
      .where("disbursement_intent_id", "=", intent.disbursementIntentId)
      .executeTakeFirstOrThrow();
    const keyId = await keyIdOf(decider);
    expect(row).toEqual({
      created_key_id: await keyIdOf(world.operator.secretKey),
      decided_key_id: keyId,
    });
    const audited = await kysely
      .selectFrom("audit_entries")
      .select(["actor_kind", "actor_id"])
      .where("subject_id", "=", intent.disbursementIntentId)
      .execute();
    expect(audited).toEqual([{ actor_kind: "api", actor_id: keyId }]);
  });
});

describe("a daily approval limit", () => {
  test("applies to a key, by currency, until midnight in the operator's time zone", async () => {
    // It is now 23:00 in New York.
    world.clock.advance(Date.parse("2027-03-05T04:00:00Z") - world.clock.nowMs());
    const key = await newKey("--approval-limit", "USD=100");
    const intents = [];
    for (const amount of [60, 60, 40]) intents.push(await world.submitted({ amount }));
    const [first, second, third] = intents;
    if (!first || !second || !third) throw new Error("no intents");
    expect(await approve(key, first)).toBe(200);
    expect(await approve(key, second)).toBe("approval_limit_exceeded");
    const url = `/v1/disbursements/${second.disbursementIntentId}/proceed/true`;
    const refused = await world.call("POST", url, { token: key });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toContain("40.00 USD is left");
    // The remaining amount can be approved to the cent.
    expect(await approve(key, third)).toBe(200);
    world.clock.advance(3_600_000);
    expect(await approve(key, second)).toBe(200);
    const euros = await world.submitted({ currency: "EUR", amount: 1 });
    expect(await approve(key, euros)).toBe("approval_limit_exceeded");
    expect(await approve(world.operator.secretKey, euros)).toBe(200);
  });

  test("also counts through a rolled key, and does not count rejections", async () => {
    const key = await newKey("--approval-limit", "USD=50");
    const [first, second] = [await world.submitted(), await world.submitted()];
    expect(await approve(key, first)).toBe(200);
    const { operatorId } = world.operator;
    const rolled = await world.command("api-keys", "roll", operatorId, await keyIdOf(key));
    const next = /sk_sandbox_[\w-]{43}/.exec(rolled.text)?.[0] ?? "";
    expect(await approve(next, second)).toBe("approval_limit_exceeded");
    expect(await approve(next, second, false)).toBe(200);
  });

  test("still counts a payout that failed after its approval", async () => {
    const key = await newKey("--approval-limit", "USD=50");
    await world.idle();
    world.payouts.next({ becomes: { declined: "account_closed" } });
    const [first, second] = [await world.submitted(), await world.submitted()];
    await approve(key, first);
    await world.idle();
    expect((await world.statusOf(first)).status).toBe("failed");
    expect(await approve(key, second)).toBe("approval_limit_exceeded");
  });

  test("applies to a person", async () => {
    const staffId = await newStaff();
    const { operatorId } = world.operator;
    expect((await world.command("staff", "limit", emailOf(serial), "USD=75")).text).toBe("limited");
    const decide = (intent: { disbursementIntentId: string }) =>
      decidePayout(
        world.service.disbursements.deps,
        { operatorId, disbursementIntentId: intent.disbursementIntentId },
        { decision: "approve", decider: { kind: "staff", staffId } },
      );
    await decide(await world.submitted());
    const second = await world.submitted();
    await expect(decide(second)).rejects.toMatchObject({ code: "approval_limit_exceeded" });
    expect((await world.statusOf(second)).status).toBe("pending-validation");
    const { text } = await world.command("audit", "list", operatorId);
    expect(text).toMatch(/staff\.approval_limits_changed/);
  });
});

test("a key that replaces all others takes over their payouts and approvals", async () => {
  const { operatorId } = world.operator;
  const oldKey = world.operator.secretKey;
  const approver = await newKey("--approval-limit", "USD=100");
  const [first, second, created] = [
    await world.submitted(),
    await world.submitted({ amount: 60 }),
    await world.submitted({ amount: 10 }),
  ];
  if (!first || !second || !created) throw new Error("no intents");
  expect(await approve(approver, first)).toBe(200);
  const next = await newKey("--revoke-others", "--approval-limit", "USD=100");
  expect(await approve(oldKey, second)).toBe("api_key_invalid");
  expect(await approve(next, second)).toBe("approval_limit_exceeded");
  await world.command("set", operatorId, "dualControl", "true");
  expect(await approve(next, created)).toBe("dual_control_required");
  expect(await approve(await newKey("--scopes", "approvals"), created)).toBe(200);
});

let serial = 0;
const emailOf = (number: number) => `staff${number}-${world.operator.operatorId}@example.com`;
async function newStaff(role: StaffRole = "reviewer"): Promise<string> {
  serial += 1;
  const { operatorId } = world.operator;
  await world.command("staff", "invite", operatorId, emailOf(serial), "--role", role);
  const { text } = await world.command("staff", "list", operatorId);
  const line = text.split("\n").find((each) => each.includes(emailOf(serial)));
  const staffId = /stf_\w{24}/.exec(line ?? text)?.[0] ?? "";
  const { kysely } = world.service.deps.database;
  await kysely
    .updateTable("staff")
    .set({ status: "active" })
    .where("staff_id", "=", staffId)
    .execute();
  return staffId;
}
