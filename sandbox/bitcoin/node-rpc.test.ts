import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hex } from "@scure/base";
import { OutScript, p2wpkh, Transaction } from "@scure/btc-signer";
import { hash160, pubECDSA, randomPrivateKeyBytes } from "@scure/btc-signer/utils.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { regtestNetwork } from "./regtest.ts";
import { nodeClient } from "./testing/node-client.ts";

const key = randomPrivateKeyBytes();
const wallet = p2wpkh(pubECDSA(key), regtestNetwork);
const to = wallet.address as string;
const noHash = "00".repeat(32);

let sandbox: Sandbox;
const { ask, post, control, newest } = nodeClient(() => sandbox.url);
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
  await control("PUT", "mining", { automatic: false });
});
afterAll(() => sandbox.close());

/** Pays this many BTC to the test's wallet; returns the transaction id. */
async function pay(amount: string, mine = 0): Promise<string> {
  const { body } = await control("POST", "payments", { to, amount, mine });
  return body["transactionHash"] as string;
}

/** The test's own output, with what btc-signer needs to spend it. */
async function coinOf(txid: string, blockHash?: string) {
  const { vout } = await ask("getrawtransaction", txid, true, ...(blockHash ? [blockHash] : []));
  const index = vout.findIndex(
    (each: { scriptPubKey: { address: string } }) => each.scriptPubKey.address === to,
  );
  const amount = BigInt(Math.round(vout[index].value * 1e8));
  return { txid, index, witnessUtxo: { amount, script: wallet.script } };
}

/** Sends the coins, minus the fee, back to the test's wallet. */
function spend(coins: Awaited<ReturnType<typeof coinOf>>[], fee: bigint, signer = key): string {
  const tx = new Transaction();
  for (const coin of coins) tx.addInput({ ...coin, sequence: 0xfffffffd });
  const sum = coins.reduce((total, { witnessUtxo }) => total + witnessUtxo.amount, 0n);
  tx.addOutput({ script: wallet.script, amount: sum - fee });
  tx.sign(signer);
  tx.finalize();
  return tx.hex;
}

describe("responses", () => {
  test("are 401 without the password", async () => {
    const body = { method: "getblockcount" };
    for (const login of ["", "Basic dGVzc2VyYTp3cm9uZw==", "Bearer bitcoin_sandbox_4b7d21e6"]) {
      const { status, headers, text } = await post(body, login);
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe('Basic realm="jsonrpc"');
      expect(text).toBe("");
    }
    expect((await post(body)).status).toBe(200);
  });

  test("have result and error in version 1, with HTTP error statuses", async () => {
    const height = await ask("getblockcount");
    const right = await post({ jsonrpc: "1.0", id: "a", method: "getblockcount", params: [] });
    expect(right).toMatchObject({ status: 200 });
    expect(JSON.parse(right.text)).toEqual({ result: height, error: null, id: "a" });
    const unknown = await post({ id: 7, method: "getmoney" });
    expect(unknown.status).toBe(404);
    expect(JSON.parse(unknown.text)).toEqual({
      result: null,
      error: { code: -32601, message: "Method not found" },
      id: 7,
    });
    const none = await post({ id: 8, method: "getblockhash", params: [9_999] });
    expect(none.status).toBe(500);
    expect(JSON.parse(none.text).error).toEqual({
      code: -8,
      message: "Block height out of range",
    });
    expect((await post({ id: 9 })).status).toBe(400);
    const garbled = await post("{");
    expect(garbled.status).toBe(500);
    expect(JSON.parse(garbled.text)).toMatchObject({ error: { code: -32700 }, id: null });
  });

  test("have result or error in version 2.0, always with 200; a notification gets none", async () => {
    const right = await post({ jsonrpc: "2.0", id: 1, method: "getbestblockhash" });
    expect(JSON.parse(right.text)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: await ask("getbestblockhash"),
    });
    const wrong = await post({ jsonrpc: "2.0", id: 2, method: "getmoney" });
    expect(wrong.status).toBe(200);
    expect(JSON.parse(wrong.text)).toEqual({
      jsonrpc: "2.0",
      id: 2,
      error: { code: -32601, message: "Method not found" },
    });
    const notification = await post({ jsonrpc: "2.0", method: "getblockcount" });
    expect(notification).toMatchObject({ status: 204, text: "" });
  });

  test("are in order for a batch, including errors", async () => {
    const { status, text } = await post([
      { jsonrpc: "2.0", id: 1, method: "getblockhash", params: [0] },
      { jsonrpc: "2.0", id: 2, method: "getblock", params: [noHash] },
      { jsonrpc: "2.0", method: "getblockcount" },
      { id: "old", method: "getblockhash", params: { height: 0 } },
      17,
    ]);
    expect(status).toBe(200);
    const genesis = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";
    expect(JSON.parse(text)).toEqual([
      { jsonrpc: "2.0", id: 1, result: genesis },
      { jsonrpc: "2.0", id: 2, error: { code: -5, message: "Block not found" } },
      { result: genesis, error: null, id: "old" },
      { result: null, error: { code: -32600, message: "Invalid Request object" }, id: null },
    ]);
    expect((await post([])).text).toBe("[]\n");
    expect((await post([{ jsonrpc: "2.0", method: "getblockcount" }])).status).toBe(204);
  });

  test("name the position of a value of the wrong type", async () => {
    expect(await ask("getblockhash", "1")).toEqual({
      code: -3,
      message:
        'Wrong type passed:\n{\n    "Position 1 (height)": "JSON value of type string is not of expected type number"\n}',
    });
    expect(await ask("getblockhash")).toMatchObject({ code: -1 });
    expect(await ask("getblockhash", 1, 2)).toMatchObject({ code: -1 });
    expect(await ask("getblock", "abc")).toEqual({
      code: -8,
      message: "blockhash must be of length 64 (not 3, for 'abc')",
    });
    expect(await ask("getblock", "x".repeat(64))).toMatchObject({ code: -8 });
  });

  test("can be garbled, failed or dropped by a fault", async () => {
    await control("POST", "faults", { answers: "garbled", times: 1 });
    expect((await post({ id: 1, method: "getblockcount" })).text).not.toContain("result");
    await control("POST", "faults", { answers: "error", times: 2 });
    for (const status of [502, 502, 200]) {
      expect((await post({ id: 1, method: "getblockcount" })).status).toBe(status);
    }
    await control("POST", "faults", { answers: "dropped", times: 1 });
    await expect(post({ id: 1, method: "getblockcount" })).rejects.toThrow();
  });
});

