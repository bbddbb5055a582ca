import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createService } from "../../app/create-service.ts";
import { commandSocketPath } from "../../platform/command-socket.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { openTestDatabase } from "../../testing/test-database.ts";
import { ensureDemoOperator } from "./demo-operator.ts";
import { openPayer } from "./index.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService({ settings: { allowedOrigins: ["https://shop.example"] } });
});
afterAll(() => t.close());

const command = (...words: string[]) => t.command(...words);
const keysIn = (text: string) => ({
  operatorId: /op_\w{24}/.exec(text)?.[0] ?? "",
  secretKey: /sk_sandbox_[\w-]{43}/.exec(text)?.[0] ?? "",
  publishableKey: /pk_sandbox_[\w-]{43}/.exec(text)?.[0] ?? "",
});
const payerAtHome = {
  address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
  phone: "7755550100",
};
const statusWith = async (token: string) =>
  (await t.call("GET", "/v1/customers", { token })).statusCode;

describe("the command line", () => {
  test("creates an operator with working keys, and shows them only once", async () => {
    const result = await command("create", "Acme", "paymentDescriptor=ACME SHOP");
    expect(result.exitCode).toBe(0);
    const { operatorId, secretKey, publishableKey } = keysIn(result.text);
    expect(await statusWith(secretKey)).toBe(200);
    expect(await statusWith(publishableKey)).toBe(403);
    const shown = await command("show", operatorId);
    expect(shown.text).toContain('"ACME SHOP"');
    expect(shown.text).not.toContain(secretKey);
    expect(shown.text).toContain(secretKey.slice(-4));
  });

  test("explains a descriptor that consists only of digits", async () => {
    for (const digits of ["12345678", '"12345678"']) {
      const refused = await command("create", "Digits", `paymentDescriptor=${digits}`);
      expect(refused).toMatchObject({ exitCode: 1 });
      expect(refused.text).toContain("at least one letter");
    }
  });

  test("takes a merchant category with and without quotation marks, and only four digits", async () => {
    for (const [given, stored] of [
      ["7995", '"7995"'],
      ['"0742"', '"0742"'],
      ["0742", '"0742"'],
      ["null", "null"],
    ]) {
      const result = await command("create", "Bingo", `merchantCategory=${given}`);
      expect(result.exitCode).toBe(0);
      const shown = await command("show", keysIn(result.text).operatorId);
      expect(shown.text).toMatch(new RegExp(`merchantCategory +${stored}`));
    }
    for (const wrong of ["799", "79955", "gambling", "-799"]) {
      const refused = await command("create", "Bingo", `merchantCategory=${wrong}`);
      expect(refused).toMatchObject({ exitCode: 1 });
      expect(refused.text).toContain("merchantCategory");
    }
  });

  test("stores no key in clear text", async () => {
    const { text } = await command("create", "--name", "Hidden");
    const { secretKey, publishableKey } = keysIn(text);
    const rows = await t.service.deps.database.kysely.selectFrom("api_keys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secretKey);
    expect(JSON.stringify(rows)).not.toContain(publishableKey);
  });

  test("issues a key in addition to the first, or replaces it", async () => {
    const { operatorId, secretKey } = keysIn((await command("create", "--name", "Keys")).text);
    const second = keysIn((await command("key", operatorId, "secret")).text).secretKey;
    expect([await statusWith(secretKey), await statusWith(second)]).toEqual([200, 200]);
    const replaced = await command("key", operatorId, "secret", "--revoke-others");
    const third = keysIn(replaced.text).secretKey;
    expect([await statusWith(secretKey), await statusWith(second)]).toEqual([401, 401]);
    expect(await statusWith(third)).toBe(200);
  });

  test("changes settings at once and keeps the others", async () => {
    const { operatorId } = keysIn((await command("create", "--name", "Set")).text);
    await command("set", operatorId, "threeDSecure", "always");
    const done = await command("set", operatorId, 'taxTypes=["bingo"]', "flag.new_fees=true");
    expect(done).toEqual({ text: "set taxTypes, flag.new_fees", exitCode: 0 });
    const { settings, featureFlags } = await t.service.deps.operators.get(operatorId);
    expect(settings).toMatchObject({
      threeDSecure: "always",
      taxTypes: ["bingo"],
      salesTax: "off",
    });
    expect(featureFlags).toEqual({ new_fees: true });
  });

  test.each([
    ["an unknown setting", "colour=blue"],
    ["an invalid value", "threeDSecure=sometimes"],
    ["a path in an origin", 'allowedOrigins=["https://shop.example/pay"]'],
    ["no payment method", "paymentMethodTypes=[]"],
    ["an unknown time zone", "timeZone=Mars/Olympus"],
    ["no value", "threeDSecure"],
    ["a flag that is not true or false", "flag.x=maybe"],
  ])("refuses %s and changes nothing", async (_what, assignment) => {
    const before = await command("show", t.operator.operatorId);
    const refused = await command("set", t.operator.operatorId, assignment);
    expect(refused.exitCode).toBe(1);
    expect(refused.text).toMatch(/\w/);
    expect(await command("show", t.operator.operatorId)).toEqual(before);
  });

  test("seals the payer's number, shows it masked, and keeps it if a change omits it", async () => {
    const { operatorId } = keysIn((await command("create", "--name", "Payer")).text);
    const { database, keyring, operators } = t.service.deps;
    const payer = { name: "Bingo Hall", tinType: "EIN", tin: "987654321", ...payerAtHome };
    const set = (value: object) => command("set", operatorId, `payer=${JSON.stringify(value)}`);
    const stored = async () => {
      const { settings } = await operators.get(operatorId);
      return settings.payer && openPayer(keyring, operatorId, settings.payer);
    };
    expect((await set({ ...payer, tin: undefined })).exitCode).toBe(1);
    expect((await set(payer)).exitCode).toBe(0);
    const row = await database.kysely
      .selectFrom("operators")
      .select("settings")
      .where("operator_id", "=", operatorId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.settings)).not.toContain("98765");
    const { text } = await command("show", operatorId);
    expect(text).toContain('"maskedTin":"XX-XXX4321"');
    expect(text).not.toMatch(/98765|sealed/);
    expect(await stored()).toEqual(payer);

    expect((await set({ ...payer, tin: undefined, name: "Bingo" })).exitCode).toBe(0);
    expect(await stored()).toEqual({ ...payer, name: "Bingo" });
    const otherType = await set({ ...payer, tin: undefined, tinType: "SSN" });
    expect(otherType).toMatchObject({ exitCode: 1, text: "payer.tin: must have nine digits" });
    await command("set", operatorId, "payer=null");
    expect(await stored()).toBeNull();
  });

  test("lists changes, and verifies that the log is complete", async () => {
    const { operatorId } = keysIn((await command("create", "--name", "Audited")).text);
    await command("set", operatorId, "threeDSecure=always");
    const { text } = await command("audit", "list", operatorId);
    expect(text.split("\n")).toEqual([
      expect.stringMatching(/^2 .* command {2}settings\.changed .*"threeDSecure"/),
      expect.stringMatching(/^1 .* command {2}operator\.created/),
    ]);
    const whole = await command("audit", "verify", operatorId);
    expect(whole).toMatchObject({ exitCode: 0, text: expect.stringContaining("2 entries") });
    const newest = /newest {2}(\S+)/.exec(whole.text)?.[1] ?? "";
    expect((await command("audit", "verify", operatorId, "--known", newest)).exitCode).toBe(0);
    await t.service.deps.database.kysely
      .deleteFrom("audit_entries")
      .where("operator_id", "=", operatorId)
      .where("sequence", "=", 1)
      .execute();
    const broken = await command("audit", "verify", operatorId);
    expect(broken).toMatchObject({ exitCode: 1, text: expect.stringContaining("BROKEN: Entry 1") });
    expect((await command("audit", "verify", operatorId, "--known", "x")).exitCode).toBe(1);
    expect((await command("audit", "dance", operatorId)).exitCode).toBe(1);
  });

  test("accepts a list as JSON or with commas", async () => {
    const { operatorId } = keysIn((await command("create", "--name", "Lists")).text);
    const origins = async () =>
      (await t.service.deps.operators.get(operatorId)).settings.allowedOrigins;
    await command("set", operatorId, "allowedOrigins=https://a.example, https://b.example");
    expect(await origins()).toEqual(["https://a.example", "https://b.example"]);
    await command("set", operatorId, 'allowedOrigins=["https://c.example"]');
    expect(await origins()).toEqual(["https://c.example"]);
    await command("set", operatorId, "routingRules=quayside,northbank");
    expect((await t.service.deps.operators.get(operatorId)).settings.routingRules).toHaveLength(1);
    expect(await command("set", operatorId, "allowedOrigins=shop.example")).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("https://shop.example"),
    });
  });

  test("explains why it refuses unknown commands and operators", async () => {
    expect(await command("dance")).toMatchObject({ exitCode: 1 });
    expect(await command("key", "op_nobody", "secret")).toMatchObject({
      exitCode: 1,
      text: "There is no operator op_nobody.",
    });
    for (const words of ["audit verify", "audit list", "webhooks list"])
      expect(await command(...words.split(" "), "op_nobody")).toEqual({
        exitCode: 1,
        text: "There is no operator op_nobody.",
      });
    expect(await command("create", "X", "flag.later=true")).toMatchObject({ exitCode: 1 });
    expect(await command("create", "--nom", "X")).toMatchObject({ exitCode: 1 });
    expect((await command("help")).text).toContain("rotate-secret");
    expect((await command("webhooks")).text).toBe(
      "webhooks needs list, tries, resend, enable or rotate-secret",
    );
    expect((await command("audit")).text).toBe("audit needs list or verify");
    expect(await command("set", t.operator.operatorId, "threeDSecured=always")).toEqual({
      exitCode: 1,
      text: "threeDSecured: there is no such setting",
    });
    expect(await command("webhooks", "resend", t.operator.operatorId, "evt_x")).toMatchObject({
      exitCode: 1,
    });
  });

  test("reaches the running service through a socket that only its owner may use", async () => {
    const { config } = t.service.deps;
    await t.service.start();
    expect(statSync(commandSocketPath(config.dataDir)).mode & 0o777).toBe(0o600);
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, ["scripts/operator.mjs", ...words], {
        env: { ...process.env, TESSERA_DATA_DIR: config.dataDir },
      });
    const { stdout } = await run("create", "--name", "Over the socket");
    expect(await statusWith(keysIn(stdout).secretKey)).toBe(200);
    await expect(run("dance")).rejects.toMatchObject({ code: 1 });
    const elsewhere = promisify(execFile)(process.execPath, ["scripts/operator.mjs", "show"], {
      env: { ...process.env, TESSERA_DATA_DIR: join(config.dataDir, "nothing") },
    });
    await expect(elsewhere).rejects.toMatchObject({ stderr: /No service runs on/ });
  });
});

