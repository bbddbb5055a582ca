/**
 * How the page and its frame find each other.
 *
 * Guarantees:
 * - the page gives its port (and so the client secret) only to the document that it put into its
 *   own frame, and only while that document has the service's origin;
 * - the frame accepts a port only from the page that embeds it;
 * - messages from anywhere else (sibling frames, openers, replays) change nothing and are reported.
 *
 * Steps:
 * 1. The page creates a nonce and opens the frame at `…#n=<nonce>&o=<own origin>`. The fragment
 *    never leaves the browser, and no other frame can read it.
 * 2. As soon as its script runs, the frame posts `here` with the nonce to its parent, restricted to
 *    that origin. The page listens before the frame exists, so there are no retries and no timers.
 *    (`frame-ancestors` has already refused pages that do not belong to the operator.) A frame whose
 *    first screen is in its HTML says in `here` that it is ready, which saves two messages between
 *    processes. It says so before its first layout, so its height follows in `resize`.
 * 3. The page checks source, exact origin and nonce. It posts `hello` with the nonce and one end of
 *    a new MessageChannel to the service's exact origin, and sends `init` on the port at once. `hello`
 *    repeats whether the page knows that the frame is ready. Earlier versions of the SDK do not, and
 *    get the message `ready` after `init`.
 * 4. The frame checks source, exact origin and nonce, accepts the port once, and starts it.
 *
 * A frame that reloads posts `here` again and gets a new port; the old port is dead.
 *
 * A frame may also be in the operator's HTML, to load in parallel with the SDK's script. Its address has no fragment:
 * it creates the nonce of its `here` itself. Page and frame then identify each other by source and origin (the frame by
 * `ancestorOrigins` or the referrer; if the browser gives neither, by `frame-ancestors` alone). If the frame posted
 * `here` before the SDK had loaded, the SDK's `knock` makes it post `here` again with the same nonce. The page answers
 * each nonce once.
 */

/** Version of the handshake and of the messages that follow it. A breaking change increments it. */
export const protocolVersion = 1;

/** A message between the windows. */
export interface HandshakeMessage {
  readonly tessera: typeof protocolVersion;
  readonly type: "here" | "hello" | "knock";
  readonly nonce: string;
  /** In `here`: the fields of `ready`. In `hello`: true if the page has read them. */
  readonly ready?: unknown;
}

/**
 * 32 hexadecimal digits from 16 random bytes. No `Array.from`: Prototype and MooTools replace it with a version that
 * ignores the mapping function.
 */
export const createNonce = (random: Uint8Array): string => {
  let nonce = "";
  for (const byte of random) nonce += byte.toString(16).padStart(2, "0");
  return nonce;
};

export const handshakeMessage = (
  type: HandshakeMessage["type"],
  nonce: string,
  ready?: unknown,
): HandshakeMessage => ({ tessera: protocolVersion, type, nonce, ready });

/** The frame's address with the fragment of step 1. */
export const frameAddress = (url: string, nonce: string, pageOrigin: string): string =>
  `${url}#n=${nonce}&o=${encodeURIComponent(pageOrigin)}`;

/** Reads a frame's `location.hash`; null if the SDK did not open the frame. */
export const readFrameAddress = (hash: string): { nonce: string; pageOrigin: string } | null => {
  const [, nonce, origin] = /^#n=([0-9a-f]{32})&o=([^&]+)$/.exec(hash) ?? [];
  if (nonce === undefined || origin === undefined) return null;
  try {
    return { nonce, pageOrigin: decodeURIComponent(origin) };
  } catch {
    return null;
  }
};

/** Both sides compare `source` by identity. */
export interface WindowMessage {
  readonly data: unknown;
  readonly source: unknown;
  readonly origin: string;
}

export type Refusal = "wrong_source" | "wrong_origin" | "wrong_type" | "wrong_nonce";

/** Checks a window message: null if it is not part of this protocol, "accepted", or the first reason to refuse it. */
export const checkHandshake = (
  message: WindowMessage,
  expected: {
    readonly type: HandshakeMessage["type"];
    readonly source: unknown;
    readonly origin: string;
    /** Null accepts any nonce. */
    readonly nonce: string | null;
  },
): "accepted" | Refusal | null => {
  const data = message.data as Partial<HandshakeMessage> | null;
  if (typeof data !== "object" || data?.tessera !== protocolVersion) return null;
  if (message.source !== expected.source) return "wrong_source";
  if (message.origin !== expected.origin) return "wrong_origin";
  if (data.type !== expected.type) return "wrong_type";
  return expected.nonce === null || data.nonce === expected.nonce ? "accepted" : "wrong_nonce";
};
