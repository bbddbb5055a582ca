import { describe, expect, test } from "vitest";
import { paymentReasons } from "#contract/payment-reasons/index";
import { factsOf, forbidsRetry, stopsCard } from "./charge-facts.ts";
import { declineReasons, reasonOf } from "./reasons.ts";

describe("the reasons of vendors' codes", () => {
  test("are all in the catalog", () => {
    for (const reason of declineReasons) expect(paymentReasons).toHaveProperty(reason);
  });

  test.each([
    ["iso", "05", "do_not_honor"],
    ["iso", "5", "do_not_honor"],
    ["iso", "n7", "incorrect_cvc"],
    ["iso", "R1", "do_not_try_again"],
    ["adyen", "12", "insufficient_funds"],
    ["adyen", "46", "do_not_try_again"],
    ["nmi", "202", "insufficient_funds"],
    ["nmi", "261", "do_not_try_again"],
    ["nmi", "262", "do_not_try_again"],
    ["authorizeNet", "2", "generic_decline"],
    ["authorizeNet", "317", "expired_card"],
  ] as const)("of %s: %s is %s", (system, code, declineCode) => {
    expect(reasonOf(system, code)).toEqual({ declineCode });
  });

  test.each(["", "0", "9999", "toString", "__proto__"])("%j is not known", (code) => {
    expect(reasonOf("iso", code)).toEqual({ declineCode: "generic_decline", isUnknownCode: true });
  });

  test("a refusal of the merchant's category means gambling only where gambling is sold", () => {
    expect(reasonOf("iso", "57").declineCode).toBe("gambling_not_allowed");
    expect(reasonOf("iso", "57", "7995").declineCode).toBe("gambling_not_allowed");
    expect(reasonOf("iso", "57", "5999").declineCode).toBe("card_not_supported");
  });
});

describe("the facts of a charge", () => {
  test("are the fields that fit; others are left out", () => {
    const facts = factsOf({
      networkTransactionId: "012345678901234",
      adviceCode: 3,
      avsResult: "perhaps",
      cvcResult: "match",
      vendorCode: "x".repeat(65),
    });
    expect(facts).toEqual({ networkTransactionId: "012345678901234", cvcResult: "match" });
    expect(factsOf({ adviceCode: "", authorisationCode: null })).toBeUndefined();
  });

  test.each([
    ["do_not_honor", {}, false],
    ["do_not_honor", { adviceCode: "02" }, false],
    ["do_not_honor", { adviceCode: "03" }, true],
    // One digit is a category of Visa: 3 asks to correct the data and to try again.
    ["insufficient_funds", { adviceCode: "3" }, false],
    ["authentication_required", { adviceCode: "21" }, true],
    ["do_not_try_again", {}, true],
  ])("%s with %j forbids another try: %s", (declineCode, facts, isForbidden) => {
    expect(forbidsRetry(declineCode, facts)).toBe(isForbidden);
  });

  test.each([
    ["do_not_honor", { adviceCode: "03" }, true],
    ["do_not_try_again", {}, true],
    ["do_not_honor", { adviceCode: "02" }, false],
    ["incorrect_cvc", { adviceCode: "03" }, false],
    ["expired_card", { adviceCode: "03" }, false],
    ["incorrect_postal_code", { adviceCode: "03" }, false],
    ["do_not_honor", { adviceCode: "03", cvcResult: "no_match" }, false],
    ["do_not_try_again", { cvcResult: "no_match" }, false],
    ["do_not_honor", { adviceCode: "03", cvcResult: "match" }, true],
  ] as const)("%s with %j stops the card for everybody: %s", (declineCode, facts, isStopped) => {
    expect(stopsCard(declineCode, facts)).toBe(isStopped);
  });
});
