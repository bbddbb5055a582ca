import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../../stack/free-port.ts";
import { startChild } from "./child.ts";

/** How often HAProxy asks `/readyz`; two refusals in a row take a server out. */
const checkEveryMs = 250;

/** HAProxy before services on these ports. It sends nothing a second time. */
export async function startBalancer(
  folder: string,
  ports: readonly number[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const config = join(folder, "haproxy.cfg");
  const servers = ports.map((each) => `  server s${each} 127.0.0.1:${each} check`);
  writeFileSync(
    config,
    `global
  maxconn 1000
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 5s
frontend front
  bind 127.0.0.1:${port}
  default_backend services
backend services
  balance roundrobin
  option httpchk GET /readyz
  default-server inter ${checkEveryMs}ms fall 2 rise 1
${servers.join("\n")}
`,
  );
  const haproxy = startChild(process.env["HAPROXY_PATH"] ?? "haproxy", ["-db", "-f", config]);
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return { url, stop: () => haproxy.stop() };
    if (Date.now() > deadline) throw new Error("HAProxy did not come up");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
