import { eventTypes } from "../../contract/events/event-types.ts";
import { secretPrefix } from "../../contract/events/signature.ts";
import type { VerifiedWebhookEvent } from "../server/index.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import { accountOptions, findAccount } from "./find-account.ts";
import { forwardDelivery, type Outcome, readTarget } from "./forward-delivery.ts";
import { readArguments } from "./read-arguments.ts";
import { readStream } from "./read-stream.ts";
import { CommandProblem, plain, type Terminal, timeOf } from "./terminal.ts";

/**
 * `tessera listen [--forward-to URL] [--events a,b]`: prints the operator's events, and forwards each to a server on
 * the developer's machine, signed like a real delivery.
 */
export async function listen(terminal: Terminal, argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, {
    options: [...accountOptions, "forward-to", "events"],
    positions: 0,
  });
  const target = args.options.get("forward-to");
  const forwardTo = target === undefined ? undefined : readTarget(target);
  const types = readTypes(args.options.get("events"));
  const secret = readSecret(terminal.env["TESSERA_WEBHOOK_SECRET"]);
  const account = await findAccount(terminal, args);
  const { interrupted } = terminal;

  const queue = new DeliveryQueue();
  const count = { delivered: 0, failed: 0, notForwarded: 0 };
  const stream = readStream({
    ...account,
    path: `/v1/sandbox/events${types ? `?types=${types.join(",")}` : ""}`,
    signal: interrupted,
    onChange: (state) =>
      terminal.printError(
        state === "connected"
          ? `Connected to ${account.serviceUrl}. Waiting for events. Press Ctrl-C to stop.`
          : "Connection lost. Reconnecting; no events are lost.",
      ),
  });
  if (forwardTo) {
    terminal.print(
      secret.isGiven
        ? "Signing with TESSERA_WEBHOOK_SECRET."
        : `Your webhook signing secret is ${secret.value}`,
    );
    terminal.print(`Forwarding to ${forwardTo}`);
  }
  for await (const { data } of stream) {
    const event = readEvent(data);
    const name = plain(`${event.type} ${event.status} ${event.eventId}`);
    const line = (text: string) => terminal.print(`${timeOf(terminal.nowMs())}  ${text}`);
    if (!forwardTo) {
      line(name);
      continue;
    }
    await queue.add(resourceOf(event), async () => {
      if (interrupted.aborted) {
        count.notForwarded += 1;
        return;
      }
      const delivery = { eventId: event.eventId, body: data, secret: secret.value };
      const outcome = await forwardDelivery(forwardTo, delivery, { signal: interrupted });
      if (interrupted.aborted && outcome.status === undefined) {
        count.notForwarded += 1;
        return;
      }
      const isDelivered = isSuccess(outcome);
      count[isDelivered ? "delivered" : "failed"] += 1;
      line(`${outcomeText(outcome)}  ${name}`);
      if (!isDelivered && outcome.responseText !== "")
        line(`     ${outcome.responseText.slice(0, 200)}`);
    });
  }
  await queue.drain();
  if (forwardTo) {
    const rest = count.notForwarded > 0 ? `, ${count.notForwarded} not forwarded` : "";
    terminal.printError(`${count.delivered} delivered, ${count.failed} failed${rest}.`);
  }
}

function isSuccess({ status }: Outcome): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function outcomeText({ status, tookMs, problem }: Outcome): string {
  const time = `${tookMs} ms`.padStart(8);
  return status === undefined ? `---${time}  ${problem}` : `${status}${time}`;
}

function readTypes(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const types = text.split(",").map((each) => each.trim());
  const unknown = types.find((type) => !(eventTypes as readonly string[]).includes(type));
  if (unknown !== undefined) {
    throw new CommandProblem(
      `${plain(unknown)} is not an event type. The types are ${eventTypes.join(", ")}.`,
    );
  }
  return types;
}

/** The given secret, or a new one for this run. */
function readSecret(given: string | undefined): { value: string; isGiven: boolean } {
  const value = given?.trim();
  if (!value) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return { value: secretPrefix + btoa(String.fromCharCode(...bytes)), isGiven: false };
  }
  if (!/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(value)) {
    throw new CommandProblem("TESSERA_WEBHOOK_SECRET must be whsec_ followed by base64.");
  }
  return { value, isGiven: true };
}

function readEvent(data: string): VerifiedWebhookEvent {
  return JSON.parse(data) as VerifiedWebhookEvent;
}

const idOf: Readonly<Record<string, string>> = {
  payment: "paymentIntentId",
  refund: "refundId",
  dispute: "disputeId",
  disbursement: "disbursementIntentId",
  kyc_verification: "kycVerificationId",
  customer_w9_required: "w9Id",
  customer_w9_completed: "w9Id",
};

function resourceOf({ type, data }: VerifiedWebhookEvent): string {
  const field = idOf[type];
  return String((field && (data as Record<string, unknown>)[field]) ?? type);
}
