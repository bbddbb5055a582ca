import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type BankWorld, createBankWorld } from "./pay-by-bank-world.ts";

/** The sandbox's Trustly, as an operator configures it. */
export const sandboxTrustly = {
  name: "trustly",
  type: "trustly",
  url: "/vendors/trustly",
  accessId: "TesseraSandbox01",
  accessKey: sandboxCredentials.trustly,
  merchantId: "1002463580",
} as const;

export interface TrustlyEvent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TrustlyBooking {
  readonly type: "1" | "3" | "4";
  readonly merchantReference: string;
  readonly amountMinor: number;
}

/** Customers pay with the sandbox's Trustly. Its events wait until the test delivers them. */
export interface TrustlyWorld extends BankWorld {
  events(): Promise<readonly TrustlyEvent[]>;
  notify(event: TrustlyEvent, at?: Pick<BankWorld, "call">): ReturnType<BankWorld["call"]>;
  /** Sends all events so far, and looks up what they make due. */
  deliver(): Promise<void>;
  bookings(reference: string): Promise<readonly TrustlyBooking[]>;
  /** Lets time pass, with the job that looks payments up. */
  wait(ms: number): Promise<void>;
}

/** Creates the world. Close it in `afterAll`. */
export async function createTrustlyWorld(): Promise<TrustlyWorld> {
  const world = await createBankWorld({}, undefined, { payByBank: sandboxTrustly });
  async function read<Item>(path: string): Promise<readonly Item[]> {
    const response = await fetch(`${world.sandbox.url}/admin/trustly/${path}`);
    return ((await response.json()) as { data: Item[] }).data;
  }
  const recover = async () => {
    await world.runJob("open_banking.recover");
    await world.runJob("open_banking.report");
  };
  const trustly: TrustlyWorld = {
    ...world,
    events: () => read<TrustlyEvent>("events"),
    notify: ({ body, headers }, at = world) =>
      at.call("POST", "/v1/connectors/trustly/notices", { token: null, body, headers }),
    async deliver() {
      for (const event of await trustly.events()) await trustly.notify(event);
      await recover();
    },
    async bookings(reference) {
      const all = await read<TrustlyBooking>("transactions");
      return all.filter(({ merchantReference }) => merchantReference === reference);
    },
    async wait(ms) {
      world.clock.advance(ms);
      await recover();
    },
  };
  return trustly;
}
