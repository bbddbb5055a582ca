import {
  parseSignatureHeader,
  signatureHeaders,
  toleranceSeconds,
} from "../../contract/events/signature.ts";
import { verifyWebhook, WebhookVerificationError } from "../../contract/events/verify-webhook.ts";
import { readArguments } from "./read-arguments.ts";
import { CommandProblem, plain, type Terminal } from "./terminal.ts";

const needs =
  "webhook verify needs --payload FILE (or - for standard input), --signature, --id, and " +
  "the secret in TESSERA_WEBHOOK_SECRET or --secret-file FILE.";

/**
 * `tessera webhook verify`: checks a delivery offline, and says why it fails. `--at` is the time at which it arrived
 * (ISO 8601 or seconds), because a stored delivery is older than five minutes.
 */
export async function verifyDelivery(terminal: Terminal, argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, {
    options: ["payload", "signature", "id", "secret-file", "at"],
    positions: 0,
  });
  const payload = args.options.get("payload");
  const header = args.options.get("signature")?.replace(/^tessera-signature:\s*/i, "");
  const id = args.options.get("id")?.replace(/^webhook-id:\s*/i, "");
  if (payload === undefined || header === undefined) throw new CommandProblem(needs);
  const secret = await readSecret(terminal, args.options.get("secret-file"));
  const body = payload === "-" ? await terminal.readInput() : await readPayload(terminal, payload);
  const eventId = id ?? eventIdIn(body);
  if (eventId === undefined) {
    throw new CommandProblem("The payload has no eventId. Pass the header webhook-id with --id.");
  }
  const nowMs = atMs(args.options.get("at")) ?? terminal.nowMs();
  const verify = (bytes: string) =>
    verifyWebhook({
      body: bytes,
      headers: { [signatureHeaders.tessera]: header, [signatureHeaders.id]: eventId },
      secret,
      now: () => nowMs,
    });
  try {
    const event = await verify(body);
    terminal.print(plain(`Verified: ${event.type} ${event.status} ${event.eventId}`));
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const hint = await hintFor(error, { body, header, nowMs, verify });
    throw new CommandProblem(`${error.code}: ${error.message}\n${hint}`);
  }
}

interface Failed {
  body: string;
  header: string;
  nowMs: number;
  verify: (body: string) => Promise<unknown>;
}

async function hintFor(
  { code }: WebhookVerificationError,
  { body, header, nowMs, verify }: Failed,
): Promise<string> {
  const signedAt = (parseSignatureHeader(header)?.timestampSeconds ?? 0) * 1_000;
  switch (code) {
    case "timestamp_out_of_tolerance": {
      const minutes = Math.round(Math.abs(nowMs - signedAt) / 60_000);
      const direction = signedAt < nowMs ? "ago" : "in the future";
      return (
        `It was signed at ${new Date(signedAt).toISOString()}, ${minutes} minutes ${direction}; ` +
        `${toleranceSeconds / 60} are allowed. Pass the time of arrival with --at, or correct the ` +
        "receiver's clock."
      );
    }
    case "signature_mismatch": {
      for (const [change, bytes] of changedBodies(body)) {
        const isIt = await verify(bytes).then(
          () => true,
          (error: { code?: string }) => error.code === "body_malformed",
        );
        if (isIt) return `The body was changed: ${change}. Verify the raw bytes of the request.`;
      }
      return (
        "The secret belongs to another endpoint or another `tessera listen`, or the body was changed: " +
        "a JSON parser ran before the verification."
      );
    }
    case "header_malformed":
      return "Copy the whole header: t=…,v1=… with 128 hexadecimal characters.";
    case "secret_malformed":
      return "Copy the endpoint's whole secret, whsec_ included.";
    case "body_malformed":
      return "The signature is valid, but it belongs to another event id, or the body is not an event.";
    default:
      return "Pass both headers as they arrived.";
  }
}

/** The changes that servers often make to a body before they verify it. */
function* changedBodies(body: string): Generator<[string, string]> {
  if (/[\r\n]$/.test(body))
    yield ["there is a line break at its end", body.replace(/[\r\n]+$/, "")];
  if (body.startsWith("\ufeff")) yield ["it starts with a byte order mark", body.slice(1)];
  try {
    yield ["it was parsed and serialized again", JSON.stringify(JSON.parse(body))];
  } catch {
    // It is not JSON.
  }
}

async function readSecret(terminal: Terminal, file: string | undefined): Promise<string> {
  if (file !== undefined) {
    const text = await terminal.readFile(file).catch(() => {
      throw new CommandProblem(`The secret file ${file} cannot be read.`);
    });
    return text.trim();
  }
  const secret =
    terminal.env["TESSERA_WEBHOOK_SECRET"]?.trim() ??
    (await terminal.ask?.("Webhook secret (whsec_…): "))?.trim();
  if (!secret) throw new CommandProblem(needs);
  return secret;
}

async function readPayload(terminal: Terminal, path: string): Promise<string> {
  return terminal.readFile(path).catch(() => {
    throw new CommandProblem(`The payload ${path} cannot be read.`);
  });
}

function eventIdIn(body: string): string | undefined {
  return /"eventId"\s*:\s*"(evt_[A-Za-z0-9]{1,40})"/.exec(body)?.[1];
}

function atMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{10}$/.test(text) ? Number(text) * 1_000 : Date.parse(text);
  if (Number.isNaN(ms)) throw new CommandProblem("--at needs a time such as 2026-11-27T12:00:00Z.");
  return ms;
}
