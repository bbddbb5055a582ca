import { expect, test } from "vitest";
import { codeOf, isSameCode } from "./sms-code.ts";
import { blockOf, isSmsDue, maskPhoneNumber, messageText, resendDelayMs } from "./sms-rules.ts";

test("the wait before a code can be sent again grows from half a minute to eight", () => {
  expect([1, 2, 3, 4, 5, 6, 50].map((sends) => resendDelayMs(sends) / 1000)).toEqual([
    30, 60, 120, 240, 480, 480, 480,
  ]);
});

test("a number is shown by its last two digits only", () => {
  expect(maskPhoneNumber("+14155550134")).toBe("•••• 34");
  expect(blockOf("+14155550134")).toBe("+1415555");
});

test("the message begins with the code and ends with what WebOTP reads", () => {
  const options = { code: "012345", operatorName: "Acme", frameHost: "pay.example" };
  const english = messageText({ ...options, language: "en-US", pageHost: "shop.example" });
  expect(english).toMatch(/^012345 is your code for Acme\./);
  expect(english.split("\n").at(-1)).toBe("@shop.example #012345 @pay.example");
  const spanish = messageText({ ...options, language: "es", pageHost: undefined });
  expect(spanish).toMatch(/^012345 es su código para Acme\./);
  expect(spanish.split("\n").at(-1)).toBe("@pay.example #012345");
});

test("a code follows from the verification's id and the operator's key", () => {
  const keyring = {
    blindIndex: (operatorId: string, purpose: string, text: string) =>
      Buffer.from(`${operatorId}/${purpose}/${text}`.padEnd(32, ".").slice(-32)).toString(
        "base64url",
      ),
  };
  const code = codeOf(keyring, "op_1", "sms_1");
  expect(code).toMatch(/^\d{6}$/);
  expect(codeOf(keyring, "op_1", "sms_1")).toBe(code);
});

test("spaces and dashes in a typed code don't count, everything else does", () => {
  expect(isSameCode("012345", "012345")).toBe(true);
  expect(isSameCode("012345", " 012-345 ")).toBe(true);
  for (const typed of ["12345", "0123456", "01234５", "", "abcdef"]) {
    expect(isSameCode("012345", typed)).toBe(false);
  }
});

test("a payout asks for a code as the operator's setting says", () => {
  const [before, intent, after] = [1_000, 2_000, 3_000];
  const due = (policy: Parameters<typeof isSmsDue>[0], phoneVerifiedAtMs: number | null) =>
    isSmsDue(policy, { phoneVerifiedAtMs }, intent);
  expect([due("off", null), due("off", before)]).toEqual([false, false]);
  expect([due("first_payout", null), due("first_payout", before)]).toEqual([true, false]);
  expect([due("every_payout", before), due("every_payout", after)]).toEqual([true, false]);
});
