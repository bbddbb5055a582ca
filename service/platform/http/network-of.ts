import ipaddr from "ipaddr.js";

/**
 * What limits per address count by: an IPv4 address, or the first 64 bits of an IPv6 one, which a single
 * customer has for themselves. Text that is no address is returned as it is.
 */
export function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
