import { describe, expect, test } from "vitest";
import {
  AddressRefused,
  createGuardedLookup,
  isPublicAddress,
  resolveGuarded,
} from "./address-guard.ts";
import { type ResolvedAddress, resolveByNameServers, resolveBySystem } from "./resolve-host.ts";

const resolveTo =
  (...addresses: string[]) =>
  async (): Promise<ResolvedAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("a public address", () => {
  test.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])(
    "includes %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::ffff:0:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "not an address",
    "",
  ])("does not include %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("a webhook's host", () => {
  test("is refused if any of its addresses is private", async () => {
    await expect(
      resolveGuarded("two.example", true, resolveTo("8.8.8.8", "10.0.0.1")),
    ).rejects.toBeInstanceOf(AddressRefused);
    await expect(resolveGuarded("one.example", true, resolveTo("8.8.8.8"))).resolves.toHaveLength(
      1,
    );
  });

  test.each(["127.0.0.1", "[::1]", "[::ffff:7f00:1]", "localhost", "pay.localhost"])(
    "is refused as %s in production and called in the sandbox",
    async (hostname) => {
      await expect(resolveGuarded(hostname, true)).rejects.toBeInstanceOf(AddressRefused);
      await expect(resolveGuarded(hostname, false)).resolves.toHaveLength(1);
    },
  );

  test.each(["2130706433", "0x7f.1", "0177.0.0.1"])(
    "is refused if it is an address written as %s, which URLs allow",
    async (written) => {
      const { hostname } = new URL(`https://${written}/`);
      await expect(resolveGuarded(hostname, true)).rejects.toBeInstanceOf(AddressRefused);
    },
  );

  test("under localhost is loopback without a look-up", async () => {
    const loopback = [{ address: "127.0.0.1", family: 4 }];
    expect(await resolveBySystem("shop.localhost")).toEqual(loopback);
    expect(await resolveByNameServers("shop.localhost")).toEqual(loopback);
  });
});

describe("the look-up of the connection", () => {
  const ask = (publicOnly: boolean, all: boolean, ...addresses: string[]) =>
    new Promise((resolve) => {
      createGuardedLookup(publicOnly, resolveTo(...addresses))(
        "name.example",
        { all },
        (error, address, family) => resolve(error ?? [address, family]),
      );
    });

  test("returns checked addresses, one or all", async () => {
    expect(await ask(true, false, "8.8.8.8", "8.8.4.4")).toEqual(["8.8.8.8", 4]);
    expect(await ask(true, true, "8.8.8.8")).toEqual([
      [{ address: "8.8.8.8", family: 4 }],
      undefined,
    ]);
  });

  test("fails the connection if the name now resolves to a private address", async () => {
    expect(await ask(true, true, "10.0.0.1")).toBeInstanceOf(AddressRefused);
    expect(await ask(false, false, "10.0.0.1")).toEqual(["10.0.0.1", 4]);
  });

  test("fails the connection if the name has no address", async () => {
    expect(await ask(true, true)).toBeInstanceOf(Error);
  });
});
