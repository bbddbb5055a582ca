import type { Environment } from "../../platform/settings-source.ts";

/** Pages that may show an operator's widgets, and that customers may return to. */
export interface AllowedPages {
  /** The sources for `frame-ancestors`, without duplicates. */
  readonly sources: readonly string[];
  /** `origin` is an `Origin` header or `URL.origin`. */
  includes(origin: string): boolean;
}

/**
 * Like CSP sources: any port, and http also allows https (CSP 3, 6.7.2.8). Omits `[::1]`: browsers would ignore it and
 * show no frame, because CSP's grammar has no IPv6 addresses.
 */
const localSources = ["http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*"];
const localOrigin = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?$/;

/** The sandbox also allows pages on the developer's own machine: nobody else can serve them, and no money moves. */
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
