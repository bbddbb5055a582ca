/** What this browser remembers for the console. A browser that blocks storage throws on every access. */
const prefix = "tessera.console.";

/** Reads a stored value; null if nothing is stored or storage is blocked. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Stores a value. Without storage, the choice lasts until the page closes. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // The storage is full or blocked.
  }
}
