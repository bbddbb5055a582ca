import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock } from "../../../testing/test-clock.ts";
import { createOutgoingHttp } from "../../outgoing-http.ts";
import { createSystemRandomness } from "../../randomness.ts";
import type { Secret } from "../../secret-source.ts";
import type { KeyEncryption } from "../key-encryption.ts";
import { createAwsKms } from "./aws-kms.ts";
import { createGoogleKms } from "./google-kms.ts";
import { createKeyServiceEncryption, type KeyService } from "./key-service.ts";
import {
  awsKeyArn,
  googleKey,
  type KeyServiceFault,
  type StandInKeyService,
  standInForAws,
  standInForGoogle,
  standInForVault,
  vaultKey,
} from "./testing/stand-in-key-services.ts";
import { createVaultTransit } from "./vault-transit.ts";

const clock = createTestClock();
const http = createOutgoingHttp();
const random = createSystemRandomness();
const deps = { http, machineClock: clock };
const key = new Uint8Array(32).fill(9);
const context = "data_keys:op_a:1";
afterAll(() => http.close());

const fixed = (text: string): Secret => ({ current: () => text });
const openVault = (standIn: StandInKeyService, token = fixed(standIn.credentials)) =>
  createVaultTransit(
    {
      type: "vault-transit",
      url: standIn.url,
      mount: "transit",
      key: vaultKey,
      namespace: undefined,
      token,
    },
    deps,
  );
const vendors: {
  name: string;
  start(): Promise<StandInKeyService>;
  open(standIn: StandInKeyService, credentials?: Secret): KeyService;
  id: string;
  wrong: string;
  refusals: readonly (readonly [KeyServiceFault, string])[];
}[] = [
  {
    name: "AWS KMS",
    start: standInForAws,
    open: (standIn, credentials = fixed(standIn.credentials)) =>
      createAwsKms(
        { type: "aws-kms", keyArn: awsKeyArn, region: "us-east-1", url: standIn.url, credentials },
        deps,
      ),
    id: `aws-kms:${awsKeyArn}`,
    wrong: JSON.stringify({ AccessKeyId: "AKIATEST", SecretAccessKey: "another" }),
    refusals: [
      [{ status: 400, body: '{"__type":"AccessDeniedException"}' }, "key_service_denied"],
      [{ status: 400, body: '{"__type":"ThrottlingException"}' }, "key_service_throttled"],
      [{ status: 400, body: '{"__type":"x#DisabledException"}' }, "key_service_key_unavailable"],
      [{ status: 400, body: '{"__type":"IncorrectKeyException"}' }, "key_service_wrong_key"],
      [{ status: 200, body: '{"CiphertextBlob":"AA=="}' }, "key_service_malformed"],
    ],
  },
  {
    name: "Google Cloud KMS",
    start: () => standInForGoogle(() => clock.nowMs()),
    open: (standIn, credentials = fixed(standIn.credentials)) =>
      createGoogleKms(
        {
          type: "google-kms",
          key: googleKey,
          url: standIn.url,
          tokenUrl: `${standIn.url}/token`,
          credentials,
        },
        deps,
      ),
    id: `google-kms:${googleKey}/cryptoKeyVersions/1`,
    wrong: "{}",
    refusals: [
      [{ status: 403, body: "{}" }, "key_service_denied"],
      [{ status: 429, body: "{}" }, "key_service_throttled"],
      [
        { status: 400, body: '{"error":{"status":"FAILED_PRECONDITION"}}' },
        "key_service_key_unavailable",
      ],
      [{ status: 200, body: '{"ciphertext":"AA==","name":"other"}' }, "key_service_malformed"],
    ],
  },
  {
    name: "Vault transit",
    start: standInForVault,
    open: openVault,
    id: `vault-transit:transit/${vaultKey}:v1`,
    wrong: "hvs.another-token",
    refusals: [
      [{ status: 403, body: "{}" }, "key_service_denied"],
      [{ status: 429, body: "{}" }, "key_service_throttled"],
      [{ status: 404, body: "{}" }, "key_service_key_unavailable"],
      [{ status: 400, body: "{}" }, "key_service_key_unavailable"],
      [{ status: 200, body: '{"data":{"ciphertext":"other"}}' }, "key_service_malformed"],
    ],
  },
];

