import type { Counter } from "prom-client";
import type { OperatorsDeps } from "../accounts/index.ts";
import type { Passwords } from "./passwords.ts";

export interface StaffDeps extends OperatorsDeps {
  passwords: Passwords;
  /** Steps of logins by outcome. */
  logins: Counter<"step" | "outcome" | "account">;
}

export interface ClientInfo {
  ipAddress: string;
  userAgent: string | null;
  /** See devices.ts. */
  deviceToken: string | null;
}
