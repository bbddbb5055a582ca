import type { CardProcessor } from "../card-processor.ts";

export interface NoticeTools {
  readonly nowMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Whether a notice of this vendor arrived since the check began; `refused`: only with a wrong signature. */
  readonly noticeState: () => Promise<"received" | "refused" | null>;
  /** How long the check waits for a notice at its end. */
  readonly longestNoticeWaitMs: number;
}

export interface NoticeFinding {
  readonly result: "works" | "fails" | "not_tested";
  readonly codes: readonly string[];
}

const askAgainMs = 500;

/**
 * Whether a correctly signed notice of the vendor has arrived. The check's charges cause some, unless no webhook is set
 * up there, or it cannot reach the service: that proves nothing about the connector.
 */
export async function checkNotices(
  { capabilities, readNotice }: Pick<CardProcessor, "capabilities" | "readNotice">,
  tools: NoticeTools,
  hasCharge: boolean,
): Promise<NoticeFinding> {
  if (capabilities.notices === "none") return { result: "not_tested", codes: ["not_supported"] };
  const nothing = { rawBody: Buffer.alloc(0), headers: {}, nowMs: tools.nowMs() };
  if (readNotice(nothing) === undefined) return { result: "not_tested", codes: ["no_signing_key"] };
  if (!hasCharge) return { result: "not_tested", codes: ["no_approval"] };
  return waitForNotice(tools);
}

export async function waitForNotice({
  nowMs,
  wait,
  noticeState,
  longestNoticeWaitMs,
}: NoticeTools): Promise<NoticeFinding> {
  const endMs = nowMs() + longestNoticeWaitMs;
  let state = await noticeState();
  while (state !== "received" && nowMs() < endMs) {
    await wait(askAgainMs);
    state = await noticeState();
  }
  if (state === "received") return { result: "works", codes: [] };
  return state === "refused"
    ? { result: "fails", codes: ["notice_signature_invalid"] }
    : { result: "not_tested", codes: ["no_notice_arrived"] };
}
