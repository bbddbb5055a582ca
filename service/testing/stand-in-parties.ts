import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Charge, ChargeRequest } from "#contract/connectors/processor";
import type { AReq, CardRange, PReq, PRes } from "#contract/connectors/three-ds";
import { createStandInDisputes, type StandInDisputes } from "./stand-in-disputes.ts";
import { createStandInRefunds, type StandInRefunds } from "./stand-in-refunds.ts";

interface ChargeBehavior {
  /** Approved by default. `nothing`: no charge is made. */
  becomes?: "approved" | "pending" | "nothing" | { declined: string };
  /** The real outcome by default. `hang` responds after {@link StandInParties.release}. */
  response?: "hang" | "break" | StandInResponse | ((charge: Charge) => unknown);
}

/** A processor with scripted behavior, over real HTTP. */
export interface StandInProcessor {
  /** Sets the behavior of the next charges; later ones are approved. */
  next(...behaviors: ChargeBehavior[]): void;
  /** Drops unused behaviors. */
  forget(): void;
  /** Charges that were really made, by key. */
  charges: Map<string, Charge>;
  calls: { key: string; body: ChargeRequest }[];
  reversals: { chargeId: string; key: string }[];
  refunds: StandInRefunds;
  disputes: StandInDisputes;
  /** What look-ups return; null: the real charge. */
  lookUps: "not_found" | { status: number } | ((charge: Charge | undefined) => unknown) | null;
  isHealthy: boolean;
}

/** Processors and the directory server, on one free port. */
export interface StandInParties {
  url: string;
  northbank: StandInProcessor;
  quayside: StandInProcessor;
  directory: {
    /** Cards by number; others are not enrolled. */
    cards: Map<string, CardRange>;
    /** Status for a PReq. */
    failsWith: number | null;
    /** Makes the ARes; a number is a status. */
    answer: (request: AReq) => unknown;
    requests: AReq[];
  };
  /** Responds to `/admin/disputes…` for the sandbox's issuer; null drops the connection. */
  issuer: {
    play(path: string, body: unknown): Promise<{ status: number; body: unknown } | null>;
  };
  /** All hanging requests continue. */
  release(): void;
  close(): Promise<void>;
}

/** Pass `{ SANDBOX_URL: parties.url }` to the service under test. */
export async function startStandInParties(): Promise<StandInParties> {
  const held: (() => void)[] = [];
  const northbank = newProcessor();
  const quayside = newProcessor();
  const queues = new Map<StandInProcessor, ChargeBehavior[]>();
  const directory: StandInParties["directory"] = {
    cards: new Map(),
    failsWith: null,
    answer: () => 500,
    requests: [],
  };

  const issuer: StandInParties["issuer"] = { play: async () => null };

  function newProcessor(): StandInProcessor {
    const processor: StandInProcessor = {
      next: (...behaviors) => {
        queues.set(processor, [...(queues.get(processor) ?? []), ...behaviors]);
      },
      forget: () => void queues.delete(processor),
      charges: new Map(),
      calls: [],
      reversals: [],
      refunds: createStandInRefunds(),
      disputes: createStandInDisputes(),
      lookUps: null,
      isHealthy: true,
    };
    return processor;
  }

  async function handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    const [, area, name, ...rest] = (request.url ?? "").split("/");
    if (area === "directory-server") {
      send(reply, respondAsDirectory(name ?? "", body));
      return;
    }
    if (area === "admin") {
      const played = await issuer.play([name, ...rest].join("/"), body);
      if (played) send(reply, played);
      else reply.socket?.destroy();
      return;
    }
    const processor = name === "quayside" ? quayside : northbank;
    const key = String(request.headers["idempotency-key"] ?? "");
    const response = respondAsProcessor(processor, rest, key, body);
    if (response === "break") reply.socket?.destroy();
    else if ("later" in response) held.push(() => send(reply, response.later));
    else send(reply, response);
  }

  function respondAsDirectory(path: string, body: unknown): StandInResponse {
    if (path === "preq") {
      if (directory.failsWith !== null) return { status: directory.failsWith, body: {} };
      const response: PRes = {
        messageType: "PRes",
        messageVersion: "2.2.0",
        threeDSServerTransID: (body as PReq).threeDSServerTransID,
        dsTransID: randomUUID(),
        dsStartProtocolVersion: "2.1.0",
        dsEndProtocolVersion: "2.2.0",
        cardRangeData: [...directory.cards.values()],
      };
      return { status: 200, body: response };
    }
    directory.requests.push(body as AReq);
    const ares = directory.answer(body as AReq);
    return typeof ares === "number" ? { status: ares, body: {} } : { status: 200, body: ares };
  }

  function respondAsProcessor(
    processor: StandInProcessor,
    path: string[],
    key: string,
    body: ChargeRequest,
  ): StandInResponse | { later: StandInResponse } | "break" {
    if (path[0] === "health") {
      return { status: 200, body: { status: processor.isHealthy ? "ok" : "ailing" } };
    }
    const aboutRefund = processor.refunds.respond(path, key, body);
    if (aboutRefund) return aboutRefund;
    const aboutDispute = processor.disputes.respond(path, key, body);
    if (aboutDispute) return aboutDispute;
    if (path[1] === "by-key") {
      const truth = processor.charges.get(decodeURIComponent(path[2] ?? ""));
      const { lookUps } = processor;
      if (typeof lookUps === "function") return { status: 200, body: lookUps(truth) };
      if (typeof lookUps === "object" && lookUps) return { status: lookUps.status, body: {} };
      if (truth && lookUps === null) return { status: 200, body: truth };
      return { status: 404, body: { error: { code: "charge_not_found", message: "none" } } };
    }
    if (path[2] === "reversals") {
      const chargeId = path[1] ?? "";
      if (!processor.reversals.some((reversal) => reversal.key === key)) {
        processor.reversals.push({ chargeId, key });
      }
      return { status: 200, body: { reversalId: `rev-${chargeId}`, chargeId, status: "reversed" } };
    }
    processor.calls.push({ key, body });
    const behavior = queues.get(processor)?.shift() ?? {};
    const charge = processor.charges.get(key) ?? makeCharge(processor, key, body, behavior);
    const { response } = behavior;
    // A charge that was never made cannot be approved.
    const truth = processor.charges.has(key)
      ? { status: 200, body: charge }
      : { status: 500, body: {} };
    if (response === "break") return "break";
    if (response === "hang") return { later: truth };
    if (typeof response === "object") return response;
    return response && truth.status === 200 ? { status: 200, body: response(charge) } : truth;
  }

  function makeCharge(
    processor: StandInProcessor,
    key: string,
    body: ChargeRequest,
    { becomes = "approved" }: ChargeBehavior,
  ): Charge {
    const charge: Charge = {
      chargeId: `ch-${key}`,
      status:
        typeof becomes === "object" ? "declined" : becomes === "pending" ? "pending" : "approved",
      ...(typeof becomes === "object" ? { declineCode: becomes.declined } : {}),
      amountMinor: body.amountMinor,
      currency: body.currency,
    };
    if (becomes !== "nothing") processor.charges.set(key, charge);
    return charge;
  }

  const server = createServer((request, reply) => {
    handle(request, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    northbank,
    quayside,
    directory,
    issuer,
    release() {
      for (const respond of held.splice(0)) respond();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface StandInResponse {
  status: number;
  body: unknown;
}

function send(reply: ServerResponse, { status, body }: StandInResponse): void {
  if (reply.destroyed) return;
  reply.writeHead(status, { "content-type": "application/json" });
  reply.end(JSON.stringify(body));
}
