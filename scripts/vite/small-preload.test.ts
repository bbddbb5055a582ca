import { beforeEach, expect, test } from "vitest";
import { preloadCode } from "./small-preload.ts";

type Preload = (load: () => Promise<unknown>, files: string[], from: string) => Promise<unknown>;
type Link = { rel: string; href: string; onload(): void; onerror(): void; remove(): void };

const from = "https://pay.example/v1/assets/entry.js";
let preload: Preload;
let links: Link[];
let reported: unknown[];

/** The links that a browser would be loading. */
const page = {
  createElement(): Partial<Link> {
    const link: Partial<Link> = {
      remove() {
        links = links.filter((each) => each !== link);
      },
    };
    return link;
  },
  head: { append: (link: Link) => links.push(link) },
};

beforeEach(() => {
  links = [];
  reported = [];
  const code = `${preloadCode.replace("export const", "const")}; return __vitePreload;`;
  const report = (event: Event & { payload?: unknown }) => reported.push(event.type, event.payload);
  preload = new Function("document", "dispatchEvent", code)(page, report);
});

test("the module runs when its styles have loaded, and its scripts load at the same time", async () => {
  let ran = false;
  const load = async () => {
    ran = true;
    return "module";
  };
  const running = preload(load, ["./part.js", "./part.css"], from);
  expect(links.map(({ rel, href }) => [rel, href])).toEqual([
    ["modulepreload", "https://pay.example/v1/assets/part.js"],
    ["stylesheet", "https://pay.example/v1/assets/part.css"],
  ]);
  await Promise.resolve();
  expect(ran).toBe(false);
  links[1]?.onload();
  expect(await running).toBe("module");
  expect(await preload(async () => "again", ["./part.css"], from)).toBe("again");
  expect(links).toHaveLength(2);
});

test("a style that did not load is reported, and requested again at the next try", async () => {
  const failing = preload(async () => "module", ["./part.css"], from);
  links[0]?.onerror();
  await expect(failing).rejects.toThrow("part.css");
  expect(reported).toEqual(["vite:preloadError", expect.any(Error)]);
  const next = preload(async () => "module", ["./part.css"], from);
  expect(links).toHaveLength(1);
  links[0]?.onload();
  expect(await next).toBe("module");
});

test("a script that did not load is reported with its own error", async () => {
  const lost = new Error("lost");
  await expect(preload(() => Promise.reject(lost), [], from)).rejects.toBe(lost);
  expect(reported).toEqual(["vite:preloadError", lost]);
});
