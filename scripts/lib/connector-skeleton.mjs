/**
 * The skeleton of a connector for a card processor: a folder with tests that say what is left to write, a row in the
 * table of abilities, and a line in the list of vendors. It sends no charge until it is written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const processors = "service/providers/processor";
const table = "contract/connectors/card-capabilities.ts";
const list = `${processors}/vendor-settings.ts`;

export class NotMade extends Error {}

/**
 * @param {string} root folder of the checkout
 * @param {string} name the vendor's `type` in `PROCESSORS`
 * @returns {{ created: string[], changed: string[] }} paths below `root`
 * @throws NotMade for an invalid or used name, and outside a checkout
 */
export function makeConnector(root, name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 32) {
    throw new NotMade("A name has small letters, digits and hyphens, such as acme or acme-pay.");
  }
  if (![table, list].every((file) => existsSync(join(root, file)))) {
    throw new NotMade("Make a connector in a checkout of the sources.");
  }
  const key = name.includes("-") ? `"${name}"` : name;
  const abilities = readFileSync(join(root, table), "utf8");
  const vendors = readFileSync(join(root, list), "utf8");
  const folder = `${processors}/${name}`;
  const isKnown = abilities.includes(`\n  ${key}: {`) || existsSync(join(root, folder));
  if (isKnown) throw new NotMade(`There is a connector ${name}.`);

  const files = skeletonOf(name, key);
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const created = Object.entries(files).map(([file, text]) => {
    write(`${folder}/${file}`, text);
    return `${folder}/${file}`;
  });
  write(table, before(abilities, "} as const satisfies Readonly<Record<string, Card", rowOf(key)));
  const camel = camelOf(name);
  const imported = `import { ${camel} } from "./${name}/${name}-vendor.ts";\n`;
  const listed = key === camel ? `  ${camel},\n` : `  ${key}: ${camel},\n`;
  write(
    list,
    before(
      before(vendors, 'import type { VendorTests } from "./check/test-cards.ts";', imported),
      "} as const satisfies Readonly<Record<CardVendor, CardVendorModule>>;",
      listed,
    ),
  );
  return { created, changed: [table, list] };
}

function before(text, place, inserted) {
  const at = text.indexOf(place);
  if (at < 0) throw new NotMade(`The sources have no ${place}`);
  return text.slice(0, at) + inserted + text.slice(at);
}

function camelOf(name) {
  return name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

/**
 * Returns a row that claims nothing, because nobody has read the vendor's documentation: the service offers only what a
 * row claims.
 */
function rowOf(key) {
  return `  // Not read yet: say what the vendor's documentation says, and remove this line.
  ${key}: {
    externalThreeDSecure: false,
    nativeThreeDSecure: "never",
    softDeclines: false,
    storedCredentials: false,
    repeats: false,
    lookUp: "eventual",
    findsAfterMs: minuteMs,
    findsRefunds: "perhaps",
    voids: false,
    refunds: "parts",
    arn: false,
    currencyDigits: 2,
    surchargePart: false,
    descriptor: "never",
    merchantCategory: "never",
    notices: "none",
    reportsDisputes: false,
    answersDisputes: false,
    settlementFiles: "none",
    payouts: false,
  },
`;
}

/** The files of the vendor's folder, by name. */
function skeletonOf(name, key) {
  const camel = camelOf(name);
  const pascal = camel[0].toUpperCase() + camel.slice(1);
  const row = key === name ? `cardCapabilities.${name}` : `cardCapabilities[${key}]`;
  return {
    [`${name}-settings.ts`]: `import * as z from "zod/mini";

/** An account at ${pascal}. */
export const ${camel}Settings = z.strictObject({
  /** Key of the API. */
  apiKey: z.string().check(z.regex(/^[\\x21-\\x7e]{8,200}$/)),
  /** What names the account, and stays when the key changes. */
  merchantId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  /** The account is for tests: no money moves. Only if neither the address nor the key shows it. */
  test: z.optional(z.boolean()),
});
export type ${pascal}Settings = z.infer<typeof ${camel}Settings>;
`,
    [`${name}-vendor.ts`]: `import type { CardVendorModule } from "../kit/card-vendor.ts";
import { ${camel}Connector } from "./${name}-connector.ts";
import { ${camel}Settings } from "./${name}-settings.ts";

/** ${pascal}. */
export const ${camel} = {
  settings: ${camel}Settings,
  secrets: ["apiKey"],
  account: ["merchantId"],
  testHosts: [],
  connector: ${camel}Connector,
  // The vendor's testing guide has not been read yet.
  tests: {
    connectorVersion: 1,
    approved: { number: "" },
    cases: [],
  },
} as const satisfies CardVendorModule;
`,
    [`${name}-connector.ts`]: `import { cardCapabilities } from "#contract/connectors/card-capabilities";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import type { Call } from "../../kit/exchange.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import type { ${pascal}Settings } from "./${name}-settings.ts";

/** Why an operation did nothing: it is not written yet. */
const notWritten = "connector_not_written";

/**
 * ${pascal}. No operation sends anything until it is written. \`card-processor.ts\` says what each must guarantee,
 * docs/connectors/add-a-vendor.md how to write it, and ${name}-connector.test.ts what is left.
 */
export function ${camel}Connector(settings: ${pascal}Settings, _: Deadlines): CardConnector {
  /** A call of the API. Charges take \`chargeDeadlineMs\`, look-ups \`lookUpDeadlineMs\`. */
  const call = (method: Call["method"], path: string, deadlineMs: number, body?: object): Call => ({
    method,
    path,
    headers: {
      authorization: \`Bearer \${settings.apiKey}\`,
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    deadlineMs,
  });

  return {
    capabilities: ${row},

    // biome-ignore lint/correctness/useYield: not written yet
    *charge() {
      return { type: "rejected", reason: notWritten };
    },

    // biome-ignore lint/correctness/useYield: not written yet
    *lookUp() {
      return { type: "unknown", reason: notWritten };
    },

    // biome-ignore lint/correctness/useYield: not written yet
    *reverse() {
      return { type: "unknown", reason: notWritten };
    },

    // biome-ignore lint/correctness/useYield: not written yet
    *refund() {
      return { type: "rejected", code: notWritten };
    },

    // biome-ignore lint/correctness/useYield: not written yet
    *lookUpRefund() {
      return { type: "unknown", reason: notWritten };
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *answerDispute() {
      return { type: "rejected", code: "disputes_not_supported" };
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *lookUpAnswer() {
      return { type: "not_found" };
    },

    *isHealthy() {
      const response = yield call("GET", "/", healthDeadlineMs);
      return !(response instanceof OutgoingCallFailed) && response.statusCode === 200;
    },
  };
}
`,
    [`${name}-connector.test.ts`]: `/** What the connector of ${pascal} must guarantee, and what is left to write. */
import { type ConformanceCase, testConformance } from "../testing/conformance.ts";
import { testRemainingWork } from "../testing/remaining-work.ts";
import { ${camel}Connector } from "./${name}-connector.ts";
import { ${camel} } from "./${name}-vendor.ts";

const settings = { apiKey: "key-of-the-tests-0001", merchantId: "shop" };

/** Good responses of the vendor, as its documentation shows them: one for each call of an operation, in order. */
const example: ConformanceCase = {
  connector: ${camel}Connector(settings, { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 9_000 }),
  secrets: [settings.apiKey],
  good: {
    // { status: 201, body: { … } }
    charge: [],
    lookUp: [],
    refund: [],
    lookUpRefund: [],
    reverse: [],
  },
};

testRemainingWork("${name}", ${camel}, example);
testConformance("${pascal}", example);
`,
  };
}
