import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorCodes } from "#contract/errors";
import { eventTypes } from "#contract/events/event-types";
import { paymentReasons } from "#contract/payment-reasons/index";
import { refundFailures } from "#contract/refund-failures";
import { refundWaits } from "#contract/refund-waits";
import { english as audit } from "./en/audit.ts";
import { texts as en } from "./en/index.ts";
import { english as rail } from "./en/rail.ts";
import { english as refund } from "./en/refunds.ts";
import { texts as es } from "./es/index.ts";

/** Files of one language that contain texts, by name. */
async function textsOf(folder: "en" | "es"): Promise<Record<string, unknown>> {
  const names = readdirSync(new URL(folder, import.meta.url));
  const files = names.filter((name) => name !== "index.ts" && name !== "plural.ts");
  const found = files.map(async (name) => {
    const file = await import(`./${folder}/${name.replace(/\.ts$/, "")}.ts`);
    return [name, file[folder === "en" ? "english" : "spanish"]] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
const english = await textsOf("en");
const spanish = await textsOf("es");

/** Paths of all texts and of lists of words, which the compiler does not compare. */
function paths(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([name, inner]) => paths(inner, `${at}.${name}`));
}

it("every language has the same texts", () => {
  expect(paths(english).length).toBeGreaterThan(500);
  // The service names the ledger's accounts in English.
  const withoutAccounts = (all: string[]) =>
    all.filter((path) => !path.startsWith(".ledger.ts.accounts.")).sort();
  expect(withoutAccounts(paths(spanish))).toEqual(withoutAccounts(paths(english)));
});

it("no text is empty", () => {
  expect(JSON.stringify([english, spanish]).match(/"[\w-]+":""/g)).toBeNull();
});

it("Spanish addresses staff as usted", () => {
  const informal =
    /(?<!\p{L})(tu|tus|tuy[oa]s?|tú|ti|contigo|puedes|debes|tienes|quieres)(?!\p{L})/giu;
  const folder = new URL("es/", import.meta.url);
  const found = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(informal)].map(
      ([word]) => `${name}: ${word}`,
    ),
  );
  expect(found).toEqual([]);
});

it("every reason why a payment fails has a text; returns have their code", () => {
  const codes = Object.keys(paymentReasons).filter((code) => !/^ach_r\d\d$/.test(code));
  expect(codes.length).toBeGreaterThan(40);
  expect(Object.keys(rail.reasons).sort()).toEqual(codes.sort());
});

it("every reason why a refund fails has a text", () => {
  expect(Object.keys(refund.failures).sort()).toEqual(Object.keys(refundFailures).sort());
});

it("every reason why a refund waits has a text", () => {
  expect(Object.keys(refund.waitReasons).sort()).toEqual(Object.keys(refundWaits).sort());
});

/** All texts; for texts that are functions, their source. */
function sources(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "function") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(sources);
}

it("screens say payout; only the API says disbursement", () => {
  // The console shows the service's message where it has no text for the code.
  const messages = Object.values(errorCodes).map(({ message }) => message);
  const allTexts = [...sources([english, spanish]), ...messages];
  expect(allTexts.filter((text) => /\bdisbursements?\b|desembolso/i.test(text))).toEqual([]);
});

/** The service's sources that write audit entries. */
function auditSources(): string[] {
  const service = new URL("../../service/", import.meta.url);
  const names = readdirSync(service, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .map((name) => readFileSync(new URL(name, service), "utf8"))
    .filter((source) => /\baudit|Audit/.test(source));
}

it("every action and subject that the service writes into the audit log has a text", () => {
  const { actions, subjects } = audit.audit;
  const text = auditSources().join("\n");
  const literals = [
    ...text.matchAll(/\b(?:action(?::| =)|audit\w*\()[^;{}]*?(?="[a-z0-9_]+\.[a-z_]+")[^;{}]*/g),
  ].flatMap(([call]) => call.match(/(?<=")[a-z0-9_]+\.[a-z_]+(?=")/g) ?? []);
  expect(new Set(literals).size).toBeGreaterThan(50);
  expect(literals.filter((action) => !Object.hasOwn(actions, action))).toEqual([]);
  const types = text.match(/(?<=subject(?::| =) \{ type: ")\w+/g) ?? [];
  expect(types.filter((type) => !Object.hasOwn(subjects, type))).toEqual([]);
});

it("every event type has a text in every language", () => {
  for (const { events } of [en, es]) {
    expect(Object.keys(events.types).sort()).toEqual([...eventTypes].sort());
  }
});
