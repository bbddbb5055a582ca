import { describe, expect, it } from "vitest";
import { checkCard, expiryProblem } from "./card-rules.ts";

const now = Date.UTC(2026, 10, 22);
const good = { number: "4242424242424242", expiryMonth: 12, expiryYear: 2030, cvc: "123" };

function codes(change: Partial<typeof good>) {
  const checked = checkCard({ ...good, ...change }, now);
  return checked.ok ? checked.card.brand : checked.errors.map((error) => error.errorCode);
}

describe("a card as typed", () => {
  it("is recognized by its brand", () => {
    expect(codes({})).toBe("visa");
    expect(codes({ number: "5555555555554444" })).toBe("mastercard");
    expect(codes({ number: "378282246310005", cvc: "1234" })).toBe("american-express");
    expect(codes({ number: "2223003122003222" })).toBe("mastercard");
  });

  it("is refused when its check digit is wrong", () => {
    expect(codes({ number: "4242424242424241" })).toEqual(["card_number_invalid"]);
  });

  it("is refused when a digit is missing", () => {
    expect(codes({ number: "424242424242424" })).toEqual(["card_number_invalid"]);
  });

  it("is refused when no processor supports its brand", () => {
    expect(codes({ number: "6062826786276634" })).toEqual(["card_brand_unsupported"]);
  });

  it("needs a CVC of four digits for American Express and three for other brands", () => {
    expect(codes({ number: "378282246310005" })).toEqual(["card_cvc_invalid"]);
    expect(codes({ cvc: "1234" })).toEqual(["card_cvc_invalid"]);
  });

  it("lists every problem at once", () => {
    expect(codes({ number: "4242424242424241", expiryYear: 2020, cvc: "1234" })).toEqual([
      "card_number_invalid",
      "card_expired",
      "card_cvc_invalid",
    ]);
  });
});

describe("an expiry date", () => {
  it("is valid until its month has ended everywhere on Earth", () => {
    expect(expiryProblem(11, 2026, Date.UTC(2026, 11, 1, 11, 59))).toBeNull();
    expect(expiryProblem(11, 2026, Date.UTC(2026, 11, 1, 12))).toBe("card_expired");
  });

  it("is refused more than twenty years ahead", () => {
    expect(expiryProblem(1, 2046, now)).toBeNull();
    expect(expiryProblem(1, 2047, now)).toBe("card_expiry_invalid");
  });
});
