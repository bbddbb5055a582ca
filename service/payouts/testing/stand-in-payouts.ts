import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Payout, PayoutRequest } from "#contract/connectors/payout";

/** The outcome of a payout, and the processor's response. */
export interface PayoutBehavior {
  /** The real outcome. Default: paid. `nothing`: no payout is made. */
  becomes?: "paid" | "pending" | "nothing" | { declined: string };
  /** Default: the real outcome. `hang` and `later` respond only after {@link StandInPayouts.release}. */
  response?:
    | "hang"
    | "break"
    | { later: { status: number; body: unknown } }
    | { status: number; body: unknown }
    | ((payout: Payout) => unknown);
}

/** A payout processor with scripted behavior, over real HTTP. */
export interface StandInPayouts {
  /** Pass `{ SANDBOX_URL: payouts.url }` to the service under test. */
  url: string;
  /** Sets the behavior of the next payouts, one each. */
  next(...behaviors: PayoutBehavior[]): void;
  /** The payouts that were made, by key. Change a `status` to settle one. */
  payouts: Map<string, Payout & { request: PayoutRequest }>;
  /** Keys of all requests to send. */
  calls: string[];
  lookUps: string[];
  /** Replaces the response to look-ups. `hang` responds only after {@link StandInPayouts.release}. */
  lookUpFault: { status: number } | "not_found" | "hang" | null;
  /** The behavior of payouts without one from `next`. Default: paid. */
  decide: (request: PayoutRequest) => PayoutBehavior;
  release(): void;
  close(): Promise<void>;
}

/** Starts on a free port. Payout ids begin with `prefix`. */
export async function startStandInPayouts(prefix = "po"): Promise<StandInPayouts> {
  const queue: PayoutBehavior[] = [];
  const held: (() => void)[] = [];

  const server = createServer((request, response) => {
    void respond(request).then((given) => {
      const send = ({ status, body }: { status: number; body: unknown }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      if (given === "break") response.socket?.destroy();
      else if ("later" in given) held.push(() => send(given.later));
      else send(given);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  async function respond(request: IncomingMessage) {
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = (request.url ?? "").split("/").slice(3);
    if (request.method === "GET") return lookUp(decodeURIComponent(path[2] ?? ""));
    return send(String(request.headers["idempotency-key"]), JSON.parse(text) as PayoutRequest);
  }

  function lookUp(key: string) {
    standIn.lookUps.push(key);
    const { lookUpFault } = standIn;
    if (typeof lookUpFault === "object" && lookUpFault !== null) {
      return { status: lookUpFault.status, body: {} };
    }
    const payout = lookUpFault === "not_found" ? undefined : standIn.payouts.get(key);
    const response = payout ? { status: 200, body: toBody(payout) } : notFound;
    return lookUpFault === "hang" ? { later: response } : response;
  }

  function send(key: string, request: PayoutRequest) {
    standIn.calls.push(key);
    const behavior = queue.shift() ?? standIn.decide(request);
    const { becomes = "paid", response } = behavior;
    let payout = standIn.payouts.get(key);
    if (!payout && becomes !== "nothing") {
      const { amountMinor, currency } = request;
      const status = typeof becomes === "object" ? "declined" : becomes;
      const reason = typeof becomes === "object" ? { reasonCode: becomes.declined } : {};
      const payoutId = `${prefix}-${standIn.payouts.size + 1}`;
      payout = { payoutId, status, amountMinor, currency, ...reason, request };
      standIn.payouts.set(key, payout);
    }
    if (response === "break") return "break" as const;
    const truth = payout ? { status: 200, body: toBody(payout) } : { status: 503, body: {} };
    if (response === "hang") return { later: truth };
    if (typeof response === "function") {
      return { status: 200, body: response(toBody(payout as Payout)) };
    }
    return response ?? truth;
  }

  const standIn: StandInPayouts = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (...behaviors) => void queue.push(...behaviors),
    payouts: new Map(),
    calls: [],
    lookUps: [],
    lookUpFault: null,
    decide: () => ({}),
    release: () => {
      for (const send of held.splice(0)) send();
    },
    async close() {
      standIn.release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

const notFound = { status: 404, body: { error: { code: "payout_not_found", message: "none" } } };

function toBody({ payoutId, status, reasonCode, amountMinor, currency }: Payout): Payout {
  return {
    payoutId,
    status,
    amountMinor,
    currency,
    ...(reasonCode === undefined ? {} : { reasonCode }),
  };
}
