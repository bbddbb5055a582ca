import { join } from "node:path";
import { repositoryRoot } from "../../platform/repository-root.ts";

/** The sandbox's locations: some known addresses, written by scripts/write-sandbox-places.mjs. */
export const sandboxPlacesPath: string = join(
  repositoryRoot(),
  "service/providers/geo/sandbox-places.mmdb",
);
