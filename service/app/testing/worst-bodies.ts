/** The bodies that we know to be most expensive to check. All are well-formed, so a route must read their content. */
import { publicBodyLimitBytes } from "../../platform/http/public-limits.ts";

/** Sizes of bodies from authenticated callers, and from anyone. */
export const bodySizes = { known: 250 * 1024, public: publicBodyLimitBytes } as const;

interface WorstBody {
  /** Makes a body of almost `bytes` bytes, never more. */
  make(bytes: number): string;
  /** The refusal for each size; undefined if the body is within the limits, so the route decides. */
  readonly codes: Readonly<Record<keyof typeof bodySizes, string | undefined>>;
}

function fill(bytes: number, part: string, [start, end]: readonly [string, string]): string {
  const times = Math.floor((bytes - start.length - end.length) / (part.length + 1));
  return start + Array.from({ length: Math.max(1, times) }, () => part).join(",") + end;
}

function members(bytes: number): string {
  return Array.from({ length: Math.floor((bytes - 2) / 11) }, (_, index) => `"k${index}":1`).join(
    ",",
  );
}

const always = (code: string) => ({ known: code, public: code });
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

function onlyOnce(make: WorstBody["make"]): WorstBody["make"] {
  const bodies = new Map<number, string>();
  return (bytes) => {
    const body = bodies.get(bytes) ?? make(bytes);
    bodies.set(bytes, body);
    return body;
  };
}

const jsonBodies: Readonly<Record<string, WorstBody>> = {
  "arrays nested 2,000 deep, again and again, and half a pair": {
    make: (bytes) => fill(bytes, nested(2000), ['{"a":[', '],"b":"\\ud83d"}']),
    codes: always("body_too_complex"),
  },
  "one array, nested as deep as it goes": {
    make: (bytes) => nested(Math.floor(bytes / 2)),
    codes: always("body_too_complex"),
  },
  "objects, nested as deep as they go": {
    make: (bytes) => {
      const depth = Math.floor((bytes - 8) / 6);
      return `${'{"a":'.repeat(depth)}"\\ud83d"${"}".repeat(depth)}`;
    },
    codes: always("body_too_complex"),
  },
  "half a pair behind a wide list": {
    make: (bytes) => fill(bytes, "1", ['{"a":[', '],"b":"\\ud83d"}']),
    codes: { known: "body_too_complex", public: "validation_failed" },
  },
  "unknown names": {
    make: (bytes) => `{${members(bytes)}}`,
    codes: { known: "body_too_complex", public: undefined },
  },
  "one name, many times": {
    make: (bytes) => fill(bytes, '"amount":1', ["{", "}"]),
    codes: always("duplicate_field"),
  },
  "a list of numbers": {
    make: (bytes) => fill(bytes, "1", ["[", "]"]),
    codes: { known: "body_too_complex", public: undefined },
  },
  "one long text": {
    make: (bytes) => {
      const texts = ["a".repeat(bytes / 2 - 50), "a.".repeat(bytes / 4 - 50)];
      return JSON.stringify({ email: texts[0], data: { email: texts[1] } });
    },
    codes: { known: undefined, public: undefined },
  },
  "one long name": {
    make: (bytes) => `{"${"n".repeat(bytes - 6)}":1}`,
    codes: { known: undefined, public: undefined },
  },
  "nothing but backslashes": {
    make: (bytes) => `"${"\\".repeat(bytes - 2 - (bytes % 2))}"`,
    codes: { known: undefined, public: undefined },
  },
  "poisoned names": {
    make: (bytes) => fill(bytes, '{"__proto__":1}', ['{"a":[', "]}"]),
    codes: { known: "body_too_complex", public: "malformed_json" },
  },
};

/** JSON bodies by what makes them expensive. */
export const worstJson: Readonly<Record<string, WorstBody>> = Object.fromEntries(
  Object.entries(jsonBodies).map(([name, { make, codes }]) => [
    name,
    { make: onlyOnce(make), codes },
  ]),
);

const inBase64 = (bytes: number, make: (bytes: number) => string) =>
  Buffer.from(make(Math.floor((bytes * 3) / 4) - 8)).toString("base64url");

/** Forms for the pages that browsers are redirected to. */
export const worstForms: Readonly<Record<string, (bytes: number) => string>> = Object.fromEntries([
  ...Object.entries(worstJson).flatMap(([name, { make }]) =>
    ["cres", "threeDSMethodData", "threeDSSessionData"].map((field) => [
      `${name} in ${field}`,
      (bytes: number) => `${field}=${inBase64(bytes - field.length - 1, make)}`,
    ]),
  ),
  ["many fields", (bytes: number) => "a=1&".repeat(bytes / 4)],
  ["many names", (bytes: number) => members(bytes).replaceAll('"', "").replaceAll(",", "&")],
  ["broken escapes", (bytes: number) => `cres=${"%zz%".repeat(bytes / 4 - 2)}`],
  ["nothing but separators", (bytes: number) => "&=".repeat(bytes / 2)],
]);

/** Queries of about 15 KB each, which is Node's limit for headers. */
export const worstQueries: Readonly<Record<string, string>> = {
  "many parameters": Array.from({ length: 1500 }, (_, index) => `k${index}=1`).join("&"),
  "one parameter, many times": Array.from({ length: 2000 }, () => "page=1").join("&"),
  "broken escapes": "q=%zz%".repeat(2000),
  "nothing but separators": "&=".repeat(7000),
  "one long value": ["page", "search", "ipAddress", "webhookId", "publishableKey", "locale"]
    .map((name) => `${name}=${"a@".repeat(1200)}`)
    .join("&"),
};

const long = 15_000;
export const worstHeaders: Readonly<Record<string, string>> = {
  cookie: "tessera-console=;".repeat(long / 17),
  "accept-language": "x-,".repeat(long / 3),
  "accept-encoding": `gzip${" ".repeat(long)}x`,
  "idempotency-key": "k".repeat(long),
  "user-agent": "Mozilla/5.0 (".repeat(long / 13),
  "if-match": '"1",'.repeat(long / 4),
  authorization: `Bearer${" ".repeat(long)}x`,
  "x-forwarded-for": "1.1.1.1,".repeat(long / 8),
};
