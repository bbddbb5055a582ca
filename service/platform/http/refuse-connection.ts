import type { Socket } from "node:net";
import { type ErrorCode, errorCodes } from "#contract/errors";

const codeOf: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};

/** Sends the standard error body for input that is not HTTP and never reaches Fastify. */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Socket,
  requestId: string,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const errorCode = codeOf[error.code ?? ""] ?? "malformed_request";
  const { status, message } = errorCodes[errorCode];
  const body = JSON.stringify({ message, errorCode, requestId });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `X-Request-Id: ${requestId}\r\nConnection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
