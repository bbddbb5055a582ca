/**
 * A picture that is being sent survives a reload. IndexedDB stores it until the service has it, for at most an hour. It
 * is sealed with a key derived from the client secret, which is not stored here. Without IndexedDB the customer takes
 * the picture again.
 */

/** Stores one picture for each secret. */
export interface StoredPictures {
  keep(uploadId: string, blob: Blob): Promise<void>;
  find(uploadId: string): Promise<Blob | null>;
  drop(): Promise<void>;
}

interface Row {
  readonly uploadId: string;
  readonly storedAtMs: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const keepMs = 60 * 60_000;
const storeName = "pictures";
const rowKey = "sending";

export function createStoredPictures(clientSecret: string, nowMs: () => number): StoredPictures {
  let last = Promise.resolve();
  /**
   * Sealing takes time. A picture that is dropped in the meantime must not be stored afterwards. Storage is a
   * convenience: its failures never reach the customer.
   */
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    last = last.then(run).catch(() => {});
    return last;
  };
  const remove = () => inStore("readwrite", (store) => store.delete(rowKey));
  const open = async (uploadId: string): Promise<Blob | null> => {
    const row = (await inStore("readonly", (store) => store.get(rowKey))) as Row | undefined;
    if (!row) return null;
    if (row.uploadId !== uploadId || nowMs() - row.storedAtMs > keepMs) {
      await remove();
      return null;
    }
    const name = { name: "AES-GCM", iv: row.iv, additionalData: bytesOf(uploadId) };
    const bytes = await crypto.subtle.decrypt(name, await keyOf(clientSecret), row.sealed);
    return new Blob([bytes], { type: "image/jpeg" });
  };
  return {
    keep: (uploadId, blob) =>
      inTurn(async () => {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const name = { name: "AES-GCM", iv, additionalData: bytesOf(uploadId) };
        const key = await keyOf(clientSecret);
        const sealed = await crypto.subtle.encrypt(name, key, await blob.arrayBuffer());
        const row: Row = { uploadId, storedAtMs: nowMs(), iv, sealed };
        await inStore("readwrite", (store) => store.put(row, rowKey));
      }),
    find: (uploadId) => open(uploadId).catch(() => null),
    drop: () => inTurn(remove),
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function keyOf(clientSecret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", bytesOf(clientSecret), "HKDF", false, [
    "deriveKey",
  ]);
  const info = bytesOf("tessera kept picture");
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

function inStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("tessera-kyc", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(storeName, mode);
      const request = run(transaction.objectStore(storeName));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}
