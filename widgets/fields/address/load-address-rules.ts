import type { AddressData, AddressRules } from "./address-rules.ts";

let loading: Promise<AddressRules> | null = null;

/** The address rules with their data (5 KB compressed); a failure is forgotten, the next call tries again. */
export function loadAddressRules(): Promise<AddressRules> {
  loading ??= load().catch((cause: unknown) => {
    loading = null;
    throw cause;
  });
  return loading;
}

async function load(): Promise<AddressRules> {
  const [{ createAddressRules }, data] = await Promise.all([
    import("./address-rules.ts"),
    import("./address-formats.json"),
  ]);
  return createAddressRules(data.default as AddressData);
}
