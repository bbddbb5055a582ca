/**
 * The pattern is like `/customers/:id`. Returns the decoded parts, or null. A part with bad encoding matches nothing.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const segments = path.split("/");
  if (wanted.length !== segments.length) return null;
  const parts: Record<string, string> = {};
  for (const [at, want] of wanted.entries()) {
    const have = segments[at] ?? "";
    if (!want.startsWith(":")) {
      if (want !== have) return null;
      continue;
    }
    const decoded = decode(have);
    if (!decoded) return null;
    parts[want.slice(1)] = decoded;
  }
  return parts;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
