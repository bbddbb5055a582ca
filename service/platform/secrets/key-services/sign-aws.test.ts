import { describe, expect, test } from "vitest";
import { signAwsRequest } from "./sign-aws.ts";

/** AWS's Signature Version 4 test suite, and its documentation's example (IAM ListUsers). */
const credentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const atMs = Date.parse("2015-08-30T12:36:00Z");
const host = "https://example.amazonaws.com";
const form = "application/x-www-form-urlencoded";

function signatureOf(
  request: { method: string; url: string; headers?: Record<string, string>; body?: string },
  service = "service",
  sessionToken?: string,
) {
  const headers = signAwsRequest(
    { headers: {}, body: "", ...request },
    { region: "us-east-1", service },
    { ...credentials, ...(sessionToken && { sessionToken }) },
    atMs,
  );
  return headers["authorization"];
}
const expected = (signature: string, names = "host;x-amz-date", service = "service") =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/${service}/aws4_request, ` +
  `SignedHeaders=${names}, Signature=${signature}`;

describe("a signed request equals AWS's vector", () => {
  test.each([
    [
      "get-vanilla",
      { method: "GET", url: `${host}/` },
      "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    ],
    [
      "post-vanilla",
      { method: "POST", url: `${host}/` },
      "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    ],
    [
      "get-vanilla-query-order-key-case",
      { method: "GET", url: `${host}/?Param2=value2&Param1=value1` },
      "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    ],
  ])("%s", (_, request, signature) => {
    expect(signatureOf(request)).toBe(expected(signature));
  });

  test("post-x-www-form-urlencoded", () => {
    const headers = { "content-type": form };
    const request = { method: "POST", url: `${host}/`, headers, body: "Param1=value1" };
    expect(signatureOf(request)).toBe(
      expected(
        "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
        "content-type;host;x-amz-date",
      ),
    );
  });

  test("get-header-value-trim", () => {
    const headers = { "My-Header1": " value1", "My-Header2": ' "a   b   c"' };
    expect(signatureOf({ method: "GET", url: `${host}/`, headers })).toBe(
      expected(
        "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
        "host;my-header1;my-header2;x-amz-date",
      ),
    );
  });

  test("IAM ListUsers, from the documentation", () => {
    const request = {
      method: "GET",
      url: "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
      headers: { "content-type": `${form}; charset=utf-8` },
    };
    expect(signatureOf(request, "iam")).toBe(
      expected(
        "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
        "content-type;host;x-amz-date",
        "iam",
      ),
    );
  });
});

test("a session token is sent and signed", () => {
  const sent = signatureOf({ method: "GET", url: `${host}/` }, "service", "token");
  expect(sent).toContain("SignedHeaders=host;x-amz-date;x-amz-security-token");
  expect(sent).not.toContain("5fa00fa31553b73e");
});
