import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenedReview } from "../../customers/sanctions/index.ts";
import { listXml, type TestPerson } from "../../providers/sanctions/testing/list-file.ts";
import { insertStaff } from "../../testing/insert-staff.ts";
import { createPayoutWorld, type PayoutWorld } from "./payout-world.ts";
import type { PayoutBehavior } from "./stand-in-payouts.ts";

/** A world in which tests publish the sanctions list. */
export interface SanctionsWorld extends PayoutWorld {
  file: string;
  /** Replaces the list and refreshes it. */
  publish(...persons: readonly TestPerson[]): Promise<void>;
  /** Reviews to decide, oldest first. */
  waiting(): Promise<readonly OpenedReview[]>;
  /** Decides the oldest review. */
  decide(decision: "clear" | "confirm"): Promise<unknown>;
  /** How often the processor was asked to send a payout. */
  callsOf(intent: { readonly disbursementIntentId: string }): Promise<number>;
}

/** The listed person, and a customer who may be that person. */
export const viktor: TestPerson = {
  uid: 1,
  given: "Viktor",
  family: "ZORENKOV",
  births: ["14 Mar 1971"],
};
export const listed = { firstName: "Viktor", lastName: "Zorenkov", dateOfBirth: "1971-03-14" };
/** A list cannot be empty, so this person is like no customer. */
export const nobody: TestPerson = { uid: 2, given: "Ottoline", family: "BRACKWEDE" };

/** Nothing was sent, and the payout can be sent later. */
export const refusesUs: PayoutBehavior = {
  becomes: "nothing",
  response: { status: 401, body: { error: { code: "unauthorized", message: "no" } } },
};

/** The list has {@link nobody}. Close it in `afterAll`. */
export async function createSanctionsWorld(
  options: NonNullable<Parameters<typeof createPayoutWorld>[0]> = {},
): Promise<SanctionsWorld> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-sanctions-"));
  const file = join(folder, "sdn.xml");
  const env = { SANCTIONS_LIST: file, ...options.env };
  const payoutWorld = await createPayoutWorld({ ...options, env });
  const { operatorId } = payoutWorld.operator;
  const { sanctions } = payoutWorld.service;
  const world: SanctionsWorld = {
    ...payoutWorld,
    file,
    async publish(...persons) {
      writeFileSync(file, listXml(persons));
      const { exitCode, text } = await world.command("sanctions", "refresh", "--accept-smaller");
      if (exitCode !== 0) throw new Error(`no list: ${text}`);
    },
    async waiting() {
      const filter = { status: "waiting", page: 1, size: 100 } as const;
      return (await sanctions.list(operatorId, filter)).data;
    },
    async decide(decision) {
      const [review] = await world.waiting();
      if (!review) throw new Error("nothing waits");
      const { sanctions_review_id: sanctionsReviewId, version } = review.review;
      const reason = "The passport was compared.";
      const staffId = "stf_one";
      const key = { operatorId, sanctionsReviewId };
      return sanctions.decide(key, { decision, reason, version, staffId });
    },
    async callsOf(intent) {
      const key = (await world.statusOf(intent)).disbursement?.disbursementId ?? "";
      return world.payouts.calls.filter((call) => call === key).length;
    },
    async close() {
      await payoutWorld.close();
      rmSync(folder, { recursive: true });
    },
  };
  await insertStaff(world, ["stf_one"]);
  await world.publish(nobody);
  return world;
}
