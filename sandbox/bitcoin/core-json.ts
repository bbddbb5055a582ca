/** An amount as Bitcoin Core writes it: a JSON number with eight decimals, in BTC. */
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

/** This text occurs nowhere else in a node's responses. */
const mark = "satoshi:";

/** Writes amounts as numbers: JSON.stringify would write one satoshi as 1e-8. */
export function writeCoreJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${mark}(\\d+\\.\\d{8})"`, "g"), "$1");
}
