import ipaddr from "ipaddr.js";

/**
 * Returns the unit by which limits per address count: an IPv4 address, or the first 64 bits of an
 * IPv6 address, which usually belong to one customer. Returns other text unchanged.
 */
export function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
