import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import {
  noticeSignatureHeader,
  type ProcessorNotice,
  signedNoticeText,
} from "#contract/connectors/processor";
import { loopbackUrl } from "../http/loopback-url.ts";
import { processors } from "../processors/processor-profile.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";

/** Delays before each try, in milliseconds. */
const tryAfterMs = [0, 1_000, 5_000, 30_000];
const deadlineMs = 5_000;
/** How long a late notice, or the older one of two, is held back. */
const heldBackMs = 5_000;
/** The number of notices that one order can affect. */
const maxTimes = 1_000;

export const noticeFaults = [
  /** The notice is sent twice with one event id. */
  "duplicated",
  /** The notice is sent five seconds late, so it arrives after the next one. */
  "late",
  /** The notice is signed with another key. */
  "forged",
  /** The signature is ten minutes old. */
  "stale",
  /** The notice names a charge that does not exist. */
  "unknown_charge",
  "lost",
] as const;
export type NoticeFault = (typeof noticeFaults)[number];

/** A fault for the next `times` notices, by `POST /admin/notice-faults`. */
export const noticeFaultOrder = z.strictObject({
  fault: z.enum(noticeFaults),
  times: z._default(z.int().check(z.positive(), z.lte(maxTimes)), 1),
});

export interface NoticeSender {
  /** Sends a notice until it is accepted, four times at most. Never throws. */
  send(processor: string, notificationUrl: string, notice: ProcessorNotice): void;
  /** Resolves when no notice is being sent. */
  idle(): Promise<void>;
  /** Sets a fault of the next notices. */
  order(order: z.infer<typeof noticeFaultOrder>): void;
  readonly sent: readonly { eventId: string; at: string; status: number | null }[];
}

export function createNoticeSender(deps: SandboxDeps): NoticeSender {
  const faults: NoticeFault[] = [];
  const underWay = new Set<Promise<void>>();
  const sent: { eventId: string; at: string; status: number | null }[] = [];

  async function post(
    processor: string,
    notificationUrl: string,
    notice: ProcessorNotice,
    { key = keyOf(processor), ageMs = 0 } = {},
  ): Promise<boolean> {
    const body = JSON.stringify(notice);
    const seconds = Math.floor((deps.machineNow() - ageMs) / 1000);
    const hex = createHmac("sha512", key).update(signedNoticeText(seconds, body)).digest("hex");
    const record = {
      eventId: notice.eventId,
      at: new Date(deps.now()).toISOString(),
      status: null as number | null,
    };
    sent.push(record);
    try {
      const response = await fetch(loopbackUrl(notificationUrl), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [noticeSignatureHeader]: `t=${seconds},v1=${hex}`,
        },
        body,
        signal: AbortSignal.timeout(deadlineMs),
      });
      await response.arrayBuffer();
      record.status = response.status;
      return response.ok;
    } catch {
      return false;
    }
  }

  async function deliver(
    processor: string,
    url: string,
    notice: ProcessorNotice,
    fault: NoticeFault | undefined,
  ): Promise<void> {
    if (fault === "lost") return;
    if (fault === "forged") await post(processor, url, notice, { key: "not-the-connector-key" });
    if (fault === "stale") await post(processor, url, notice, { ageMs: 10 * 60_000 });
    if (fault === "forged" || fault === "stale") return;
    if (fault === "late") await deps.sleep(heldBackMs);
    const payload =
      fault === "unknown_charge" ? { ...notice, chargeId: `ch_nobody_${notice.eventId}` } : notice;
    for (const pauseMs of tryAfterMs) {
      if (pauseMs > 0) await deps.sleep(pauseMs);
      if (!(await post(processor, url, payload))) continue;
      if (fault === "duplicated") await post(processor, url, payload);
      return;
    }
    deps.log(`notice ${notice.eventId} was not accepted`);
  }

  return {
    sent,
    send(processor, url, notice) {
      const delivery = deliver(processor, url, notice, faults.shift()).finally(() =>
        underWay.delete(delivery),
      );
      underWay.add(delivery);
    },
    async idle() {
      await Promise.all(underWay);
    },
    order: ({ fault, times }) => void faults.push(...Array<NoticeFault>(times).fill(fault)),
  };
}

function keyOf(name: string): string {
  const profile = processors.find((processor) => processor.name === name);
  if (!profile) throw new Error(`the sandbox has no processor ${name}`);
  return profile.connectorKey;
}
