/** An amount as Bitcoin Core writes it: a number with eight decimals, in BTC. */
export class CoreAmount {
  readonly #satoshi: bigint;

  constructor(satoshi: bigint) {
    this.#satoshi = satoshi;
  }

  toJSON(): string {
    const digits = this.#satoshi.toString().padStart(9, "0");
    return `${mark}${digits.slice(0, -8)}.${digits.slice(-8)}`;
  }
}

/** Not to be found in anything else that a node answers with. */
const mark = "satoshi:";

/** What a node answers as JSON text, amounts as numbers: JavaScript's own would be 1e-8 for a satoshi. */
export function writeCoreJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${mark}(\\d+\\.\\d{8})"`, "g"), "$1");
}
