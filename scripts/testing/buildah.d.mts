/** See buildah.mjs. */
export function findBuildah(): { version: string } | { missing: string };
