import * as z from "zod/mini";
import { sandboxBitcoin } from "#contract/connectors/sandbox-chain";
import { json, problem } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import { networkRoutes, ordered } from "../networks/network-routes.ts";
import { toBaseUnits, toWholeUnits } from "../networks/payment-order.ts";
import type { SentTransfers } from "../networks/sent-transfers.ts";
import type { SandboxBitcoin } from "./bitcoin.ts";
import { nodeRpc } from "./node-rpc.ts";
import { bitcoinAsset } from "./payment-link.ts";

const transactionHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const replacement = z.strictObject({
  transactionHash,
  to: z.optional(z.string().check(z.maxLength(500))),
  amount: z.optional(z.string()),
});
const drop = z.strictObject({ transactionHash });
const time = z.strictObject({ seconds: z.int().check(z.minimum(0), z.maximum(315_360_000)) });

/**
 * Bitcoin under `/bitcoin` (networks/network-routes.ts), and what only Bitcoin has:
 * - `POST /bitcoin/replacements` `{ transactionHash, to?, amount? }` replaces a pending payment: the same coins, a
 *   higher fee
 * - `POST /bitcoin/drops` `{ transactionHash }`: the network drops a pending payment
 * - `POST /bitcoin/time` `{ seconds }` sets the node's clock ahead; blocks use its time
 */
export function bitcoinRoutes(bitcoin: SandboxBitcoin, sent: SentTransfers): Route[] {
  return [
    ...networkRoutes({
      at: "bitcoin",
      network: bitcoin,
      sent,
      rpc: nodeRpc(bitcoin),
      about: () => ({ chainId: sandboxBitcoin.chainId, time: bitcoin.now() }),
    }),
    [
      "POST /bitcoin/replacements",
      ordered(replacement, "{ transactionHash, to, amount }", async (order) => {
        const link = order.to === undefined ? undefined : bitcoin.readLink(order.to);
        if (order.to !== undefined && (link === undefined || link === "real_money")) {
          return problem(400, "invalid_request", "`to` is not an address of this network.");
        }
        const paymentLink = link === undefined || link === "real_money" ? undefined : link;
        const baseUnits =
          order.amount === undefined
            ? (paymentLink?.baseUnits ?? undefined)
            : toBaseUnits(order.amount, bitcoinAsset.decimals);
        if (order.amount !== undefined && !baseUnits) {
          return problem(
            400,
            "invalid_request",
            "`amount` is not a number, or has too many decimal places.",
          );
        }
        const to = paymentLink?.to;
        const paid = await bitcoin.replace({ ...order, to, baseUnits });
        sent.add({ ...paid, asset: bitcoinAsset, network: bitcoin });
        const amount = toWholeUnits(paid.baseUnits, bitcoinAsset.decimals);
        return json(201, {
          transactionHash: paid.transactionHash,
          to: paid.to,
          asset: bitcoinAsset.name,
          amount,
        });
      }),
    ],
    [
      "POST /bitcoin/drops",
      ordered(drop, "{ transactionHash }", async (order) => {
        await bitcoin.drop(order.transactionHash);
        return json(201, order);
      }),
    ],
    [
      "POST /bitcoin/time",
      ordered(time, "{ seconds }", ({ seconds }) => {
        bitcoin.setClockAhead(seconds);
        return json(200, { seconds, time: bitcoin.now() });
      }),
    ],
  ];
}
