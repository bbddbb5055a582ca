import { createHmac, timingSafeEqual } from "node:crypto";
import {
  noticeSignatureHeader,
  processorMessage,
  signedNoticeText,
} from "#contract/connectors/processor";
import { parseSignatureHeader, toleranceSeconds } from "#contract/events/signature";
import { parseJson } from "../../connector-responses.ts";
import type { NoticeContent, ReceivedNotice } from "../kit/notices.ts";

/** Reads a notice of Tessera's own protocol. Its timestamp may be five minutes off. */
export function readNotice(
  connectorKey: string,
  { rawBody, headers, nowMs }: ReceivedNotice,
): NoticeContent {
  const text = rawBody.toString();
  const header = String(headers[noticeSignatureHeader] ?? "");
  if (!isGenuine(connectorKey, header, text, nowMs)) return { type: "forged" };
  const parsed = processorMessage.safeParse(parseJson(text));
  if (!parsed.success) {
    return { type: "malformed", paths: parsed.error.issues.map(({ path }) => path.join(".")) };
  }
  const message = parsed.data;
  return message.type === "charge" || message.type === "refund"
    ? { type: "valid", changes: [message], reports: [] }
    : { type: "valid", changes: [], reports: [message] };
}

/** Whether one of the header's signatures is by the connector key, and recent. */
function isGenuine(key: string, header: string, rawBody: string, nowMs: number): boolean {
  const parsed = parseSignatureHeader(header);
  if (!parsed) return false;
  const { timestampSeconds, signatures } = parsed;
  if (Math.abs(nowMs / 1000 - timestampSeconds) > toleranceSeconds) return false;
  const right = createHmac("sha512", key)
    .update(signedNoticeText(timestampSeconds, rawBody))
    .digest();
  return signatures.some(
    (signature) => signature.length === right.length && timingSafeEqual(signature, right),
  );
}
