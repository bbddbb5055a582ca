/** The sandbox's chains as a tester drives them, by their JSON routes. */
import type { StackAddresses } from "./start-stack.ts";

/** What is sent: what a payment link asks for, unless told otherwise. */
export interface ChainPayment {
  /** A payment link (ERC-681, BIP-321) or an address. */
  to: string;
  /** Of what the link asks for. */
  times?: number;
  asset?: string;
  /** Blocks to make at once. */
  mine?: number;
}

/** Sends, mines and reorganises; blocks are made by nobody else from then on. `chain`: Ethereum's kind. */
export function sandboxChain(
  stack: Pick<StackAddresses, "sandboxUrl">,
  kind: "chain" | "bitcoin" = "chain",
) {
  const call = async (method: string, path: string, body: object): Promise<void> => {
    const response = await fetch(`${stack.sandboxUrl}/${kind}/${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
  };
  return {
    byHand: () => call("PUT", "mining", { automatic: false }),
    byItself: () => call("PUT", "mining", { automatic: true }),
    pay: (payment: ChainPayment) => call("POST", "payments", payment),
    mine: (count: number) => call("POST", "blocks", { count }),
    /** Exchanges the newest blocks for empty ones, or for ones with the same payments. */
    reorganise: (depth: number, keepPayments = false) =>
      call("POST", "reorganisations", { depth, keepPayments }),
  };
}
