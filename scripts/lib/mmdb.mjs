/**
 * Writes small MaxMind DB files (format 2.0): IPv6 tree with IPv4 below ::/96, 24-bit records, maps, arrays, strings
 * and whole numbers. Node has no maintained writer; MaxMind's own are in Go and Perl.
 *
 * Format: https://maxmind.github.io/MaxMind-DB/ (tree, 16 zero bytes, data, marker, metadata).
 */

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const recordBits = 24;

/**
 * @param {{ network: string, record: object }[]} entries `192.0.2.0/28` or `2001:db8::/48`; of two that overlap, the
 * more specific one must come later
 * @param {{ databaseType: string, description: string, builtAtSeconds: number }} about
 * @returns {Buffer}
 */
export function writeMmdb(entries, about) {
  const data = createDataSection();
  const root = [null, null];
  for (const { network, record } of entries) {
    insert(root, networkBits(network), { offset: data.add(record) });
  }
  const nodes = flatten(root);
  const tree = Buffer.alloc((nodes.length * recordBits * 2) / 8);
  for (const [i, node] of nodes.entries()) {
    for (const side of [0, 1]) {
      tree.writeUIntBE(recordValue(node[side], nodes.length), (i * 2 + side) * 3, 3);
    }
  }
  const metadata = encode({
    node_count: uint32(nodes.length),
    record_size: uint16(recordBits),
    ip_version: uint16(6),
    database_type: about.databaseType,
    languages: ["en"],
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint64(about.builtAtSeconds),
    description: { en: about.description },
  });
  return Buffer.concat([tree, Buffer.alloc(16), data.bytes(), marker, metadata]);
}

/** Stores each record once, even if several networks refer to it. */
function createDataSection() {
  const chunks = [];
  const offsets = new Map();
  let length = 0;
  return {
    add(record) {
      const chunk = encode(record);
      const key = chunk.toString("latin1");
      const known = offsets.get(key);
      if (known !== undefined) return known;
      offsets.set(key, length);
      chunks.push(chunk);
      length += chunk.length;
      return offsets.get(key);
    },
    bytes: () => Buffer.concat(chunks),
  };
}

/** Inserts a leaf at the network's bits. An existing leaf on the way moves down on both sides. */
function insert(root, bits, leaf) {
  let node = root;
  for (const [depth, bit] of bits.entries()) {
    if (depth === bits.length - 1) {
      node[bit] = leaf;
      return;
    }
    const next = node[bit];
    if (!Array.isArray(next)) node[bit] = [next, next];
    node = node[bit];
  }
}

/** Returns all nodes; a node's number is its index, and the root is 0. */
function flatten(root) {
  const nodes = [root];
  for (const node of nodes) {
    for (const child of node) {
      if (!Array.isArray(child)) continue;
      child.number = nodes.length;
      nodes.push(child);
    }
  }
  return nodes;
}

function recordValue(child, nodeCount) {
  if (child === null) return nodeCount;
  if (Array.isArray(child)) return child.number;
  return nodeCount + 16 + child.offset;
}

function networkBits(network) {
  const [address, prefix] = network.split("/");
  const bytes = address.includes(":")
    ? ipv6Bytes(address)
    : [...Array(12).fill(0), ...ipv4Bytes(address)];
  const length = Number(prefix) + (address.includes(":") ? 0 : 96);
  return Array.from({ length }, (_, i) => (bytes[i >> 3] >> (7 - (i & 7))) & 1);
}

function ipv4Bytes(address) {
  return address.split(".").map(Number);
}

function ipv6Bytes(address) {
  const [head, tail] = address.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const groups =
    tail === undefined
      ? head
      : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
  return groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

const uint16 = (value) => ({ [Symbol.for("mmdb type")]: 5, value });
const uint32 = (value) => ({ [Symbol.for("mmdb type")]: 6, value });
const uint64 = (value) => ({ [Symbol.for("mmdb type")]: 9, value });

/** Encodes a value. Its control byte has the type in the upper three bits (0: in the next byte), then the size. */
function encode(value) {
  if (typeof value === "string") return withControl(2, Buffer.from(value, "utf8"));
  if (Array.isArray(value)) return withControl(11, Buffer.concat(value.map(encode)), value.length);
  const number = value[Symbol.for("mmdb type")];
  if (number !== undefined) return withControl(number, bigEndian(value.value));
  const pairs = Object.entries(value);
  return withControl(
    7,
    Buffer.concat(pairs.flatMap(([k, v]) => [encode(k), encode(v)])),
    pairs.length,
  );
}

function withControl(type, payload, size = payload.length) {
  const first = type > 7 ? 0 : type << 5;
  const extension = type > 7 ? [type - 7] : [];
  if (size < 29) return Buffer.concat([Buffer.from([first | size, ...extension]), payload]);
  if (size >= 285) throw new Error("This writer supports only small values.");
  return Buffer.concat([Buffer.from([first | 29, ...extension, size - 29]), payload]);
}

/** Encodes a number in as few bytes as possible; 0 needs none. */
function bigEndian(value) {
  const bytes = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from(bytes);
}
