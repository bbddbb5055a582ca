import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig, type ServiceConfig } from "../app/read-config.ts";
import { readSecret, readSecretSetting, SecretFiles } from "./secret-source.ts";
import { strongSecret } from "./testing/strong-secrets.ts";

let folder: string;
let path: string;
let count = 0;
let files: SecretFiles;
const write = (text: string) => writeFileSync(path, text);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-secret-"));
});
beforeEach(() => {
  count += 1;
  path = join(folder, `secret-${count}`);
  files = new SecretFiles("sandbox");
});
afterAll(() => rmSync(folder, { recursive: true }));

const source = (env: Record<string, string> = {}) => ({
  text: (name: string) => env[name],
  secretFiles: files,
});

describe("a secret in a file", () => {
  test("changes when the file has changed and then stays the same for a round", async () => {
    write("first\n");
    const secret = readSecret(source(), "X: key", { file: path });
    expect(secret.current()).toBe("first");
    expect(await files.refresh()).toEqual([]);
    write("second\n");
    expect(await files.refresh()).toEqual([]);
    expect(secret.current()).toBe("first");
    expect(await files.refresh()).toEqual([{ name: "X: key", problem: null }]);
    expect(secret.current()).toBe("second");
    expect(await files.refresh()).toEqual([]);
  });

  test("does not change while it is being written", async () => {
    write("first");
    const secret = readSecret(source(), "X: key", { file: path });
    for (const part of ["s", "se", "sec"]) {
      write(part);
      await files.refresh();
      expect(secret.current()).toBe("first");
    }
    await files.refresh();
    expect(secret.current()).toBe("sec");
  });

  test("changes when another file takes its place", async () => {
    write("first");
    const secret = readSecret(source(), "X: key", { file: path });
    writeFileSync(`${path}.new`, "other");
    renameSync(`${path}.new`, path);
    await files.refresh();
    await files.refresh();
    expect(secret.current()).toBe("other");
  });

  test.each([
    ["missing", () => rmSync(path), "cannot be read (ENOENT)"],
    ["empty", () => write(" \n"), "is empty"],
    ["too large", () => write("é".repeat(40_000)), "is over 64 KiB"],
    ["too large to read", () => truncateSync(path, 3 * 2 ** 30), "is over 64 KiB"],
  ])("stays while the file is %s, is reported once, and recovers", async (_, spoil, problem) => {
    write("first");
    const secret = readSecret(source(), "X: key", { file: path });
    spoil();
    const changes = [await files.refresh(), await files.refresh(), await files.refresh()].flat();
    expect(changes).toEqual([{ name: "X: key", problem }]);
    expect(files.problems()).toEqual(changes);
    expect(secret.current()).toBe("first");
    write("again");
    await files.refresh();
    await files.refresh();
    expect(secret.current()).toBe("again");
    expect(files.problems()).toEqual([]);
  });

  test("is no longer a problem once it returns unchanged", async () => {
    write("first");
    readSecret(source(), "X: key", { file: path });
    renameSync(path, `${path}.away`);
    await files.refresh();
    expect(files.problems()).toHaveLength(1);
    renameSync(`${path}.away`, path);
    expect(await files.refresh()).toEqual([{ name: "X: key", problem: null }]);
  });

  test("is not replaced by a guessable one in production", async () => {
    files = new SecretFiles("production");
    write(strongSecret);
    const secret = readSecret(source(), "X: key", { file: path });
    write("change-me");
    await files.refresh();
    expect((await files.refresh())[0]?.problem).toMatch(/^can be guessed: /);
    expect(secret.current()).toBe(strongSecret);
  });

  test.each([
    ["missing", () => undefined, /^X: key: the file cannot be read \(ENOENT\)$/],
    ["empty", () => write(""), /^X: key: the file is empty$/],
    [
      "too large",
      () => {
        write("x");
        truncateSync(path, 3 * 2 ** 30);
      },
      /^X: key: the file is over 64 KiB$/,
    ],
  ])("stops the start while it is %s", (_, make, message) => {
    make();
    expect(() => readSecret(source(), "X: key", { file: path })).toThrow(message);
  });
});

test("a secret can be a variable, and a setting of its own can name either", () => {
  expect(readSecret(source({ A: "from-a" }), "X", { env: "A" }).current()).toBe("from-a");
  expect(readSecretSetting(source({ X: "plain" }), "X")?.current()).toBe("plain");
  expect(readSecretSetting(source({ X: '{"env":"A"}', A: "a" }), "X")?.current()).toBe("a");
  expect(readSecretSetting(source(), "X")).toBeUndefined();
});

test.each([[null], [7], [{}], [{ file: 1 }], [{ env: "A", file: "/x" }], [{ env: "A", more: 1 }]])(
  "%j is not a secret, and the message names only the setting",
  (value) => {
    expect(() => readSecret(source({ A: "a" }), "X: key", value)).toThrow(
      'X: key must be a text, {"file": …} or {"env": …}',
    );
  },
);

test.each([
  ["PAYOUT_PROCESSOR", ({ payoutProcessors: [processor] }: ServiceConfig) => processor],
  ["DIRECTORY_SERVER", (config: ServiceConfig) => config.threeDSServer],
  ["TIN_MATCHING", (config: ServiceConfig) => config.tinMatching],
  ["BANK_LOGIN", (config: ServiceConfig) => config.bankLogin],
  ["PAY_BY_BANK", (config: ServiceConfig) => config.payByBank],
] as const)("the key of %s may be in a file that rotates", async (variable, partyOf) => {
  write("first");
  const connector = { name: "a", url: "https://a.example", key: { file: path } };
  const config = readConfig({ [variable]: JSON.stringify(connector) });
  expect(partyOf(config)).toMatchObject({ ...connector, key: "first" });
  write("second");
  await config.secretFiles.refresh();
  await config.secretFiles.refresh();
  expect(partyOf(config)).toMatchObject({ key: "second" });
});

test("the token of the text messages may be in a file that rotates", async () => {
  write("first");
  const config = readConfig({
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_FROM: "+12025550100",
    TWILIO_AUTH_TOKEN: JSON.stringify({ file: path }),
  });
  write("second");
  await config.secretFiles.refresh();
  await config.secretFiles.refresh();
  expect(config.twilio?.authToken).toBe("second");
});
