import { createServer } from "node:net";
import { expect, test } from "./embedding-page.ts";

test("when the page's CSP blocks the frame, the error names the line to add", async ({
  stack,
  host,
  newSecret,
}) => {
  await host.open({
    clientSecretKey: await newSecret(),
    headers: { "Content-Security-Policy": `default-src 'self' ${stack.pay}; frame-src 'self'` },
  });
  expect(await host.event("loaderror")).toMatchObject({
    code: "csp",
    party: "integrator",
    message: expect.stringContaining(`frame-src ${stack.pay}`),
  });
});

test("when the CSP also blocks the SDK's look-up of the cause, the error names connect-src", async ({
  stack,
  host,
  newSecret,
}) => {
  await host.open({
    clientSecretKey: await newSecret(),
    headers: { "Content-Security-Policy": `default-src 'self' ${stack.pay}; connect-src 'self'` },
    tessera: { publishableKey: "pk_sandbox_unknown" },
  });
  expect(await host.event("loaderror")).toMatchObject({
    code: "csp",
    message: expect.stringContaining(`connect-src ${stack.pay}`),
  });
});

test("a service that is down is a network error, and mounting again later works", async ({
  page,
  stack,
  host,
  newSecret,
}) => {
  await page.route(`${stack.pay}/v1/frames/**`, (route) => route.abort("connectionrefused"));
  await page.route(`${stack.pay}/v1/sdk/**`, (route) => route.abort("connectionrefused"));
  await host.open({ clientSecretKey: await newSecret() });
  expect(await host.event("loaderror")).toMatchObject({ code: "network", party: "network" });
  await page.unroute(`${stack.pay}/v1/frames/**`);
  await page.unroute(`${stack.pay}/v1/sdk/**`);
  await page.evaluate(() =>
    (window as unknown as { instances: { mount(target: string): void }[] }).instances[0]?.mount(
      "#pay",
    ),
  );
  await host.event("ready");
  await expect(page.locator("iframe")).toHaveCount(1);
});

test("a service that accepts the connection but never responds is a timeout", async ({
  page,
  host,
  newSecret,
}) => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  try {
    await page.clock.install();
    await host.open({
      clientSecretKey: await newSecret(),
      tessera: { apiUrl: `http://silent.localhost:${port}` },
    });
    await page.clock.runFor(30_000);
    expect(await host.event("loaderror")).toMatchObject({ code: "timeout", party: "network" });
  } finally {
    silent.close();
  }
});

test("confirm() rejects with the cause when the widget cannot load", async ({
  page,
  host,
  newSecret,
}) => {
  await host.open({
    clientSecretKey: await newSecret(),
    tessera: { publishableKey: "pk_sandbox_unknown" },
  });
  const code = await page.evaluate(() =>
    (window as unknown as { instances: { confirm(): Promise<unknown> }[] }).instances[0]
      ?.confirm()
      .catch((error: { code: string }) => error.code),
  );
  expect(code).toBe("wrong_key");
});