describe("blocks", () => {
  test("getblockchaininfo describes the current chain", async () => {
    const info = await ask("getblockchaininfo");
    const tip = await newest();
    expect(info).toEqual({
      chain: "regtest",
      blocks: tip.height,
      headers: tip.height,
      bestblockhash: tip.hash,
      difficulty: 4.656542373906925e-10,
      time: tip.time,
      mediantime: tip.mediantime,
      verificationprogress: 1,
      initialblockdownload: false,
      chainwork: (2 * (tip.height + 1)).toString(16).padStart(64, "0"),
      size_on_disk: expect.any(Number),
      pruned: false,
      warnings: [],
    });
  });

  test("headers are linked from the newest to the first", async () => {
    let header = await ask("getblockheader", await ask("getbestblockhash"));
    const { height } = header;
    expect(header.confirmations).toBe(1);
    expect(header.nextblockhash).toBeUndefined();
    for (let at = height - 1; at >= 0; at -= 1) {
      const next = header.hash;
      header = await ask("getblockheader", header.previousblockhash);
      expect(header).toMatchObject({ height: at, nextblockhash: next });
      expect(header.confirmations).toBe(height - at + 1);
    }
    expect(header).toEqual({
      hash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
      confirmations: height + 1,
      height: 0,
      version: 1,
      versionHex: "00000001",
      merkleroot: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
      time: 1_296_688_602,
      mediantime: 1_296_688_602,
      nonce: 2,
      bits: "207fffff",
      difficulty: 4.656542373906925e-10,
      chainwork: "0000000000000000000000000000000000000000000000000000000000000002",
      nTx: 1,
      nextblockhash: await ask("getblockhash", 1),
    });
  });

  test("getblock returns bytes, ids, or full transactions", async () => {
    const txid = await pay("0.00012300", 1);
    const hash = await ask("getbestblockhash");
    const bytes: string = await ask("getblock", hash, 0);
    const ids = await ask("getblock", hash);
    const full = await ask("getblock", hash, 2);
    expect(bytes.startsWith(await ask("getblockheader", hash, false))).toBe(true);
    expect(bytes.slice(160)).toBe(`02${full.tx.map((each: { hex: string }) => each.hex).join("")}`);
    expect(ids).toMatchObject({ nTx: 2, tx: [full.tx[0].txid, txid], size: bytes.length / 2 });
    expect(ids.weight).toBe(ids.strippedsize * 3 + ids.size);
    expect(full.tx[0].vin).toEqual([
      { coinbase: expect.any(String), txinwitness: [noHash], sequence: 0xffffffff },
    ]);
    const [payment] = full.tx.slice(1);
    expect(payment).toMatchObject({ txid, version: 2, locktime: 0 });
    expect(payment.vin[0]).toEqual({
      txid: expect.any(String),
      vout: expect.any(Number),
      scriptSig: { hex: "" },
      txinwitness: [expect.any(String), expect.any(String)],
      sequence: 0xfffffffd,
    });
    const [ours] = payment.vout.filter(({ value }: { value: number }) => value === 0.000123);
    expect(ours).toEqual({
      value: 0.000123,
      n: expect.any(Number),
      scriptPubKey: {
        hex: hex.encode(wallet.script),
        address: to,
        type: "witness_v0_keyhash",
      },
    });
    expect(full.tx[0].vout[1].scriptPubKey).toMatchObject({ type: "nulldata" });
    expect(full.tx[0].vout[1].value).toBe(0);
    // The miner gets the fee.
    const subsidy = 50 / 2 ** Math.floor(full.height / 150);
    expect(full.tx[0].vout[0].value).toBeCloseTo(subsidy + payment.fee, 8);
    const deepest = await ask("getblock", hash, 3);
    expect(deepest.tx[1].vin[0].prevout).toMatchObject({ generated: false, height: 111 });
  });

  test("amounts are numbers with eight decimals, as Bitcoin Core writes them", async () => {
    const txid = await pay("0.00000546", 1);
    const { text } = await post({ method: "getblock", params: [await ask("getbestblockhash"), 2] });
    expect(text).toContain('"value":0.00000546');
    expect(text).toContain(txid);
    expect(text).not.toContain("satoshi");
  });
});

