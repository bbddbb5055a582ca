import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff } from "../../../app/console/testing/staff-browser.ts";
import {
  createDestinationWorld,
  type DestinationWorld,
  nameAt,
} from "../../testing/destination-world.ts";
import { findRefund } from "../read-refunds.ts";
import { destinationPlace } from "../records.ts";
import { approveDestination, declineDestination } from "./decide-destination.ts";

let world: DestinationWorld;
beforeAll(async () => {
  world = await createDestinationWorld();
});
afterAll(() => world.close());

/** Approves; `meanwhile` changes the stored row between the approval's read and its lock. */
async function approveWhile(refundId: string, meanwhile: { destination_sealed: string | null }) {
  const { payments } = world.service;
  const { operatorId } = world.operator;
  const { kysely } = payments.database;
  const refund = await findRefund(kysely, operatorId, refundId);
  return approveDestination(
    {
      ...payments,
      operators: {
        ...payments.operators,
        async get(id) {
          await kysely
            .updateTable("refunds")
            .set(meanwhile)
            .where("operator_id", "=", operatorId)
            .where("refund_id", "=", refundId)
            .execute();
          return payments.operators.get(id);
        },
      },
    },
    {
      operatorId,
      refundId,
      actor: { kind: "command" },
      seenVersion: refund?.version ?? 0,
      limitMinor: () => null,
    },
  );
}

const sealedOf = async (refundId: string) =>
  (await findRefund(world.service.deps.database.kysely, world.operator.operatorId, refundId))
    ?.transfer?.destinationSealed;

test("an approval does not bring back a destination that is erased at that moment, and sends nothing", async () => {
  const { refundId, secret } = await world.newRefund();
  await nameAt(world, secret);
  await expect(approveWhile(refundId, { destination_sealed: null })).rejects.toMatchObject({
    code: "conflicting_state",
  });
  expect(await sealedOf(refundId)).toBeNull();
  expect((await world.call("GET", `/v1/refunds/${refundId}`)).json().status).toBe("pending");
});

test("a person who may no longer refund when their decline's turn comes declines nothing", async () => {
  const { refundId, secret } = await world.newRefund();
  await nameAt(world, secret);
  const { payments } = world.service;
  const { operatorId } = world.operator;
  const { staffId } = await addStaff(world, "viewer");
  const { version } = (await findRefund(payments.database.kysely, operatorId, refundId)) ?? {};
  const person = { kind: "staff", staffId } as const;
  const decision = { operatorId, refundId, actor: person, decider: person };
  const declining = declineDestination(payments, { ...decision, seenVersion: version ?? 0 });
  await expect(declining).rejects.toMatchObject({ code: "role_not_allowed" });
  expect(await sealedOf(refundId)).not.toBeNull();
  expect((await world.call("GET", `/v1/refunds/${refundId}`)).json().status).toBe("pending");
});

test("an approval keeps a destination that is sealed with another key at that moment", async () => {
  const { refundId, secret } = await world.newRefund();
  await nameAt(world, secret);
  const { keyring } = world.service.payments;
  const place = destinationPlace({ operatorId: world.operator.operatorId, refundId });
  const before = (await sealedOf(refundId)) ?? "";
  // A screening reseals it, so it is the same destination.
  const resealed = keyring.encryptField(place, keyring.decryptField(place, before));
  expect(resealed).not.toBe(before);
  await approveWhile(refundId, { destination_sealed: resealed });
  expect(await sealedOf(refundId)).toBe(resealed);
});