describe("the SDK's diagnosis", () => {
  const ask = async (publishableKey: string, origin?: string) => {
    const response = await t.call("GET", `/v1/sdk/diagnosis?publishableKey=${publishableKey}`, {
      token: null,
      headers: origin ? { origin } : {},
    });
    expect(response.headers["access-control-allow-origin"]).toBe("*");
    return response.json();
  };

  test("distinguishes a valid key, an unknown key and a key of the other environment", async () => {
    const { publishableKey, secretKey } = t.operator;
    const origin = "https://shop.example";
    expect(await ask(publishableKey, origin)).toEqual({ key: "ok", origin: "allowed" });
    expect(await ask("pk_sandbox_x", origin)).toEqual({ key: "unknown", origin: "refused" });
    expect(await ask("pk_live_x", origin)).toEqual({ key: "wrong_environment", origin: "refused" });
    expect(await ask(secretKey, origin)).toEqual({ key: "unknown", origin: "refused" });
  });

  test("allows pages of the developer's own machine in the sandbox without a setting", async () => {
    const { publishableKey } = t.operator;
    for (const origin of [
      "http://localhost:5173",
      "http://shop.localhost",
      "http://127.0.0.1:80",
    ]) {
      expect(await ask(publishableKey, origin)).toEqual({ key: "ok", origin: "allowed" });
    }
  });

  test("reports an origin that is not allowed", async () => {
    const { publishableKey } = t.operator;
    for (const origin of ["https://evil.example", "https://shop.example:8443", "null", undefined]) {
      expect(await ask(publishableKey, origin)).toEqual({ key: "ok", origin: "refused" });
    }
  });
});

