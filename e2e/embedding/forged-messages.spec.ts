import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expect, type HostWindow, test } from "./embedding-page.ts";

/** A cross-site sibling frame that knows the protocol, but not the nonce. */
const evilSibling = `<!doctype html><script>
const nonces = ["0".repeat(32), "f".repeat(32)];
const result = { type: "success", paymentIntentId: "pi_1", status: "success", messages: [] };
window.answers = [];
const attack = () => {
  for (const nonce of nonces) parent.postMessage({ tessera: 1, type: "here", nonce }, "*");
  parent.postMessage({ tessera: 1, type: "complete", result }, "*");
  parent.postMessage({ type: "complete", result }, "*");
  parent.postMessage({ submitSuccessful: true, openurl: "https://evil.example" }, "*");
  for (let at = 0; at < parent.frames.length; at++) {
    if (parent.frames[at] === window) continue;
    for (const nonce of nonces) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => answers.push(event.data);
      port1.postMessage({ type: "init", clientSecretKey: "pi_evil_secret", publishableKey: "pk_x",
        locale: "en", submitButton: true, defaultValues: {} });
      parent.frames[at].postMessage({ tessera: 1, type: "hello", nonce }, "*", [port2]);
    }
    parent.frames[at].postMessage({ tessera: "challenge_done", threeDSServerTransID: "x" }, "*");
  }
};
for (let round = 0; round < 20; round++) setTimeout(attack, round * 50);
</script>`;

test("forged messages from a sibling frame change nothing, and onTrace reports them", async ({
  page,
  stack,
  host,
  newSecret,
}) => {
  const evil = stack.shop.replace("shop.localhost", "evil.localhost");
  await page.route(`${evil}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: evilSibling }),
  );
  await host.open({
    clientSecretKey: await newSecret(),
    body: `<iframe src="${evil}/sibling" title="Advertisement"></iframe><div id="pay"></div>`,
  });
  await host.event("ready");
  await expect
    .poll(async () => {
      const ignored = (await host.read("traces")).filter(({ name }) => name === "ignored");
      return new Set(ignored.map(({ reason, origin }) => `${reason} ${origin}`));
    })
    .toContain(`wrong_source ${evil}`);

  await host.widget.payWith(findCard("visa").number);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  const completed = (await host.read("seen")).filter(([, name]) => name === "complete");
  expect(completed).toHaveLength(1);
  expect(JSON.stringify(completed)).not.toContain('"pi_1"');
  const sibling = page.frames().find((frame) => frame.url().startsWith(evil));
  expect(
    await sibling?.evaluate(() => (window as unknown as { answers: unknown[] }).answers),
  ).toEqual([]);
});

test("a replayed handshake changes nothing, even when the page itself sends it", async ({
  page,
  host,
  newSecret,
}) => {
  await page.addInitScript(() => {
    // Replays the frame's handshake message to the page and to the frame.
    window.addEventListener("message", (event) => {
      if (event.data?.type !== "here" || event.source === window) return;
      const frame = event.source as Window;
      setTimeout(() => {
        window.postMessage(event.data, "*");
        const { port1, port2 } = new MessageChannel();
        port1.postMessage({
          type: "init",
          clientSecretKey: "pi_evil_secret",
          publishableKey: "pk_x",
          locale: "en",
          submitButton: false,
          defaultValues: {},
        });
        frame.postMessage({ ...event.data, type: "hello" }, "*", [port2]);
      });
    });
  });
  await host.open({ clientSecretKey: await newSecret() });
  await host.event("ready");
  await expect
    .poll(async () => {
      const ignored = (await host.read("traces")).filter(({ name }) => name === "ignored");
      return ignored.map(({ reason }) => reason).sort();
    })
    .toEqual(["replayed", "wrong_source"]);
  await expect(host.widget.payButton).toBeVisible();
  await host.widget.payWith(findCard("visa").number);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
});

test("trace entries carry names, never secrets, nonces or typed values", async ({
  host,
  newSecret,
}) => {
  const secret = await newSecret();
  await host.open({ clientSecretKey: secret });
  await host.event("ready");
  await host.widget.payWith(findCard("visa").number);
  await host.event("complete");
  const traces = await host.read("traces");
  const allowed = ["at", "element", "name", "type", "reason", "origin"];
  for (const entry of traces) expect(allowed).toEqual(expect.arrayContaining(Object.keys(entry)));
  const text = JSON.stringify(traces);
  expect(text).not.toContain(secret.slice(0, 20));
  expect(text).not.toMatch(/4242|[0-9a-f]{32}|pk_/);
});

test("scripts on the page cannot read the frame, its port or its secret", async ({
  page,
  host,
  newSecret,
}) => {
  await host.open({ clientSecretKey: await newSecret() });
  await host.event("ready");
  const reachable = await page.evaluate(() => {
    const frame = document.querySelector("iframe") as HTMLIFrameElement;
    const own = (window as unknown as HostWindow).instances[0] as object;
    return {
      document: frame.contentDocument,
      // Frameworks wrap the element in proxies, so its methods are own properties; nothing else may be.
      fields: Object.entries(own).filter(([, value]) => typeof value !== "function"),
      query: new URL(frame.src).search,
    };
  });
  expect(reachable.document).toBeNull();
  expect(reachable.fields).toEqual([]);
  expect(reachable.query).not.toContain("secret");
});
