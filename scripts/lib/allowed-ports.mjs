/** Ports that browsers and `fetch` refuse (WHATWG Fetch, "bad port"). */
const blocked = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/**
 * Throws on numbers that are not ports, blocked ports, and ports used twice; the error names the variable.
 *
 * @param {Record<string, number>} ports by the name of their variable
 */
export function requireAllowedPorts(ports) {
  const used = new Map();
  for (const [variable, port] of Object.entries(ports)) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(`${variable} is not a port. Use a whole number from 1 to 65535.`);
    }
    if (blocked.has(port)) {
      throw new Error(`Browsers block port ${port}. Set ${variable} to another port.`);
    }
    const other = used.get(port);
    if (other)
      throw new Error(`${other} and ${variable} are both ${port}. Set one to another port.`);
    used.set(port, variable);
  }
}
