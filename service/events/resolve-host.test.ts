import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveGuarded, resolverOf } from "./address-guard.ts";
import { resolveByNameServers, resolveByOwnNameServers, resolveBySystem } from "./resolve-host.ts";

let server: Socket;
let servers: string[];
/** What a name server answers; undefined if it does not answer. */
let answerTo: (name: string, type: number) => Buffer | null | undefined;
beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (question, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at]; length; length = question[at]) {
      labels.push(question.subarray(at + 1, at + 1 + length).toString());
      at += length + 1;
    }
    const type = question.readUInt16BE(at + 1);
    const data = answerTo(labels.join(".").toLowerCase(), type);
    if (data === undefined) return;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(data === null ? 0 : 1, 6);
    header.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data?.length ?? 0]);
    const parts = data === null ? [] : [record, data];
    server.send(Buffer.concat([header, question.subarray(12, at + 5), ...parts]), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  servers = [`127.0.0.1:${server.address().port}`];
});
afterAll(() => server.close());

const typeA = 1;
const v4 = Buffer.from([8, 8, 8, 8]);
const v6 = Buffer.concat([Buffer.from([0x26, 0x06]), Buffer.alloc(13), Buffer.from([1])]);

test("a name resolves to addresses of both kinds", async () => {
  answerTo = (_, type) => (type === typeA ? v4 : v6);
  expect(await resolveByNameServers("two.example", servers)).toEqual([
    { address: "8.8.8.8", family: 4 },
    { address: "2606::1", family: 6 },
  ]);
});

test("one kind is enough, and a name with none is refused", async () => {
  answerTo = (name, type) => (type === typeA && name === "one.example" ? v4 : null);
  expect(await resolveByNameServers("one.example", servers)).toHaveLength(1);
  await expect(resolveByNameServers("none.example", servers)).rejects.toMatchObject({
    code: "ENODATA",
  });
});

test("names with silent servers time out and do not delay other names", async () => {
  answerTo = (name, type) => {
    if (name.endsWith("silent.example")) return undefined;
    return type === typeA ? v4 : null;
  };
  let ended = 0;
  const silent = Array.from({ length: 40 }, (_, at) =>
    resolveByNameServers(`h${at}.silent.example`, servers).catch(({ code }) => {
      ended += 1;
      return code;
    }),
  );
  expect(await resolveByNameServers("shop.example", servers)).not.toHaveLength(0);
  expect(ended).toBe(0);
  for (const code of await Promise.all(silent)) expect(["ETIMEOUT", "ECANCELLED"]).toContain(code);
}, 30_000);

test("production does not use the system's resolver; the sandbox uses its hosts file", async () => {
  expect(resolverOf(true)).toBe(resolveByOwnNameServers);
  expect(resolverOf(false)).toBe(resolveBySystem);
  const addresses = await resolveGuarded("localhost", false);
  expect(addresses.map(({ address }) => address)).toContain("127.0.0.1");
});
