import type { ServiceDeps } from "../service-deps.ts";
import type { Passwords } from "./passwords.ts";

/** What this domain is given. */
export interface StaffDeps extends ServiceDeps {
  passwords: Passwords;
}

/** Where a browser's call comes from. */
export interface ClientInfo {
  ipAddress: string;
  userAgent: string | null;
}
