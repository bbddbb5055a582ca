import type { Environment } from "../../platform/settings-source.ts";

/** Pages that may show an operator's widgets, and to which customers may return. */
export interface AllowedPages {
  /** For `frame-ancestors`, without duplicates. */
  readonly sources: readonly string[];
  /** `origin` is an `Origin` header or `URL.origin`. */
  includes(origin: string): boolean;
}

/**
 * Matched like CSP sources: any port, and http also allows https (CSP 3, 6.7.2.8). Without `[::1]`: CSP's grammar has
 * no IPv6 addresses, so browsers ignore the source and would show no frame.
 */
const localSources = ["http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*"];
const localOrigin = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?$/;

/**
 * The setting `allowedOrigins`. The sandbox also allows pages on the developer's own machine: nobody else can serve
 * them, and sandbox keys move no money.
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
