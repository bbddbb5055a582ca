import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { session } from "../session/session.ts";

/** Loads the bar with the sandbox's time; shows nothing in production. */
export function SandboxTime() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  const isSandbox = session.value?.environment === "sandbox";
  useEffect(() => {
    if (!isSandbox) return;
    // Without the bar the console works as before.
    import("./sandbox-bar.tsx").then(({ default: loaded }) => setBar(() => loaded)).catch(() => {});
  }, [isSandbox]);
  return Bar && <Bar />;
}
