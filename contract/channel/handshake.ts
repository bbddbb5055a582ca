/**
 * How the page and its frame find each other.
 *
 * It must hold that
 * - the page hands its port (and so the client secret) to nobody but the document that it put into
 *   its own frame, and only while that document is of the service's origin;
 * - the frame takes a port from nobody but the page that put it there;
 * - a message of anyone else (sibling frames, openers, a replay) changes nothing and is reported.
 *
 * Steps
 * 1. The page makes a nonce and opens the frame at `…#n=<nonce>&o=<own origin>`: the fragment never
 *    leaves the browser, and no other frame can read it.
 * 2. As soon as its script runs, the frame posts `here` with the nonce to its parent, to be delivered
 *    only to that origin. The page listens since before the frame existed, so nothing is repeated
 *    and no timer runs. (`frame-ancestors` has already refused pages that are not the operator's.)
 * 3. The page checks source, exact origin and nonce, posts `hello` with the nonce and one end of a
 *    new MessageChannel to the service's exact origin, and sends `init` on the port right away.
 * 4. The frame checks source, exact origin and nonce, takes the port once, and starts it.
 *
 * A frame that is loaded again says `here` again and gets a new port; the old one is dead.
 *
 * A frame may also stand in the operator's HTML, so that it loads beside the SDK's script and not
 * after it. Its address has no fragment: it makes the nonce of its `here` itself, and page and frame
 * know each other by source and origin (the frame by `ancestorOrigins` or the referrer; where a
 * browser tells neither, `frame-ancestors` alone). If it spoke before the SDK was there, the SDK's
 * `knock` makes it say `here` again, with the same nonce; the page answers each nonce once.
 */

/** Version of the handshake and of the messages behind it; a change that breaks makes it 2. */
export const protocolVersion = 1;

/** What page and frame post between the windows. */
export interface HandshakeMessage {
  readonly tessera: typeof protocolVersion;
  readonly type: "here" | "hello" | "knock";
  readonly nonce: string;
}

/**
 * A nonce: 32 hexadecimal digits. `random` are 16 random bytes. Without `Array.from`, which Prototype and MooTools
 * replace by one that maps nothing.
 */
export const createNonce = (random: Uint8Array): string => {
  let nonce = "";
  for (const byte of random) nonce += byte.toString(16).padStart(2, "0");
  return nonce;
};

/** Builds a message of the handshake. */
export const handshakeMessage = (
  type: HandshakeMessage["type"],
  nonce: string,
): HandshakeMessage => ({ tessera: protocolVersion, type, nonce });

/** The frame's address with what step 1 puts behind the `#`. */
export const frameAddress = (url: string, nonce: string, pageOrigin: string): string =>
  `${url}#n=${nonce}&o=${encodeURIComponent(pageOrigin)}`;

/** What a frame reads from its own `location.hash`; null where it wasn't opened by the SDK. */
export const readFrameAddress = (hash: string): { nonce: string; pageOrigin: string } | null => {
  const [, nonce, origin] = /^#n=([0-9a-f]{32})&o=([^&]+)$/.exec(hash) ?? [];
  if (nonce === undefined || origin === undefined) return null;
  try {
    return { nonce, pageOrigin: decodeURIComponent(origin) };
  } catch {
    return null;
  }
};

/** A window message as both sides see it; `source` is compared by identity. */
export interface WindowMessage {
  readonly data: unknown;
  readonly source: unknown;
  readonly origin: string;
}

/** Why a handshake message was refused. */
export type Refusal = "wrong_source" | "wrong_origin" | "wrong_type" | "wrong_nonce";

/**
 * Judges a window message: null when it isn't of this protocol at all (the page's own business),
 * "accepted", or the first reason to refuse.
 */
export const judgeHandshake = (
  message: WindowMessage,
  expected: {
    readonly type: HandshakeMessage["type"];
    readonly source: unknown;
    readonly origin: string;
    /** Null accepts any. */
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