describe("unknown publishable keys in URLs", () => {
  const ask = async (limited: TestService, publishableKey: string, ip = "203.0.113.1") => {
    const response = await limited.call(
      "GET",
      `/v1/sdk/diagnosis?publishableKey=${publishableKey}`,
      {
        token: null,
        headers: { "x-forwarded-for": ip },
      },
    );
    return response.statusCode === 200 ? response.json().key : response.statusCode;
  };
  const guess = (count: number) => `pk_sandbox_${String(count).padStart(43, "x")}`;

  test("are refused above a limit per address without a query; valid keys keep working", async () => {
    const limited = await createTestService({
      env: { RATE_LIMIT_FAILED_AUTHENTICATION: "1/3", TRUSTED_PROXIES: "127.0.0.1" },
    });
    const { database } = limited.service.deps;
    const run = vi.spyOn(database, "run");
    const { publishableKey } = limited.operator;
    expect(await ask(limited, publishableKey)).toBe("ok");
    const responses = [];
    for (let count = 0; count < 5; count += 1) responses.push(await ask(limited, guess(count)));
    expect(responses).toEqual(["unknown", "unknown", "unknown", 429, 429]);

    const queries = () => run.mock.calls.filter(([{ name }]) => name === "operators.find_by_key");
    const before = queries().length;
    expect(await ask(limited, guess(9))).toBe(429);
    expect(queries()).toHaveLength(before);
    const frame = await limited.call("GET", `/v1/frames/payment?key=${guess(9)}`, {
      token: null,
      headers: { "x-forwarded-for": "203.0.113.1" },
    });
    expect(frame.statusCode).toBe(429);
    expect(frame.headers["retry-after"]).toBe("1");

    limited.clock.advance(900);
    expect(await ask(limited, publishableKey)).toBe("ok");
    expect(await ask(limited, guess(10), "203.0.113.2")).toBe("unknown");
    limited.clock.advance(200);
    expect(await ask(limited, guess(11))).toBe("unknown");
    // A customer usually has a whole IPv6 network.
    const inNetwork = [];
    for (let count = 1; count < 5; count += 1) {
      inNetwork.push(await ask(limited, guess(count), `2001:db8:1:2::${count}`));
    }
    expect(inNetwork).toEqual(["unknown", "unknown", "unknown", 429]);
    await limited.close();
  });

  test("are queried once per minute; malformed keys never", async () => {
    const { database } = t.service.deps;
    const run = vi.spyOn(database, "run");
    const queries = () => run.mock.calls.filter(([{ name }]) => name === "operators.find_by_key");
    await ask(t, guess(100));
    await ask(t, guess(100));
    await ask(t, "pk_sandbox_short");
    expect(queries()).toHaveLength(1);
    t.clock.advance(60_000);
    await ask(t, guess(100));
    expect(queries()).toHaveLength(2);
    run.mockRestore();
  });
});