describe.each(vendors)("$name", ({ start, open, id, wrong, refusals }) => {
  let standIn: StandInKeyService;
  let encryption: KeyEncryption;
  const create = (credentials?: Secret) =>
    createKeyServiceEncryption(open(standIn, credentials), { random, machineClock: clock });
  beforeAll(async () => {
    standIn = await start();
  });
  afterAll(() => standIn.close());
  beforeEach(() => {
    standIn.fault = undefined;
    standIn.version = 1;
    encryption = create();
  });

  test("wraps a key that opens only in its own place", async () => {
    const wrapped = await encryption.wrap(key, context);
    expect(wrapped.kekId).toBe(id);
    expect(await encryption.unwrap(wrapped, context)).toEqual(key);
    expect(encryption.idOf(wrapped.kekId)).toBe(encryption.currentId);
    for (const other of ["data_keys:op_b:1", "data_keys:op_a:2", "index_keys:op_a"]) {
      await expect(encryption.unwrap(wrapped, other)).rejects.toMatchObject({
        code: "key_service_wrong_key",
      });
    }
    const changed = { ...wrapped, blob: `${wrapped.blob.slice(0, -6)}AAAAAA` };
    await expect(encryption.unwrap(changed, context)).rejects.toMatchObject({
      code: "key_service_wrong_key",
    });
  });

  test("wrong credentials are refused, and new ones count at once", async () => {
    const secret = { text: wrong };
    const own = create({ current: () => secret.text });
    await expect(own.wrap(key, context)).rejects.toMatchObject({ code: "key_service_denied" });
    secret.text = standIn.credentials;
    expect(await own.unwrap(await own.wrap(key, context), context)).toEqual(key);
  });

  test.each([
    ...refusals,
    ["drop", "key_service_unreachable"],
    [{ status: 500, body: "<html>" }, "key_service_failed"],
    [{ status: 200, body: "<html>" }, "key_service_malformed"],
    [{ status: 200, body: "x".repeat(70_000) }, "key_service_malformed"],
    [{ status: 307, location: "https://other.example/" }, "key_service_redirected"],
  ] as const)("%j is %s", async (fault, code) => {
    await encryption.wrap(key, context);
    standIn.fault = fault;
    const before = standIn.received.length;
    const error = await encryption.wrap(key, context).catch((found: unknown) => found);
    expect(error).toMatchObject({ name: "KeyServiceError", code });
    const { message } = error as Error;
    expect(message).toContain(code);
    expect(message).toContain(encryption.currentId);
    for (const secret of [standIn.credentials, Buffer.from(key).toString("base64"), "<html>"]) {
      expect(message).not.toContain(secret);
    }
    // A redirect is not followed, and only transient errors are tried again.
    expect(standIn.received.length - before).toBeLessThanOrEqual(3);
  });

  test("a slow call ends at the deadline and is not repeated", async () => {
    await encryption.wrap(key, context);
    standIn.fault = "hang";
    const before = standIn.received.length;
    await expect(encryption.wrap(key, context)).rejects.toMatchObject({
      code: "key_service_timeout",
    });
    expect(standIn.received.length - before).toBe(1);
    // Other calls fail at once for a moment.
    await expect(encryption.wrap(key, context)).rejects.toMatchObject({
      code: "key_service_timeout",
    });
    expect(standIn.received.length - before).toBe(1);
    standIn.fault = undefined;
    clock.advance(2_001);
    expect((await encryption.wrap(key, context)).kekId).toBe(id);
  });

  test("a check says why the key does not work, and when it works again", async () => {
    await encryption.check();
    expect(encryption.problem()).toBeUndefined();
    standIn.fault = { status: 403, body: '{"__type":"AccessDeniedException"}' };
    await encryption.check();
    expect(encryption.problem()).toContain("key_service_denied");
    standIn.fault = undefined;
    await encryption.check();
    expect(encryption.problem()).toBeUndefined();
  });
});

