import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readTrustlyNotice } from "./read-notice.ts";
import { requestSignature } from "./trustly-signature.ts";

test("a request is signed over its fields in Trustly's order, whatever order they have", () => {
  // The example in Trustly's own sources, with its key.
  const request = {
    account: { type: 1 },
    amount: "1.00",
    returnUrl: "not signed",
    currency: "USD",
    customer: {
      dateOfBirth: "1990-01-01",
      address: {
        country: "US",
        address1: "123 Main St",
        city: "San Francisco",
        state: "CA",
        zip: "94111",
      },
      driverLicense: { number: "1010", state: "CA" },
      email: "john@ca.us",
      enrollDate: 1234567890,
      externalId: "1234",
      name: "John Doe",
      phone: "123-456-7890",
      taxId: "123-45-6789",
    },
    description: "text",
    displayAmount: "1.00",
    merchantId: "1234",
    merchantReference: "ref123",
    paymentType: "Recurring",
    recurrence: { recurringAmount: "1.00", frequencyUnit: 1, frequencyUnitType: 3 },
    accessId: "1234",
  };
  expect(requestSignature("123456", request)).toBe("HrGQpg/NsPXmh+P9u37R121Rot0=");
});

const settings = {
  accessId: "M8RaHgEjBE54zuFYMRQq",
  accessKey: "a-key-of-ours",
  merchantId: "1002463580",
};
const fields = {
  eventId: "1002593570",
  merchantId: settings.merchantId,
  merchantReference: "22uhvyZXh9862NdzfBGFXE78-AbC-_1",
  eventType: "Authorize",
  objectId: "1002593555",
  objectType: "Transaction",
  message: "",
  timeZone: "Etc/UTC",
  statusMessage: "It is authorized",
  splitToken: "CO+s/6PxMBABGJ4QBIAAqSlsdBQe7+9ES5Sxgt2gsdg3lP/Qu+1y=",
};
const sign = (text: string, algorithm = "sha1") =>
  createHmac(algorithm, settings.accessKey).update(text).digest("base64");
const withSpaces = (body: string) => decodeURIComponent(body.replaceAll("+", " "));
const bodyOf = (given: Record<string, string> = fields) => new URLSearchParams(given).toString();

function read(body: string, signature: string, user = settings.accessId) {
  const authorization = `Basic ${Buffer.from(`${user}:${signature}`).toString("base64")}`;
  return readTrustlyNotice(settings, { rawBody: Buffer.from(body), headers: { authorization } });
}
const valid = {
  signature: expect.any(String),
  eventType: "Authorize",
  transactionId: "1002593555",
  merchantReference: fields.merchantReference,
  splitToken: fields.splitToken,
};

describe("a notice", () => {
  test("is valid with a signature of its decoded text, whatever plus signs mean", () => {
    const body = bodyOf();
    expect(read(body, sign(withSpaces(body)))).toEqual(valid);
    expect(read(body, sign(decodeURIComponent(body)))).toEqual(valid);
    const spaced = body.replaceAll("+", "%20");
    expect(read(spaced, sign(decodeURIComponent(spaced)))).toEqual(valid);
  });

  test("may name its algorithm", () => {
    const body = bodyOf();
    const signature = sign(withSpaces(body), "sha512");
    expect(read(body, `HmacSHA512:${signature}`)).toEqual(valid);
    expect(read(body, `HmacSHA1:${sign(withSpaces(body))}`)).toEqual(valid);
    for (const wrong of [`HmacSHA256:${signature}`, `HmacSHA1:${signature}`, signature]) {
      expect(read(body, wrong)).toBe("forged");
    }
  });

  test.each([
    ["no signature", () => ""],
    ["one of another text", () => sign("other")],
    ["one of the encoded text", (body: string) => sign(body)],
    ["one that is cut off", (body: string) => sign(withSpaces(body)).slice(0, -4)],
  ])("with %s is forged", (_, signatureOf) => {
    expect(read(bodyOf(), signatureOf(bodyOf()))).toBe("forged");
  });

  test("is forged if it is from another application, lacks credentials, or cannot be decoded", () => {
    const body = bodyOf();
    expect(read(body, sign(withSpaces(body)), "another")).toBe("forged");
    expect(readTrustlyNotice(settings, { rawBody: Buffer.from(body), headers: {} })).toBe("forged");
    expect(read("a=%E0%A4%A", sign("a=%E0%A4%A"))).toBe("forged");
    expect(read("", sign("x"))).toBe("forged");
  });

  test("is not understood if it repeats a field or names no transaction", () => {
    const twice = `${bodyOf()}&objectId=1`;
    expect(read(twice, sign(withSpaces(twice)))).toBe("malformed");
    const bare = bodyOf({ merchantId: settings.merchantId });
    expect(read(bare, sign(withSpaces(bare)))).toBe("malformed");
  });

  test("makes no look-up due if it is for another merchant or about something else", () => {
    for (const other of [{ merchantId: "7" }, { objectType: "Payment" }]) {
      const body = bodyOf({ ...fields, ...other });
      expect(read(body, sign(withSpaces(body)))).toBe("of_another");
    }
  });

  test("leaves out a token that is too long", () => {
    const body = bodyOf({ ...fields, splitToken: "x".repeat(5_000) });
    expect(read(body, sign(withSpaces(body)))).toMatchObject({ splitToken: undefined });
  });
});
