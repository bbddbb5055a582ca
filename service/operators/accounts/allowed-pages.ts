import type { Environment } from "../../platform/settings-source.ts";

/** The pages that may show an operator's widgets and to which customers may return. */
export interface AllowedPages {
  /** Origins and patterns for `frame-ancestors`, without duplicates. */
  readonly sources: readonly string[];
  /** Whether a page of this origin is allowed. `origin` is an `Origin` header or `URL.origin`. */
  includes(origin: string): boolean;
}

/**
 * Matched like CSP sources: any port, and http also allows https (CSP 3, 6.7.2.8). `[::1]` is
 * missing because CSP's grammar has no IPv6 addresses: browsers ignore such a source and would show
 * no frame.
 */
const localSources = ["http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*"];
const localOrigin = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?$/;

/**
 * Returns the setting `allowedOrigins`. In the sandbox it also includes pages on the developer's
 * own machine: nobody else can serve these, and with sandbox keys no money moves. Production uses
 * only the setting.
 */
export function allowedPages(
  allowedOrigins: readonly string[],
  environment: Environment,
): AllowedPages {
  if (environment === "production") {
    return { sources: allowedOrigins, includes: (origin) => allowedOrigins.includes(origin) };
  }
  return {
    sources: [...allowedOrigins.filter((origin) => !localOrigin.test(origin)), ...localSources],
    includes: (origin) => allowedOrigins.includes(origin) || localOrigin.test(origin),
  };
}
