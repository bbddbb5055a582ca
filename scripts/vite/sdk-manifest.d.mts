export function sdkManifest(
  version: string,
  read: (name: string) => string | Uint8Array,
): { version: string; files: Record<string, string>; paths: Record<string, string> };
