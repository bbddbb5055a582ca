import { expect, test } from "vitest";
import { createW9Api } from "./w9-api.ts";

test("a code whose response was lost is checked again under the same key", async () => {
  const keys: (string | null)[] = [];
  const responses = [
    () => Promise.reject(new TypeError("offline")),
    async () => Response.json({ errorCode: "sms_code_wrong", attemptsLeft: 4 }, { status: 400 }),
    async () => Response.json({ confirmation: "token" }),
  ];
  let made = 0;
  const api = createW9Api({
    clientSecret: "w9_1_secret_x",
    newKey: () => `key-${++made}`,
    send(_path, { headers }) {
      keys.push(new Headers(headers).get("Idempotency-Key"));
      return responses[keys.length - 1]?.() ?? Promise.reject(new Error("one call too many"));
    },
  });
  expect(await api.checkCode("123456")).toEqual({ ok: false, failure: { code: "lost" } });
  expect(await api.checkCode("123456")).toMatchObject({ failure: { attemptsLeft: 4 } });
  expect(await api.checkCode("123456")).toEqual({ ok: true, value: { confirmation: "token" } });
  expect(keys).toEqual(["key-1", "key-1", "key-2"]);
});
