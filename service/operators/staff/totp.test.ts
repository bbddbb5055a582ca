import { describe, expect, test } from "vitest";
import { matchTotp, otpauthUri, toBase32, totpCode, totpStep } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

/** RFC 6238, appendix B, cut to six digits. */
test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at second %d the code is %s", (second, code) => {
  expect(totpCode(secret, totpStep(second * 1000))).toBe(code);
});

/** RFC 4648 §10. */
test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("base32 of %j is %j", (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

describe("a code", () => {
  const nowMs = 1_700_000_015_000;
  const step = totpStep(nowMs);
  const match = (atStep: number, lastStep = 0) =>
    matchTotp(secret, totpCode(secret, atStep), { nowMs, lastStep });

  test("is accepted one step early or late, for phones with an inaccurate clock", () => {
    expect([step - 1, step, step + 1].map((each) => match(each))).toEqual([
      step - 1,
      step,
      step + 1,
    ]);
  });

  test("is refused two steps early or late", () => {
    expect([match(step - 2), match(step + 2)]).toEqual([undefined, undefined]);
  });

  test("is refused the second time, as is an earlier one", () => {
    expect(match(step, step)).toBeUndefined();
    expect(match(step - 1, step)).toBeUndefined();
    expect(match(step + 1, step)).toBe(step + 1);
  });
});

test("the QR code's text names the account and escapes special characters", () => {
  expect(otpauthUri(secret, "Tessera Demo & Co", "ada@example.com")).toBe(
    "otpauth://totp/Tessera%20Demo%20%26%20Co:ada%40example.com" +
      "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tessera%20Demo%20%26%20Co" +
      "&algorithm=SHA1&digits=6&period=30",
  );
});
