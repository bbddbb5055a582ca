import type { Counter } from "prom-client";
import type { OperatorsDeps } from "../accounts/index.ts";
import type { Passwords } from "./passwords.ts";

/** What this domain is given. */
export interface StaffDeps extends OperatorsDeps {
  passwords: Passwords;
  /** Steps of logins by outcome. */
  logins: Counter<"step" | "outcome" | "account">;
}

/** Where a browser's call comes from. */
export interface ClientInfo {
  ipAddress: string;
  userAgent: string | null;
  /** What the browser's device cookie holds; see devices.ts. */
  deviceToken: string | null;
}
