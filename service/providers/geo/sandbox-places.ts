import { join } from "node:path";
import { repositoryRoot } from "../../platform/repository-root.ts";

/** Path of the sandbox's location data: some known addresses, written by scripts/write-sandbox-places.mjs. */
export const sandboxPlacesPath: string = join(
  repositoryRoot(),
  "service/providers/geo/sandbox-places.mmdb",
);
