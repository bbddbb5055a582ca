import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { drive } from "../../kit/testing/drive.ts";
import type { CardVendorModule } from "../kit/card-vendor.ts";
import {
  answered,
  type ConformanceCase,
  chargeKey,
  exampleCharge,
  exampleChargeId,
  exampleRefund,
  refundKey,
} from "./conformance.ts";

const repository = join(import.meta.dirname, "../../../..");
const processors = "service/providers/processor";

interface Item {
  readonly title: string;
  readonly todo: string;
  isDone(): boolean;
}

/**
 * Fails for everything that a connector from `connectors new` still lacks, and says what to do. Remove the call once
 * all pass; the conformance suite stays.
 */
export function testRemainingWork(
  name: string,
  vendor: CardVendorModule,
  example: ConformanceCase,
): void {
  describe(`${name}: what is left to write`, () => {
    const items = [...operations(name, example), ...facts(name, vendor), ...integration(name)];
    for (const { title, todo, isDone } of items) {
      test(title, () => {
        expect(isDone(), todo).toBe(true);
      });
    }
  });
}

function operations(name: string, { connector, good, notices, prepared }: ConformanceCase): Item[] {
  const order = prepared ? { ...exampleCharge, reference: prepared.reference } : exampleCharge;
  const { lookUp, refunds } = connector.capabilities;
  const isByNotice = lookUp === "notice" || lookUp === "replay";
  const works = (operation: keyof typeof good, types: readonly string[]) => () => {
    const exchange = {
      charge: () => connector.charge(order, chargeKey),
      lookUp: () => connector.lookUp(chargeKey, order, notices),
      refund: () => connector.refund(exampleRefund, refundKey),
      lookUpRefund: () => connector.lookUpRefund(refundKey, exampleRefund, notices),
      reverse: () => connector.reverse(exampleChargeId, `${chargeKey}-reversal`, "late success"),
    }[operation]();
    const responses = good[operation].map(({ status, body }) => answered(status, body));
    const { calls, outcome } = drive<{ readonly type: string }>(exchange, responses);
    const asks = calls.length > 0 || (isByNotice && operation.startsWith("lookUp"));
    return asks && types.includes(outcome.type);
  };
  const item = (operation: keyof typeof good, what: string, types: readonly string[]): Item => ({
    title: `${operation} ${what}`,
    todo: `Write ${operation} in ${name}-connector.ts, and put the vendor's good responses into good.${operation} of ${name}-connector.test.ts`,
    isDone: works(operation, types),
  });
  const returned = ["success", "pending"];
  return [
    item("charge", "sends a charge, and believes the approval", ["approved"]),
    item("lookUp", "finds the charge by our reference", ["approved"]),
    item("reverse", "takes the whole charge back", ["reversed", "pending"]),
    ...(refunds === "none"
      ? []
      : [
          item("refund", "returns money of the charge", returned),
          item("lookUpRefund", "finds the refund", returned),
        ]),
  ];
}

/** The facts to find in the vendor's documentation. */
function facts(name: string, { settings, testHosts, tests }: CardVendorModule): Item[] {
  const { shape = {} } = settings as { readonly shape?: object };
  return [
    {
      title: "the table of abilities says what the vendor's documentation says",
      todo: `Go through the row of ${name} in contract/connectors/card-capabilities.ts, and remove the line "Not read yet"`,
      isDone: () => !rowOf(name).includes("Not read yet"),
    },
    {
      title: "the check has the vendor's test card",
      todo: `Put the test cards of the vendor's guide into tests of ${name}-vendor.ts`,
      isDone: () => /^\d{12,19}$/.test(tests.approved.number),
    },
    {
      title: "an account for tests can be recognised",
      todo: `Name the vendor's host for tests in testHosts of ${name}-vendor.ts, or keep the setting test`,
      isDone: () => testHosts.length > 0 || "test" in shape,
    },
    {
      title: "declines have our reasons",
      todo: "Add the vendor's codes to kit/reasons.ts, and read them with reasonOf",
      isDone: () => sourcesOf(name).includes("reasonOf("),
    },
  ];
}

function integration(name: string): Item[] {
  const has = (path: string) => () => existsSync(join(repository, path));
  const names = (path: string) => () =>
    new RegExp(`["'\`(/ ]${name}["'\`:./ ]`).test(readFileSync(join(repository, path), "utf8"));
  return [
    {
      title: "the sandbox plays the vendor's API",
      todo: `Play the API in sandbox/vendors/${name}/, with its routes in sandbox/create-sandbox.ts`,
      isDone: has(`sandbox/vendors/${name}`),
    },
    {
      title: "whole payments run against the sandbox's copy",
      todo: `Copy nmi/nmi-payments.test.ts to ${name}/${name}-payments.test.ts`,
      isDone: has(`${processors}/${name}/${name}-payments.test.ts`),
    },
    {
      title: "the check of a connector runs against the sandbox's copy",
      todo: `Add ${name} to service/payments/connector-checks/connector-checks.test.ts`,
      isDone: names("service/payments/connector-checks/connector-checks.test.ts"),
    },
    {
      title: "the documentation has a page",
      todo: `Write docs/connectors/${name}.md, and list it in docs/site/contents.ts`,
      isDone: has(`docs/connectors/${name}.md`),
    },
    {
      title: "the console knows the vendor's name",
      todo: `Add ${name} to vendors in console/i18n/en/routing.ts and es/routing.ts`,
      isDone: names("console/i18n/en/routing.ts"),
    },
  ];
}

/** The vendor's row in the table of abilities, with the comment above it. */
function rowOf(name: string): string {
  const text = readFileSync(join(repository, "contract/connectors/card-capabilities.ts"), "utf8");
  const at = text.search(new RegExp(`\\n  "?${name}"?: \\{`));
  return text.slice(Math.max(0, at - 120), at);
}

function sourcesOf(name: string): string {
  const folder = join(repository, processors, name);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}
