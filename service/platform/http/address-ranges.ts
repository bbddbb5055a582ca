import ipaddr from "ipaddr.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Normalizes an IPv4 or IPv6 address or CIDR range. `203.0.113.7` becomes `203.0.113.7/32`, host bits are cleared, and
 * IPv4-mapped IPv6 becomes IPv4. Undefined for other text.
 */
export function normalizeRange(text: string): string | undefined {
  const range = parseRange(text.trim());
  if (!range) return undefined;
  const [address, bits] = range;
  const network =
    address.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
  return `${network}/${bits}`;
}

/**
 * Creates a test for addresses in any of the ranges of {@link normalizeRange}. IPv4-mapped IPv6 addresses, as a
 * dual-stack socket reports them, count as IPv4. Other text is in no range.
 */
export function createRangeTest(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.flatMap((range) => {
    const found = parseRange(range);
    return found ? [found] : [];
  });
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return parsed.some(
      ([network, bits]) =>
        network.kind() === address.kind() && address.match([network, bits] as never),
    );
  };
}

function parseRange(text: string): Range | undefined {
  const isPlain = /^[\da-f.:]+$/i.test(text);
  if (isPlain && ipaddr.isValid(text) && !isShortIpv4(text)) {
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  if (!/^[\da-f.:]+\/\d{1,3}$/i.test(text) || isShortIpv4(text) || !ipaddr.isValidCIDR(text)) {
    return undefined;
  }
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address.kind() === "ipv6" && (address as ipaddr.IPv6).isIPv4MappedAddress()) {
    return bits < 96 ? undefined : [(address as ipaddr.IPv6).toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

/** Some parsers accept `10` and `10.1` as addresses; here they are mistakes. */
function isShortIpv4(text: string): boolean {
  return !text.includes(":") && !/^\d{1,3}(\.\d{1,3}){3}(\/|$)/.test(text);
}