test.each([
  ["encryption key not found", "key_service_key_unavailable"],
  [
    "ciphertext or signature version is disallowed by policy (too old)",
    "key_service_key_unavailable",
  ],
  ["invalid ciphertext: version is too new", "key_service_key_unavailable"],
  ["cipher: message authentication failed", "key_service_wrong_key"],
  ["invalid ciphertext: could not decode base64", "key_service_wrong_key"],
])("Vault: %s is %s", async (text, code) => {
  const standIn = await standInForVault();
  const service = openVault(standIn);
  const { blob } = await service.encrypt(key, context);
  standIn.fault = { status: 400, body: JSON.stringify({ errors: [text] }) };
  await expect(service.decrypt(blob, context)).rejects.toMatchObject({ code });
  await standIn.close();
});

test("Google: a token is used until it is about to expire, and another account gets its own", async () => {
  const standIn = await standInForGoogle(() => clock.nowMs());
  const tokens = () => standIn.received.filter(({ path }) => path === "/token").length;
  const settings = {
    type: "google-kms",
    key: googleKey,
    url: standIn.url,
    tokenUrl: `${standIn.url}/token`,
  } as const;
  const service = createGoogleKms({ ...settings, credentials: fixed(standIn.credentials) }, deps);
  await service.encrypt(key, context);
  await service.encrypt(key, context);
  expect(tokens()).toBe(1);
  clock.advance(3_540_000);
  await service.encrypt(key, context);
  expect(tokens()).toBe(2);
  const machine = createGoogleKms({ ...settings, credentials: "metadata" }, deps);
  expect((await machine.encrypt(key, context)).blob).not.toBe("");
  expect(standIn.received.some(({ headers }) => headers["metadata-flavor"] === "Google")).toBe(
    true,
  );
  await standIn.close();
});

test("Vault: a check renews the token, and the namespace is sent", async () => {
  const standIn = await standInForVault();
  const service = createVaultTransit(
    {
      type: "vault-transit",
      url: standIn.url,
      mount: "transit",
      key: vaultKey,
      namespace: "team/payments",
      token: fixed(standIn.credentials),
    },
    deps,
  );
  await createKeyServiceEncryption(service, { random, machineClock: clock }).check();
  const [first] = standIn.received;
  expect(first?.path).toBe("/v1/auth/token/renew-self");
  expect(first?.headers["x-vault-namespace"]).toBe("team/payments");
  await standIn.close();
});

describe("a misbehaving key service", () => {
  const sealed = new Map<string, Uint8Array>();
  /** A service like a Vault key that does not authenticate the context. */
  const careless: KeyService = {
    id: "x:y",
    versionMark: ":v",
    encrypt(plain) {
      const blob = String(sealed.size);
      sealed.set(blob, Uint8Array.from(plain));
      return Promise.resolve({ kekId: "x:y", blob });
    },
    decrypt: (blob) => Promise.resolve(sealed.get(blob) ?? new Uint8Array()),
  };
  const open = (service: KeyService) =>
    createKeyServiceEncryption(service, { random, machineClock: clock });

  test.each([
    [32, "key_service_malformed"],
    [48, "key_service_wrong_key"],
  ])("that unwraps to %i wrong bytes does not get its wrapping stored", async (length, code) => {
    const broken = { ...careless, decrypt: () => Promise.resolve(new Uint8Array(length)) };
    await expect(open(broken).wrap(key, context)).rejects.toMatchObject({ code });
  });

  test("does not open another operator's key, whether it was swapped in the store or in the response", async () => {
    const encryption = open(careless);
    const own = await encryption.wrap(key, context);
    const others = await encryption.wrap(new Uint8Array(32).fill(7), "data_keys:op_b:1");
    expect(await encryption.unwrap(own, context)).toEqual(key);
    for (const act of [encryption.unwrap, encryption.rewrap]) {
      await expect(act({ ...own, blob: others.blob }, context)).rejects.toMatchObject({
        code: "key_service_wrong_key",
      });
    }
  });
});
