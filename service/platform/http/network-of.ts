import ipaddr from "ipaddr.js";

/**
 * The unit of limits per address: an IPv4 address, or an IPv6 address's first 64 bits, which usually belong to one
 * customer. Other text stays unchanged.
 */
export function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
