import type { StackAddresses } from "./start-stack.ts";

/** A transfer; by default of what the payment link asks for. */
export interface ChainPayment {
  /** A payment link (ERC-681, BIP-321) or an address. */
  to: string;
  /** Multiplies the amount that the link asks for. */
  times?: number;
  asset?: string;
  mine?: number;
}

/** Sends transfers, mines blocks and reorganizes. `chain` is the Ethereum one. */
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
    if (!response.ok) throw new Error(`${path} returned ${await response.text()}`);
  };
  return {
    mineByHand: () => call("PUT", "mining", { automatic: false }),
    mineAutomatically: () => call("PUT", "mining", { automatic: true }),
    pay: (payment: ChainPayment) => call("POST", "payments", payment),
    mine: (count: number) => call("POST", "blocks", { count }),
    /** Replaces the newest blocks with empty ones, or with ones that contain the same transfers. */
    reorganise: (depth: number, keepPayments = false) =>
      call("POST", "reorganisations", { depth, keepPayments }),
  };
}
