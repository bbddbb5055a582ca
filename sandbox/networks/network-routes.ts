import * as z from "zod/mini";
import { type Answer, droppedConnection, json, problem, silence } from "../http/answer.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
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
    "Send { to, asset, amount, times, mine }: `to` is no link and no address of this network.",
  real_money: "That is an address of a network where money is real.",
  no_asset: "That asset is not on this network.",
  no_amount: "Send { to, asset, amount, times, mine }: there is no amount, or it is too fine.",
};

/** A network of the sandbox, and how it is spoken to. */
export interface NetworkParts<Asset extends PlayAsset> {
  /** The folder of its addresses. */
  at: "chain" | "bitcoin";
  network: PlayNetwork<Asset>;
  /** Its own JSON-RPC. */
  rpc: Handler;
  /** What `GET` tells of it besides its height and its way of making blocks. */
  about: () => Record<string, unknown>;
  sent: SentTransfers;
}

/**
 * A network to pay on, and the controls that testers have over it:
 * - `POST /{at}/rpc` its JSON-RPC
 * - `GET /{at}` where it stands
 * - `POST /{at}/payments` {@link paymentOrder}; answers the transaction's hash
 * - `POST /{at}/blocks` `{ count }` makes blocks
 * - `PUT /{at}/mining` `{ automatic }`: whether blocks are made by themselves after payments
 * - `POST /{at}/reorganisations` `{ depth, keepPayments? }` exchanges the newest blocks
 * - `POST /{at}/faults` `{ answers, times }`: how the next questions by JSON-RPC are answered
 */
export function networkRoutes<Asset extends PlayAsset>(parts: NetworkParts<Asset>): Route[] {
  const { at, network, rpc, about, sent } = parts;
  let fault: z.infer<typeof faults> | undefined;

  const stand = async () => {
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
        if (answers === "error") return problem(502, "bad_gateway", "The node is away.");
        return { ...json(200, ""), body: '{"jsonrpc":"2.0","id":1,"resu' };
      }),
    ],
    [`GET /${at}`, guarded(stand)],
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
        return stand();
      }),
    ],
    [
      `PUT /${at}/mining`,
      ordered(mining, "{ automatic: true | false }", ({ automatic }) => {
        network.setMining(automatic);
        return stand();
      }),
    ],
    [
      `POST /${at}/reorganisations`,
      ordered(reorganisation, "{ depth, keepPayments }", async ({ depth, keepPayments }) => {
        await network.reorganise(depth, keepPayments ?? false);
        return stand();
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

/** A handler of bodies of one shape; others are told what to send. */
export function ordered<Schema extends z.ZodMiniType>(
  schema: Schema,
  shape: string,
  handle: (order: z.infer<Schema>) => Promise<Answer> | Answer,
): Handler {
  return guarded(({ body }) => {
    const order = parseJsonBody(schema, body);
    return order === undefined ? problem(400, "invalid_request", `Send ${shape}.`) : handle(order);
  });
}

/** Where there is no network, every question is answered so; what the network refuses is told. */
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
