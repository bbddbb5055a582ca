import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { cameraFilm, makeSpecimen } from "./index.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

test("the page offers each side of the requested document as a file", async () => {
  const query = new URLSearchParams({ firstName: "<Zoë>", outcome: "expired" });
  const page = await fetch(`${sandbox.url}/specimens?${query}`);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).not.toContain("<Zoë>");
  const files = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, address]) =>
    (address as string).replaceAll("&#38;", "&"),
  );
  expect(files).toHaveLength(2);
  for (const file of files) {
    const response = await fetch(sandbox.url + file);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  }
});

test("a request with unknown values is refused", async () => {
  for (const query of ["dateOfBirth=yesterday", "type=library_card", "outcome=toString"]) {
    const response = await fetch(`${sandbox.url}/specimens?${query}`);
    expect([query, response.status]).toEqual([query, 400]);
  }
  expect((await fetch(`${sandbox.url}/specimens/photo_page`)).status).toBe(404);
});

test("a video for a fake camera has the announced frames", async () => {
  const person = { firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1990-12-10" };
  const [page] = await makeSpecimen({
    type: "passport",
    person,
    outcome: "agrees",
    today: "2026-11-22",
  });
  const film = await cameraFilm(page?.bytes as Uint8Array, { widthPx: 320, heightPx: 240 });
  expect(film.subarray(0, 24).toString()).toBe("YUV4MPEG2 W320 H240 F10:");
  expect(film.length).toBe(film.indexOf("\n") + 1 + 2 * (6 + 320 * 240 * 1.5));
});