describe("transactions", () => {
  test("pending transactions are found by id, confirmed ones only with their block", async () => {
    const txid = await pay("0.001");
    const waiting = await ask("getrawtransaction", txid, true);
    expect(waiting).toMatchObject({ txid });
    expect(waiting.blockhash).toBeUndefined();
    expect(await ask("getrawtransaction", txid)).toBe(waiting.hex);
    const entry = await ask("getmempoolentry", txid);
    const fee = entry.fees.base;
    // Two satoshi for each byte, at the usual signature length; some are shorter.
    expect(fee * 1e8).toBeGreaterThanOrEqual(waiting.vsize * 2 - 0.001);
    expect(fee * 1e8).toBeLessThanOrEqual((waiting.vsize + 2) * 2);
    expect(entry).toEqual({
      vsize: waiting.vsize,
      weight: waiting.weight,
      time: expect.any(Number),
      height: await ask("getblockcount"),
      descendantcount: 1,
      descendantsize: waiting.vsize,
      ancestorcount: 1,
      ancestorsize: waiting.vsize,
      wtxid: waiting.hash,
      fees: { base: fee, modified: fee, ancestor: fee, descendant: fee },
      depends: [],
      spentby: [],
      "bip125-replaceable": true,
      unbroadcast: false,
    });
    expect(Object.keys(await ask("getrawmempool", true))).toEqual([txid]);
    expect(await ask("getmempoolinfo")).toMatchObject({
      loaded: true,
      size: 1,
      bytes: waiting.vsize,
      mempoolminfee: 0.00001,
    });

    await control("POST", "blocks", { count: 1 });
    expect(await ask("getrawtransaction", txid, true)).toEqual({
      code: -5,
      message:
        "No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.",
    });
    const notFound = { code: -5, message: "Transaction not in mempool" };
    expect(await ask("getmempoolentry", txid)).toEqual(notFound);
    const block = await newest();
    expect(await ask("getrawtransaction", txid, true, block.hash)).toMatchObject({
      in_active_chain: true,
      txid,
      hex: waiting.hex,
      blockhash: block.hash,
      confirmations: 1,
      time: block.time,
      blocktime: block.time,
    });
    const noBlock = { code: -5, message: "Block hash not found" };
    expect(await ask("getrawtransaction", txid, true, noHash)).toMatchObject(noBlock);
    expect(await ask("getrawtransaction", txid, true, block.previousblockhash)).toMatchObject({
      message: expect.stringContaining("No such transaction found in the provided block"),
    });
  });

  test("the payer's signature is valid with its key, and not for another amount", async () => {
    const txid = await pay("0.002", 1);
    const block = await ask("getblock", await ask("getbestblockhash"), 3);
    const payment = block.tx.find((each: { txid: string }) => each.txid === txid);
    const { prevout, txinwitness } = payment.vin[0];
    const [signature, publicKey] = txinwitness.map((each: string) => hex.decode(each));
    const signed = Transaction.fromRaw(hex.decode(payment.hex));
    expect(signed.id).toBe(txid);
    expect(prevout.scriptPubKey.hex).toBe(`0014${hex.encode(hash160(publicKey))}`);
    const code = OutScript.encode({ type: "pkh", hash: hash160(publicKey) });
    const amount = BigInt(Math.round(prevout.value * 1e8));
    const verify = (of: bigint) =>
      secp256k1.verify(
        signature.slice(0, -1),
        signed.preimageWitnessV0(0, code, signature.at(-1), of),
        publicKey,
        { prehash: false, format: "der" },
      );
    expect(verify(amount)).toBe(true);
    expect(verify(amount + 1n)).toBe(false);
  });

  test("another wallet's transaction is accepted, resubmitted, replaced with a higher fee, and mined", async () => {
    const coin = await coinOf(await pay("0.01", 1), await ask("getbestblockhash"));
    const cheap = spend([coin], 200n);
    const txid = await ask("sendrawtransaction", cheap);
    expect(await ask("getrawmempool")).toEqual([txid]);
    expect(await ask("sendrawtransaction", cheap)).toBe(txid);
    const child = await ask("sendrawtransaction", spend([await coinOf(txid)], 200n));
    const childEntry = await ask("getmempoolentry", child);
    expect(childEntry).toMatchObject({ ancestorcount: 2, depends: [txid] });
    const parentEntry = await ask("getmempoolentry", txid);
    expect(parentEntry).toMatchObject({ descendantcount: 2, spentby: [child] });
    // It must pay for both replaced transactions.
    expect(await ask("sendrawtransaction", spend([coin], 400n))).toMatchObject({
      code: -26,
      message: expect.stringContaining("insufficient fee"),
    });
    const replacement = spend([coin], 1_000n);
    const replacementId = await ask("sendrawtransaction", replacement);
    expect(await ask("getrawmempool")).toEqual([replacementId]);
    await control("POST", "blocks", { count: 1 });
    expect(await ask("sendrawtransaction", replacement)).toMatchObject({ code: -27 });
    const spent = { code: -25, message: "bad-txns-inputs-missingorspent" };
    expect(await ask("sendrawtransaction", cheap)).toMatchObject(spent);
  });

  test("invalid transactions are refused in Bitcoin Core's words", async () => {
    const blockHash = async () => ask("getbestblockhash");
    const coin = await coinOf(await pay("0.01", 1), await blockHash());
    const other = await coinOf(await pay("0.02", 1), await blockHash());
    const send = async (text: string) => (await ask("sendrawtransaction", text)).message;
    expect(await send("00")).toContain("TX decode failed");
    expect(await send(spend([coin], 10n))).toContain("min relay fee not met");
    expect(await send(spend([coin], 999_900n))).toBe("dust");
    const tooMuch = { ...coin, witnessUtxo: { ...coin.witnessUtxo, amount: 2_000_000n } };
    expect(await send(spend([tooMuch], 500n))).toBe("bad-txns-in-belowout");
    expect(await send(spend([{ ...coin, index: 7 }], 500n))).toBe("bad-txns-inputs-missingorspent");
    // Signed for another amount, and with another transaction's signature.
    const less = { ...coin, witnessUtxo: { ...coin.witnessUtxo, amount: 900_000n } };
    expect(await send(spend([less], 500n))).toContain("mandatory-script-verify-flag-failed");
    const signatureOf = (text: string) =>
      hex.encode(
        Transaction.fromRaw(hex.decode(text)).getInput(0).finalScriptWitness?.[0] as never,
      );
    // Signatures have 70 or 71 bytes, rarely fewer: look for two of the same length.
    const pair = Array.from({ length: 40 }, (_, index) => 500n + BigInt(index))
      .map((fee) => [spend([coin], fee), spend([other], fee)] as const)
      .find(([one, two]) => signatureOf(one).length === signatureOf(two).length);
    if (pair === undefined) throw new Error("no two signatures have the same length");
    const [mine, otherSpend] = pair;
    const swapped = mine.replace(signatureOf(mine), signatureOf(otherSpend));
    expect(swapped).not.toBe(mine);
    expect(await send(swapped)).toContain("mandatory-script-verify-flag-failed");
    const coinbase = (await newest()).tx[0];
    const reward = new Transaction();
    reward.addInput({ ...coin, txid: coinbase.txid, index: 0 });
    reward.addOutput({ script: wallet.script, amount: 900_000n });
    reward.sign(key);
    reward.finalize();
    expect(await send(reward.hex)).toBe("bad-txns-premature-spend-of-coinbase");
    expect(await ask("getrawmempool")).toEqual([]);
  });
});
