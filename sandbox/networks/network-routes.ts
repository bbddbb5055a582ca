import * as z from "zod/mini";
import { parseJsonBody } from "../http/parse-json-body.ts";
import {
  droppedConnection,
  json,
  problem,
  type SandboxResponse,
  silence,
} from "../http/response.ts";
import type { Handler, Route } from "../http/router.ts";
import { type OrderRefusal, paymentOrder, readOrder, toWholeUnits } from "./payment-order.ts";
import { NetworkRefused, NoNetwork, type PlayAsset, type PlayNetwork } from "./play-network.ts";
import type { SentTransfers } from "./sent-transfers.ts";

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

const refusals: Record<OrderRefusal, string> = {
  no_address:
    "Send { to, asset, amount, times, mine }: `to` is not a link or address of this network.",
  real_money: "This is an address of a network with real money.",
  no_asset: "This asset is not on this network.",
  no_amount:
    "Send { to, asset, amount, times, mine }: the amount is missing or has too many decimal places.",
};

export interface NetworkParts<Asset extends PlayAsset> {
  /** The first part of the network's paths. */
  at: "chain" | "bitcoin";
  network: PlayNetwork<Asset>;
  rpc: Handler;
  /** Fields of `GET` in addition to height and mining mode. */
  about: () => Record<string, unknown>;
  sent: SentTransfers;
}

/**
 * A network for payments, with controls for testers:
 * - `POST /{at}/rpc` its JSON-RPC
 * - `GET /{at}` its state
 * - `POST /{at}/payments` {@link paymentOrder}; returns the transaction hash
 * - `POST /{at}/blocks` `{ count }` mines blocks
 * - `PUT /{at}/mining` `{ automatic }`: whether payments start mining
 * - `POST /{at}/reorganisations` `{ depth, keepPayments? }` replaces the newest blocks
 * - `POST /{at}/faults` `{ answers, times }`: faults of the next JSON-RPC responses
 */
export function networkRoutes<Asset extends PlayAsset>(parts: NetworkParts<Asset>): Route[] {
  const { at, network, rpc, about, sent } = parts;
  let fault: z.infer<typeof faults> | undefined;

  const state = async () => {
    const height = await network.height();
    return json(200, {
      network: network.network,
      height,
      automatic: network.isMining,
      assets: network.assets,
      ...about(),
    });
  };

  return [
    [
      `POST /${at}/rpc`,
      guarded((exchange) => {
        if (!fault) return rpc(exchange);
        const { answers, times } = fault;
        fault = times > 1 ? { answers, times: times - 1 } : undefined;
        if (answers === "dropped") return droppedConnection;
        if (answers === "silent") return silence;
        if (answers === "error") return problem(502, "bad_gateway", "The node is down.");
        return { ...json(200, ""), body: '{"jsonrpc":"2.0","id":1,"resu' };
      }),
    ],
    [`GET /${at}`, guarded(state)],
    [
      `POST /${at}/payments`,
      guarded(async ({ body }) => {
        const order = parseJsonBody(paymentOrder, body);
        const transfer = order ? readOrder(network, order) : { refusal: "no_address" as const };
        if ("refusal" in transfer) {
          return problem(400, "invalid_request", refusals[transfer.refusal]);
        }
        const transactionHash = await network.send(transfer, order?.feeRate);
        sent.add({ ...transfer, network, transactionHash });
        if (order?.mine) await network.mine(order.mine);
        const { asset, baseUnits, to } = transfer;
        const amount = toWholeUnits(baseUnits, asset.decimals);
        return json(201, { transactionHash, to, asset: asset.name, amount });
      }),
    ],
    [
      `POST /${at}/blocks`,
      ordered(blocks, "{ count }", async ({ count }) => {
        await network.mine(count);
        return state();
      }),
    ],
    [
      `PUT /${at}/mining`,
      ordered(mining, "{ automatic: true | false }", ({ automatic }) => {
        network.setMining(automatic);
        return state();
      }),
    ],
    [
      `POST /${at}/reorganisations`,
      ordered(reorganisation, "{ depth, keepPayments }", async ({ depth, keepPayments }) => {
        await network.reorganise(depth, keepPayments ?? false);
        return state();
      }),
    ],
    [
      `POST /${at}/faults`,
      ordered(faults, "{ answers, times }", (wanted) => {
        fault = wanted;
        return json(201, wanted);
      }),
    ],
  ];
}

/** Refuses bodies of another shape and names the expected one. */
export function ordered<Schema extends z.ZodMiniType>(
  schema: Schema,
  shape: string,
  handle: (order: z.infer<Schema>) => Promise<SandboxResponse> | SandboxResponse,
): Handler {
  return guarded(({ body }) => {
    const order = parseJsonBody(schema, body);
    return order === undefined ? problem(400, "invalid_request", `Send ${shape}.`) : handle(order);
  });
}

/** Responds 503 if there is no network, and 409 if the network refuses. */
function guarded(handler: Handler): Handler {
  return async (exchange) => {
    try {
      return await handler(exchange);
    } catch (error) {
      if (error instanceof NoNetwork) return problem(503, "no_chain", error.message);
      if (error instanceof NetworkRefused) return problem(409, "chain_refused", error.message);
      throw error;
    }
  };
}
