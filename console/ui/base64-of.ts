/** The file's bytes; null if the browser cannot read them, such as from a drive that was removed. */
export async function base64Of(file: File): Promise<string | null> {
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return null;
  const bytes = new Uint8Array(buffer);
  let binary = "";
  // Works in pieces, because a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(binary);
}
