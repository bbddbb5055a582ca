import type { Counter } from "prom-client";
import type { OperatorsDeps } from "../accounts/index.ts";
import type { Passwords } from "./passwords.ts";

/** Dependencies of this domain. */
export interface StaffDeps extends OperatorsDeps {
  passwords: Passwords;
  /** Steps of logins by outcome. */
  logins: Counter<"step" | "outcome" | "account">;
}

/** The origin of a browser's request. */
export interface ClientInfo {
  ipAddress: string;
  userAgent: string | null;
  /** The content of the browser's device cookie; see devices.ts. */
  deviceToken: string | null;
}
