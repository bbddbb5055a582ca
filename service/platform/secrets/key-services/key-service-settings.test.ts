import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openSettings } from "../../config.ts";
import { SettingProblems } from "../../settings-source.ts";
import { keyServices } from "./key-service-settings.ts";
import { awsKeyArn, googleKey } from "./testing/stand-in-key-services.ts";

const read = (value: unknown, env: Record<string, string> = {}) => {
  const all = { TESSERA_KEY_SERVICE: JSON.stringify(value), ...env };
  return keyServices(openSettings(all, new SettingProblems()));
};
const production = { TESSERA_ENV: "production", PUBLIC_URL: "https://pay.example" };
const aws = {
  type: "aws-kms",
  keyArn: awsKeyArn,
  credentials: JSON.stringify({ AccessKeyId: "AKIA", SecretAccessKey: "hunter2-hunter2" }),
};
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const account = {
  client_email: "a@b.example",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  token_uri: "https://oauth2.googleapis.com/token",
};
const google = { type: "google-kms", key: googleKey, credentials: JSON.stringify(account) };
const vault = {
  type: "vault-transit",
  url: "https://vault.example/",
  key: "k",
  token: "hunter2-token",
};

describe("the keys of key services", () => {
  test("have the vendors' addresses unless they are set", () => {
    expect(read([aws, google, vault, { type: "local" }], production)).toMatchObject([
      { type: "aws-kms", region: "us-east-1", url: "https://kms.us-east-1.amazonaws.com" },
      { type: "google-kms", url: "https://cloudkms.googleapis.com" },
      { type: "vault-transit", url: "https://vault.example", mount: "transit" },
      { type: "local" },
    ]);
    const inChina = awsKeyArn.replace("aws:kms:us-east-1", "aws-cn:kms:cn-north-1");
    expect(read({ ...aws, keyArn: inChina })).toMatchObject([
      { url: "https://kms.cn-north-1.amazonaws.com.cn" },
    ]);
    expect(read({ ...aws, url: "https://vpce.example" })).toMatchObject([
      { url: "https://vpce.example" },
    ]);
    expect(read({ ...google, credentials: "metadata" })).toMatchObject([
      { credentials: "metadata" },
    ]);
  });

  test.each([
    [{ ...aws, type: "azure" }, /type must be one of aws-kms, google-kms, vault-transit, local/],
    [{ ...aws, type: "constructor" }, /type must be one of/],
    [{ ...aws, keyArn: "alias/tessera" }, /keyArn is missing or not valid for aws-kms/],
    [{ ...aws, region: "us-east-1" }, /region is missing or not valid/],
    [{ ...aws, credentials: "hunter2" }, /credentials must be JSON with AccessKeyId/],
    [{ ...aws, url: "ftp://x" }, /url must be an http or https address/],
    [{ ...google, key: "../secrets" }, /key is missing or not valid for google-kms/],
    [{ ...google, credentials: "hunter2" }, /credentials must be a service account/],
    [
      {
        ...google,
        credentials: JSON.stringify({ ...account, token_uri: "https://hunter2.example/" }),
      },
      /credentials must be a service account/,
    ],
    [{ ...vault, key: "a/b" }, /key is missing or not valid for vault-transit/],
    [{ ...vault, mount: "../sys" }, /mount is missing or not valid/],
    [{ ...vault, token: "hunter2 x" }, /token must be a token of Vault/],
    [{ type: "local", key: "x" }, /key is missing or not valid for local/],
    [[vault, vault], /names a key twice/],
    [[], /names no key/],
  ])("those of case %# are refused, and the message has no secret", (value, message) => {
    expect(() => read(value)).toThrow(message);
    expect(() => read(value)).not.toThrow(/hunter2/);
  });

  test("need https in production", () => {
    expect(() => read({ ...vault, url: "http://vault.example" }, production)).toThrow(
      /TESSERA_KEY_SERVICE: url must be an https address/,
    );
  });
});
