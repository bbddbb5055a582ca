import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createSandbox } from "./create-sandbox.ts";

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

test("requests during the start get a response, even those to the bank", async () => {
  const port = await freePort();
  const starting = createSandbox({ port });
  const look = async (path: string): Promise<number> => {
    for (;;) {
      const url = `http://127.0.0.1:${port}${path}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch((error) => {
        if (error.name === "TimeoutError") throw error;
      });
      await response?.body?.cancel();
      if (response) return response.status;
    }
  };
  const looks = await Promise.all([look("/"), look("/bank/.well-known/openid-configuration")]);
  expect(looks).toEqual([200, 200]);
  await (await starting).close();
});
