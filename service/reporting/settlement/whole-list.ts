/** A whole list, for an export. */
export interface WholeList<Item> {
  readonly total: number;
  readonly pieces: AsyncIterable<readonly Item[]>;
}

const pieceSize = 100;

/**
 * Reads the rows of a list in pieces, in the order of `ids`, which were read at once: rows that are added or changed
 * while the list is sent neither hide a row nor show one twice.
 */
export function wholeList<Item>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Item[]>,
): WholeList<Item> {
  async function* pieces() {
    for (let at = 0; at < ids.length; at += pieceSize) yield read(ids.slice(at, at + pieceSize));
  }
  return { total: ids.length, pieces: pieces() };
}
