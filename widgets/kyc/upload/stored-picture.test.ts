import { afterEach, expect, test, vi } from "vitest";
import { createStoredPictures } from "./stored-picture.ts";

/** A database with one store, which responds in the next task. */
function stubDatabase(): Map<string, unknown> {
  const rows = new Map<string, unknown>();
  const soon = (run: () => void) => void setTimeout(run, 0);
  const objectStore = () => ({
    get: (key: string) => ({ result: rows.get(key) }),
    put: (row: unknown, key: string) => ({ result: rows.set(key, row) }),
    delete: (key: string) => ({ result: rows.delete(key) }),
  });
  vi.stubGlobal("indexedDB", {
    open() {
      const transaction = { objectStore, oncomplete: () => undefined };
      const result = {
        close: () => undefined,
        transaction() {
          soon(() => transaction.oncomplete());
          return transaction;
        },
      };
      const opening = { result, onsuccess: () => undefined };
      soon(() => opening.onsuccess());
      return opening;
    },
  });
  return rows;
}

const picture = new Blob(["picture"]);

afterEach(() => vi.unstubAllGlobals());

test("a stored picture is found within an hour", async () => {
  stubDatabase();
  let nowMs = 0;
  const pictures = createStoredPictures("secret", () => nowMs);
  await pictures.keep("one", picture);
  expect(await (await pictures.find("one"))?.text()).toBe("picture");
  nowMs = 60 * 60_000 + 1;
  expect(await pictures.find("one")).toBeNull();
});

test("another client secret cannot read it", async () => {
  const rows = stubDatabase();
  await createStoredPictures("secret", () => 0).keep("one", picture);
  expect(rows.size).toBe(1);
  expect(await createStoredPictures("other", () => 0).find("one")).toBeNull();
});

test("a picture that is dropped while it is sealed is not stored", async () => {
  const rows = stubDatabase();
  const pictures = createStoredPictures("secret", () => 0);
  await Promise.all([pictures.keep("one", picture), pictures.drop()]);
  expect(rows.size).toBe(0);
});

test("nothing fails without a database", async () => {
  const pictures = createStoredPictures("secret", () => 0);
  await pictures.keep("one", picture);
  await pictures.drop();
  expect(await pictures.find("one")).toBeNull();
});
