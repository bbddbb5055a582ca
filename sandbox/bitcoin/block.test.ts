import { createHash } from "node:crypto";
import { hex } from "@scure/base";
import { expect, test } from "vitest";
import {
  encodeBlock,
  encodeHeader,
  genesisBlock,
  merkleRoot,
  mineBlock,
  readBlock,
  witnessCommitment,
  writeBlock,
} from "./block.ts";
import { payerScript } from "./payer.ts";
import { genesis } from "./regtest.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const hashTwice = (bytes: Uint8Array) => sha256(sha256(bytes)).reverse().toString("hex");

const template = {
  height: 1,
  previous: genesis.hash,
  time: 1_800_000_000,
  reward: 5_000_000_000n,
  rewardScript: payerScript,
  extraNonce: new Uint8Array([1, 2, 3, 4]),
  payments: [],
};

test("the first block is regtest's genesis block, byte for byte", () => {
  const block = genesisBlock();
  expect(block.hash).toBe(genesis.hash);
  expect(hashTwice(encodeHeader(block.header))).toBe(genesis.hash);
  expect(block.header.merkleRoot).toBe(
    "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
  );
  expect(encodeBlock(block)).toHaveLength(285);
});

test("the merkle root matches a block of the real network", () => {
  // Block 100,000, with four transactions.
  expect(
    merkleRoot([
      "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87",
      "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
      "6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4",
      "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
    ]),
  ).toBe("f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766");
});

test("a mined block has proof of work, height and witness commitment", () => {
  const block = mineBlock({ ...template, height: 227_931 });
  expect(hashTwice(encodeHeader(block.header))).toBe(block.hash);
  expect(block.hash <= `7fffff${"00".repeat(29)}`).toBe(true);
  const [coinbase] = block.transactions;
  expect(coinbase?.isCoinbase).toBe(true);
  // Example height of BIP-34.
  expect(hex.encode(coinbase?.inputs[0]?.script ?? new Uint8Array())).toMatch(/^035b7a03/);
  const commitment = hex.encode(coinbase?.outputs[1]?.script ?? new Uint8Array());
  // The merkle root of a block without payments: the double hash of 64 zero bytes.
  const nothing = sha256(sha256(new Uint8Array(64))).toString("hex");
  expect(commitment).toBe(`6a24aa21a9ed${nothing}`);
  expect(commitment).toBe(hex.encode(witnessCommitment([])));
});

test("two blocks of the same height and time differ", () => {
  const other = mineBlock({ ...template, extraNonce: new Uint8Array([9, 9, 9, 9]) });
  expect(other.hash).not.toBe(mineBlock(template).hash);
});

test("a modified block is refused", () => {
  const block = mineBlock(template);
  const written = writeBlock(block);
  expect(readBlock(written)).toEqual(block);
  const reward = "00f2052a01000000";
  const [coinbase = ""] = written.transactions;
  expect(coinbase).toContain(reward);
  const richer = coinbase.replace(reward, "00f2052a02000000");
  expect(() => readBlock({ ...written, transactions: [richer] })).toThrow("merkle root");
  expect(() => readBlock({ ...written, transactions: [] })).toThrow();
  const headers = Array.from({ length: 20 }, (_, nonce) =>
    hex.encode(encodeHeader({ ...block.header, nonce: nonce + 1_000 })),
  );
  const unworked = headers.find((header) => hashTwice(hex.decode(header)) > "8");
  expect(() => readBlock({ ...written, header: unworked ?? "" })).toThrow("proof of work");
});
