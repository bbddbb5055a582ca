import * as z from "zod/mini";
import { sandboxChain } from "../../contract/connectors/sandbox-chain.ts";
import { type Answer, droppedConnection, json, problem, silence } from "../http/answer.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import type { Handler, Route } from "../http/router.ts";
import { NoChain } from "./anvil.ts";
import type { SandboxChain } from "./chain.ts";
import { readPaymentLink, toBaseUnits, toWholeUnits } from "./payment-link.ts";
import { RpcRefused } from "./rpc.ts";
import type { SentTransfers } from "./sent-transfers.ts";
import { type SandboxAsset, sandboxAssets } from "./tokens.ts";

const payment = z.strictObject({
  /** An ERC-681 link or a bare address. */
  to: z.string().check(z.maxLength(500)),
  asset: z.optional(z.enum(["ETH", "USDC", "USDT", "DAI"])),
  /** Whole units, decimal text; what the link asks for when left out. */
  amount: z.optional(z.string()),
  /** Of that amount: `0.5` is half of it, `2` is double. */
  times: z.optional(z.number().check(z.gt(0), z.maximum(100))),
  /** Blocks to make at once after it. */
  mine: z.optional(z.int().check(z.minimum(0), z.maximum(200))),
});
/** Body of `POST /chain/payments`. */
export type PaymentOrder = z.infer<typeof payment>;

const blocks = z.strictObject({ count: z.int().check(z.minimum(1), z.maximum(500)) });
const reorganisation = z.strictObject({
  depth: z.int().check(z.minimum(1), z.maximum(64)),
  keepPayments: z.optional(z.boolean()),
});
const mining = z.strictObject({ automatic: z.boolean() });
const faults = z.strictObject({
  answers: z.enum(["dropped", "silent", "garbled", "error"]),
  times: z.int().check(z.minimum(1), z.maximum(1000)),
});

/** What a payment order amounts to, or why it is none. */
export type ReadOrder =
  | { to: string; asset: SandboxAsset; baseUnits: bigint }
  | { refusal: "no_address" | "no_amount" };

/** Reads the order: the link gives what the order leaves out. */
export function readOrder(order: PaymentOrder): ReadOrder {
  const link = readPaymentLink(order.to);
  if (!link) return { refusal: "no_address" };
  const asset = sandboxAssets.find(({ name }) => name === order.asset) ?? link.asset;
  // Another asset than the link's is sent in the same whole units.
  const asked =
    order.amount ??
    (link.baseUnits === null ? undefined : toWholeUnits(link.baseUnits, link.asset.decimals));
  const baseUnits = asked === undefined ? undefined : toBaseUnits(asked, asset.decimals);
  if (!baseUnits) return { refusal: "no_amount" };
  const parts = BigInt(Math.round((order.times ?? 1) * 10_000));
  return { to: link.to, asset, baseUnits: (baseUnits * parts) / 10_000n };
}

/**
 * A blockchain to pay on, and the controls that testers have over it:
 * - `POST /chain/rpc` its JSON-RPC
 * - `GET /chain` where it stands
 * - `POST /chain/payments` {@link PaymentOrder}; answers the transaction's hash
 * - `POST /chain/blocks` `{ count }` makes blocks
 * - `PUT /chain/mining` `{ automatic }`: whether blocks are made by themselves after payments
 * - `POST /chain/reorganisations` `{ depth, keepPayments? }` exchanges the newest blocks
 * - `POST /chain/faults` `{ answers, times }`: how the next questions by JSON-RPC are answered
 */
export function chainRoutes(chain: SandboxChain, sent: SentTransfers): Route[] {
  let fault: z.infer<typeof faults> | undefined;

  const stand = async () => ({
    network: sandboxChain.network,
    chainId: sandboxChain.chainId,
    height: await chain.height(),
    automatic: chain.isMining,
    assets: sandboxAssets,
  });

  return [
    [
      "POST /chain/rpc",
      guarded(async ({ body }) => {
        if (fault) {
          const { answers, times } = fault;
          fault = times > 1 ? { answers, times: times - 1 } : undefined;
          if (answers === "dropped") return droppedConnection;
          if (answers === "silent") return silence;
          if (answers === "error") return problem(502, "bad_gateway", "The node is away.");
          return { ...json(200, ""), body: '{"jsonrpc":"2.0","id":1,"resu' };
        }
        const response = await fetch(await chain.url(), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
          signal: AbortSignal.timeout(10_000),
        });
        return { ...json(response.status, ""), body: await response.text() };
      }),
    ],
    ["GET /chain", guarded(async () => json(200, await stand()))],
    [
      "POST /chain/payments",
      guarded(async ({ body }) => {
        const order = parseJsonBody(payment, body);
        const read = order && readOrder(order);
        if (!read || "refusal" in read) {
          return problem(400, "invalid_request", "Send { to, asset, amount, times, mine }.");
        }
        const transactionHash = await chain.send(read);
        sent.add({ ...read, transactionHash });
        if (order.mine) await chain.mine(order.mine);
        const { asset, baseUnits, to } = read;
        const amount = toWholeUnits(baseUnits, asset.decimals);
        return json(201, { transactionHash, to, asset: asset.name, amount });
      }),
    ],
    [
      "POST /chain/blocks",
      guarded(async ({ body }) => {
        const wanted = parseJsonBody(blocks, body);
        if (!wanted) return problem(400, "invalid_request", "Send { count }.");
        await chain.mine(wanted.count);
        return json(200, await stand());
      }),
    ],
    [
      "PUT /chain/mining",
      guarded(async ({ body }) => {
        const wanted = parseJsonBody(mining, body);
        if (!wanted) return problem(400, "invalid_request", "Send { automatic: true | false }.");
        chain.setMining(wanted.automatic);
        return json(200, await stand());
      }),
    ],
    [
      "POST /chain/reorganisations",
      guarded(async ({ body }) => {
        const wanted = parseJsonBody(reorganisation, body);
        if (!wanted) return problem(400, "invalid_request", "Send { depth, keepPayments }.");
        await chain.reorganise(wanted.depth, wanted.keepPayments ?? false);
        return json(200, await stand());
      }),
    ],
    [
      "POST /chain/faults",
      ({ body }) => {
        fault = parseJsonBody(faults, body);
        return fault
          ? json(201, fault)
          : problem(400, "invalid_request", "Send { answers, times }.");
      },
    ],
  ];
}

/** Where there is no chain, every question is answered so; what the chain refuses is told. */
function guarded(handler: Handler): Handler {
  return async (exchange) => {
    try {
      return await handler(exchange);
    } catch (error) {
      return refusalOf(error);
    }
  };
}

/** The answer to a question that the chain could not take. Throws what is a fault of ours. */
export function refusalOf(error: unknown): Answer {
  if (error instanceof NoChain) return problem(503, "no_chain", error.message);
  if (error instanceof RpcRefused) return problem(409, "chain_refused", error.message);
  throw error;
}
