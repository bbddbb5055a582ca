import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { json } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import { networkRoutes } from "../networks/network-routes.ts";
import type { SentTransfers } from "../networks/sent-transfers.ts";
import type { SandboxChain } from "./chain.ts";

/** The chain under `/chain` (networks/network-routes.ts). Its JSON-RPC is anvil's. */
export function chainRoutes(chain: SandboxChain, sent: SentTransfers): Route[] {
  return networkRoutes({
    at: "chain",
    network: chain,
    sent,
    about: () => ({ chainId: sandboxChain.chainId }),
    rpc: async ({ body }) => {
      const response = await fetch(await chain.url(), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      return { ...json(response.status, ""), body: await response.text() };
    },
  });
}
