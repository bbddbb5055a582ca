import { expect, test } from "vitest";
import { createRefundApi } from "./refund-api.ts";

test("a destination whose response was lost is named again under the same key", async () => {
  const keys: (string | null)[] = [];
  const responses = [
    () => Promise.reject(new TypeError("offline")),
    async () => Response.json({ errorCode: "crypto_quote_expired" }, { status: 409 }),
    async () => Response.json({ errorCode: "refund_link_used" }, { status: 409 }),
  ];
  let made = 0;
  const api = createRefundApi({
    clientSecret: "ref_1_secret_x",
    newKey: () => `key-${++made}`,
    send(_path, { headers }) {
      keys.push(new Headers(headers).get("Idempotency-Key"));
      return responses[keys.length - 1]?.() ?? Promise.reject(new Error("one call too many"));
    },
  });
  const destination = { type: "crypto", address: "0x1" } as const;
  expect(await api.name(destination)).toEqual({ ok: false, code: "lost" });
  expect(await api.name(destination)).toEqual({ ok: false, code: "crypto_quote_expired" });
  expect(await api.name(destination)).toEqual({ ok: false, code: "refund_link_used" });
  expect(keys).toEqual(["key-1", "key-1", "key-2"]);
});
