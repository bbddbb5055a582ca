import { afterAll, beforeAll, expect, test } from "vitest";
import type { BlockHeader } from "../../../providers/chain/index.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import type { Chain } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";
import { compareChain } from "./compare-chain.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const network = "ethereum";
const block = (number: number): BlockHeader => ({
  number,
  hash: `0x${number}`,
  parentHash: `0x${number - 1}`,
  timestampMs: 0,
});

test("a node that lacks the newest blocks does not make a fork, after a pause", async () => {
  const { database, clock } = t.service.deps;
  const row: CryptoChainRow = {
    network,
    genesis_hash: null,
    head_number: 10,
    head_hash: "0x10",
    followed_at: new Date(0),
    lease_token: null,
    lease_until: null,
  };
  await database.kysely.insertInto("crypto_chains").values(row).execute();
  const read = [5, 6, 7, 8, 9, 10].map(block);
  await database.kysely
    .insertInto("crypto_blocks")
    .values(read.map(({ number, hash }) => ({ network, number, hash })))
    .execute();
  const newestOf = (newest: number) => ({
    config: { network, maxHeadAgeMs: 60_000 },
    node: {
      headers: async (numbers: readonly number[]) =>
        numbers.map((number) => (number <= newest ? block(number) : null)),
    },
  });
  const compare = (newest: number) =>
    compareChain({ database, clock }, newestOf(newest) as unknown as Chain, row, block(9));
  await expect(compare(7)).rejects.toThrow("do not agree");
  expect(await compare(9)).toEqual({ type: "behind" });
});
