import { describe, expect, test } from "vitest";
import {
  checkHandshake,
  createNonce,
  frameAddress,
  handshakeMessage,
  protocolVersion,
  readFrameAddress,
} from "./handshake.ts";

const nonce = "0123456789abcdef0123456789abcdef";
const source = { frame: 1 };
const expected = { type: "here", source, origin: "http://pay.localhost:4000", nonce } as const;
const genuine = { data: handshakeMessage("here", nonce), source, origin: expected.origin };

describe("a handshake message", () => {
  test("is accepted from the right window and origin, with the right nonce", () => {
    expect(checkHandshake(genuine, expected)).toBe("accepted");
  });

  test.each([
    ["another window", { source: { frame: 1 } }, "wrong_source"],
    ["no window", { source: null }, "wrong_source"],
    ["another origin", { origin: "http://evil.localhost:4000" }, "wrong_origin"],
    ["another port of the same host", { origin: "http://pay.localhost:4001" }, "wrong_origin"],
    ["another nonce", { data: handshakeMessage("here", `${nonce.slice(1)}0`) }, "wrong_nonce"],
    ["no nonce", { data: { tessera: protocolVersion, type: "here" } }, "wrong_nonce"],
    ["the other side's type", { data: handshakeMessage("hello", nonce) }, "wrong_type"],
  ])("with %s is refused", (_what, change, reason) => {
    expect(checkHandshake({ ...genuine, ...change }, expected)).toBe(reason);
  });

  test.each([null, "here", 1, {}, { type: "here", nonce }, { ...genuine.data, tessera: 2 }])(
    "ignores %j, which is not part of the protocol",
    (data) => {
      expect(checkHandshake({ ...genuine, data }, expected)).toBeNull();
    },
  );
});

test("a nonce can be created on a page where a library replaced Array.from", () => {
  const { from } = Array;
  Array.from = ((values: ArrayLike<unknown>) => Array.prototype.slice.call(values)) as never;
  try {
    expect(createNonce(new Uint8Array([0, 10, 255]))).toBe("000aff");
  } finally {
    Array.from = from;
  }
});

describe("a frame's address", () => {
  test("carries the nonce and the page origin after the #", () => {
    const address = frameAddress("http://pay.localhost:4000/f?key=pk", nonce, "http://a.test:1");
    expect(readFrameAddress(new URL(address).hash)).toEqual({
      nonce,
      pageOrigin: "http://a.test:1",
    });
  });

  test.each(["", "#", "#n=short&o=http%3A", `#n=${nonce}`, `#n=${nonce}&o=%E0%A4%A`])(
    "refuses %j, which the SDK did not create",
    (hash) => {
      expect(readFrameAddress(hash)).toBeNull();
    },
  );
});
