import type { DataKey } from "../platform/secrets/data-keys.ts";
import type { ManagedKeyring } from "../platform/secrets/keyring.ts";
import type { TestService } from "./create-test-service.ts";

/**
 * Does `work` while no stored value of the operator opens, as without the key service of their older keys. New values
 * can be sealed.
 */
export async function whileKeysClosed<Result>(
  { service, operator }: Pick<TestService, "service" | "operator">,
  work: () => Promise<Result>,
): Promise<Result> {
  const keyring = service.deps.keyring as ManagedKeyring;
  // On PostgreSQL, the first refresh after the operator was created reads all keys again, which would open them.
  await keyring.refresh();
  const versions = keyring.known().get(operator.operatorId)?.versions as Map<number, DataKey>;
  const open = [...versions];
  // The active key is also held outside the map.
  for (const [version, dataKey] of open) versions.set(version, { ...dataKey, key: undefined });
  try {
    return await work();
  } finally {
    for (const [version, dataKey] of open) versions.set(version, dataKey);
  }
}