describe("the demo operator", () => {
  const read = () =>
    JSON.parse(readFileSync(join(t.service.deps.config.dataDir, "demo-operator.json"), "utf8"));

  test("exists after the first start, with working keys, and stays the same", async () => {
    const demo = read();
    expect(await statusWith(demo.secretKey)).toBe(200);
    const { settings, isDemo } = await t.service.deps.operators.get(demo.operatorId);
    expect(isDemo).toBe(true);
    expect(settings).toMatchObject({
      paymentMethodTypes: ["card", "bank", "pay_by_bank", "crypto"],
      taxTypes: ["bingo", "horse_racing"],
      allowedOrigins: ["http://shop.localhost:4100", "http://127.0.0.1:4100"],
      locationRules: [],
    });
    await ensureDemoOperator(t.service.deps);
    expect(read()).toEqual(demo);
  });

  test("gets the shop's new port and keeps added origins", async () => {
    const { deps } = t.service;
    const { operatorId } = read();
    const own = '["http://shop.localhost:4100","https://mine.example"]';
    await command("set", operatorId, `allowedOrigins=${own}`);
    await ensureDemoOperator({ ...deps, config: { ...deps.config, shopPort: 4999 } });
    expect((await deps.operators.get(operatorId)).settings.allowedOrigins).toEqual([
      "http://shop.localhost:4999",
      "http://127.0.0.1:4999",
      "https://mine.example",
    ]);
    // The next start changes nothing.
    const audited = async () => (await command("audit", "list", operatorId)).text;
    const before = await audited();
    await ensureDemoOperator({ ...deps, config: { ...deps.config, shopPort: 4999 } });
    expect(await audited()).toBe(before);
  });

  test("production refuses to start with a store that has a demo operator", async () => {
    const { database } = await openTestDatabase();
    const { config, log } = t.service.deps;
    const isDemo = { operator_id: "op_demo", name: "Demo", is_demo: true, version: 1 };
    const at = new Date(0);
    await database.kysely
      .insertInto("operators")
      .values({ ...isDemo, settings: "{}", feature_flags: "{}", created_at: at, updated_at: at })
      .execute();
    const production = { ...config, environment: "production" as const };
    await expect(createService(production, { database, log })).rejects.toThrow(/demo operator/);
  });
});
