import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { returnProblem } from "./read-return.ts";

const accessKey = "a-key-of-ours";
const place = "https://pay.example/v1/bank-return";
const visit = { transactionId: "1002633191", merchantReference: "blg_1-AbC-_1" };
const query =
  "state=AbC-_1xyz&transactionId=1002633191&transactionType=1&merchantReference=blg_1-AbC-_1&status=2" +
  "&payment.paymentType=6&panel=1";
const sign = (text: string, algorithm = "sha1", key = accessKey) =>
  createHmac(algorithm, key).update(text).digest("base64");
const returned = (signedQuery: string, signature: string, after = "") =>
  new URL(`${place}?${signedQuery}&requestSignature=${encodeURIComponent(signature)}${after}`);
const problemOf = (address: URL) => returnProblem({ accessKey }, address, visit);

describe("a return", () => {
  test.each([
    ["the whole address", returned(query, sign(`${place}?${query}`))],
    ["the query", returned(query, sign(query))],
    ["the part before the signature", returned(query, sign(`${place}?${query}`), "&more=1")],
    [
      "the parts before and after the signature",
      returned(query, sign(`${query}&more=1`), "&more=1"),
    ],
    ["the decoded text", returned(`${query}&a=%7C`, sign(`${query}&a=|`))],
    ["a longer hash", returned(query, `HmacSHA512:${sign(query, "sha512")}`)],
  ])("proves who agreed with a signature of %s", (_, address) => {
    expect(problemOf(address)).toBeNull();
  });

  test("is accepted if its signature has an unencoded plus sign", () => {
    const index = Array.from({ length: 100 }, (_, at) => at).find((at) =>
      sign(`${query}&at=${at}`).includes("+"),
    );
    const signedQuery = `${query}&at=${index}`;
    const address = new URL(`${place}?${signedQuery}&requestSignature=${sign(signedQuery)}`);
    expect(problemOf(address)).toBeNull();
  });

  test.each([
    ["no signature", new URL(`${place}?${query}`), "not_signed"],
    [
      "one that cannot be decoded",
      new URL(`${place}?${query}&requestSignature=%E0%A4%A`),
      "not_signed",
    ],
    ["an empty one", returned(query, ""), "forged"],
    ["one with another key", returned(query, sign(query, "sha1", "a-key-of-others")), "forged"],
    ["one of another address", returned(query, sign(`https://evil.example/?${query}`)), "forged"],
    ["one with an unknown algorithm", returned(query, `HmacMD5:${sign(query, "md5")}`), "forged"],
  ])("with %s proves nothing", (_, address, problem) => {
    expect(problemOf(address)).toBe(problem);
  });

  test.each([
    ["of another visit", query.replace("=1002633191", "=1002633192"), "of_another"],
    ["of another login", query.replace("blg_1-", "blg_2-"), "of_another"],
    ["that names two transactions", `${query}&transactionId=1002633192`, "of_another"],
    ["of a customer who gave up", query.replace("status=2", "status=7"), "not_authorised"],
    ["without a status", query.replace("&status=2", ""), "not_authorised"],
  ])("%s proves nothing, however well it is signed", (_, signedQuery, problem) => {
    expect(problemOf(returned(signedQuery, sign(signedQuery)))).toBe(problem);
  });

  test("is read only as far as it is signed", () => {
    const [before = "", after = ""] = query.split("&status=2");
    const signed = `${before}&status=7${after}`;
    expect(problemOf(returned(signed, sign(signed), "&status=2"))).toBe("not_authorised");
    const changed = returned(`${query}&state=other`, sign(query));
    expect(problemOf(changed)).toBe("forged");
  });
});
