import { expect, test } from "vitest";
import { codeOf, isSameCode } from "./sms-code.ts";
import { blockOf, isSmsDue, maskPhoneNumber, messageText, resendDelayMs } from "./sms-rules.ts";

test("the wait before a code can be sent again grows from half a minute to eight", () => {
  expect([1, 2, 3, 4, 5, 6, 50].map((sends) => resendDelayMs(sends) / 1000)).toEqual([
    30, 60, 120, 240, 480, 480, 480,
  ]);
});

test("a masked number shows only its last two digits", () => {
  expect(maskPhoneNumber("+14155550134")).toBe("•••• 34");
  expect(blockOf("+14155550134")).toBe("+1415555");
});

test("the message begins with the code and ends with WebOTP's line", () => {
  const options = {
    code: "012345",
    purpose: "payout" as const,
    operatorName: "Acme",
    frameHost: "pay.example",
  };
  const english = messageText({ ...options, language: "en-US", pageHost: "shop.example" });
  expect(english).toMatch(/^012345 is your code for a payout from Acme\./);
  expect(english.split("\n").at(-1)).toBe("@shop.example #012345 @pay.example");
  const spanish = messageText({ ...options, language: "es", pageHost: undefined });
  expect(spanish).toMatch(/^012345 es su código para un cobro de Acme\./);
  expect(spanish.split("\n").at(-1)).toBe("@pay.example #012345");
});

test.each([
  ["fr-FR", "012345 est votre code pour un versement par Acme."],
  ["zh-CN", "012345是您的验证码，用于Acme的收款。"],
  ["ar-EG", "012345 رمزك لاستلام مستحقات من Acme."],
  ["de", "012345 is your code for a payout from Acme."],
])("a reader of %s gets the message in the nearest language", (language, start) => {
  const options = { code: "012345", operatorName: "Acme", frameHost: "pay.example" };
  const text = messageText({ ...options, purpose: "payout", language, pageHost: undefined });
  expect(text.startsWith(start)).toBe(true);
});

/** GSM 03.38. One other letter makes the whole message UCS-2, with less than half the room. */
const gsm = /^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Za-z_¡¿£¥§¤ÄÖÑÜäöñüàèéùìòÇØøÅåÆæßÉ]*$/;

test("a message says what the code is for, and fits into two SMS parts", () => {
  const names = {
    operatorName: "A".repeat(40),
    frameHost: "pay.example",
    pageHost: "shop.example",
  };
  for (const [language, limit] of [
    ["en", 306],
    ["es", 306],
    ["fr-CA", 306],
    ["zh-Hans", 134],
    ["ar", 160],
  ] as const) {
    const texts = (["payout", "w9"] as const).map((purpose) =>
      messageText({ ...names, code: "012345", purpose, language }),
    );
    expect(new Set(texts).size).toBe(2);
    for (const text of texts) {
      expect(text.length, text).toBeLessThanOrEqual(limit);
      if (language === "fr-CA") expect(text).toMatch(gsm);
    }
  }
});

test("a code is derived from the verification, its purpose and subject, and the operator's key", () => {
  const keyring = {
    blindIndex: (operatorId: string, purpose: string, text: string) =>
      Buffer.from(`${operatorId}/${purpose}/${text}`.padEnd(32, ".").slice(-32)).toString(
        "base64url",
      ),
  };
  const source = {
    operator_id: "op_1",
    sms_verification_id: "sms_1",
    purpose: "payout",
    subject: "di_1",
  };
  const code = codeOf(keyring, source);
  expect(code).toMatch(/^\d{6}$/);
  expect(codeOf(keyring, { ...source })).toBe(code);
});

test("only spaces and dashes in a typed code are ignored", () => {
  expect(isSameCode("012345", "012345")).toBe(true);
  expect(isSameCode("012345", " 012-345 ")).toBe(true);
  for (const typed of ["12345", "0123456", "01234５", "", "abcdef"]) {
    expect(isSameCode("012345", typed)).toBe(false);
  }
});

test("a payout requires a code according to the operator's setting", () => {
  const verified = "2026-01-01T00:00:00.000Z";
  const due = (
    policy: Parameters<typeof isSmsDue>[0],
    phoneVerifiedAt: string | null,
    isProved = false,
  ) => isSmsDue(policy, { phoneVerifiedAt }, isProved);
  expect([due("off", null), due("off", verified)]).toEqual([false, false]);
  expect([due("first_payout", null), due("first_payout", verified)]).toEqual([true, false]);
  expect([due("every_payout", verified), due("every_payout", verified, true)]).toEqual([
    true,
    false,
  ]);
  // Replaced after this payout's code.
  expect(due("every_payout", null, true)).toBe(true);
});
