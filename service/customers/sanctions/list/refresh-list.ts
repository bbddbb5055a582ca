/**
 * Fetches the sanctions list once a day.
 *
 * Guarantees
 * - One process at a time, by a lease. A process that lost the lease changes nothing, and one that stops releases it.
 * - All or nothing: new entries count only after the last file was read to its end. If a process dies, the old list
 *   stays, and the next refresh deletes the rest.
 * - A file that is incomplete or broken, or has lost more than {@link largestLosses}, is refused. The old list stays,
 *   the problem is shown, and the service tries again every hour.
 */
import { createHash } from "node:crypto";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import {
  type ListSource,
  type ListSummary,
  ListUnavailable,
  openSource,
  readList,
  type SanctionsSettings,
  UnreadableList,
} from "../../../providers/sanctions/index.ts";
import type { LoadedFile } from "../tables.ts";
import {
  claimRefresh,
  createListWriter,
  deleteOtherLoads,
  endRefresh,
  type ListState,
  storeProblem,
  swapList,
} from "./list-store.ts";

export type RefreshDeps = PlatformDeps<SanctionsSettings>;

const hourMs = 60 * 60_000;
/** OFAC publishes on working days, at no fixed time. */
const everyMs = 24 * hourMs;
const retryMs = hourMs;
/** Shorter than the lease, so that a slow process has stopped before another starts. */
const deadlineMs = 30 * 60_000;
const leaseMs = deadlineMs + 5 * 60_000;
/**
 * Larger losses mean a damaged file: OFAC has never removed a tenth of its entries at once. One entry can have a tenth
 * of all crypto addresses, and a file that names its id types differently has none.
 */
const largestLosses = { entries: 0.1, persons: 0.1, addresses: 0.25 } as const;

class ListRefused extends Error {
  override name = "ListRefused";
}

/** `none`: not due, another process does it, or this one stops. */
export type RefreshOutcome = "none" | "changed" | "unchanged" | "failed";

/** `acceptSmaller` accepts large losses, after a person compared the files with the publisher's site. */
export async function refreshList(
  deps: RefreshDeps,
  signal: AbortSignal,
  { acceptSmaller = false }: { acceptSmaller?: boolean } = {},
): Promise<RefreshOutcome> {
  const claimed = await claimRefresh(deps, leaseMs);
  if (!claimed) return "none";
  const { lease, before } = claimed;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  try {
    await deleteOtherLoads(deps, before.version);
    const loaded = await loadFiles(deps, before.files, acceptSmaller, limit);
    // Loads from before addresses were read have none.
    const isSame =
      before.version !== null &&
      before.addresses !== null &&
      JSON.stringify(loaded.files.map(fingerprint)) ===
        JSON.stringify(before.files.map(fingerprint));
    const { files, persons, addresses } = loaded;
    const nextCheckAtMs = deps.clock.nowMs() + everyMs;
    const swapTo = (version: string) =>
      swapList(deps, lease, { version, files, persons, addresses, nextCheckAtMs });
    // A list in use that has lost rows is replaced by the same files.
    const isKept = isSame && before.version !== null && (await swapTo(before.version));
    if (!isKept && !(await swapTo(loaded.version)))
      throw new ListRefused("another process took the refresh over");
    const version = isKept ? before.version : loaded.version;
    deps.log.info("the sanctions list was checked", {
      version,
      persons,
      addresses,
      isSame: isKept,
    });
    return isKept ? "unchanged" : "changed";
  } catch (error) {
    if (signal.aborted) {
      // This process stops. The next one need not wait for an hour.
      await endRefresh(deps, lease);
      return "none";
    }
    const isExpected =
      error instanceof ListRefused ||
      error instanceof UnreadableList ||
      error instanceof ListUnavailable;
    const problem = isExpected ? error.message : "an error on our side; see the log";
    deps.log.error("the sanctions list was not refreshed; the old one stays", { problem, error });
    await storeProblem(deps, lease, problem, deps.clock.nowMs() + retryMs);
    return "failed";
  }
}

interface Loaded {
  readonly version: string;
  readonly files: readonly LoadedFile[];
  readonly persons: number;
  readonly addresses: number;
}

async function loadFiles(
  deps: RefreshDeps,
  before: readonly LoadedFile[],
  acceptSmaller: boolean,
  signal: AbortSignal,
): Promise<Loaded> {
  const version = Buffer.from(deps.random.bytes(12)).toString("hex");
  const writer = createListWriter(deps, version);
  const files: LoadedFile[] = [];
  for (const source of deps.config.sanctionsList) {
    const hash = createHash("sha256");
    const summary: ListSummary = { publishedOn: null, entries: 0 };
    let persons = 0;
    let addresses = 0;
    for await (const entry of readList(source.name, hashed(source, hash, signal), summary)) {
      if (entry.person) {
        persons += 1;
        await writer.persons.add(entry.person);
      }
      addresses += entry.addresses.length;
      for (const address of entry.addresses) await writer.addresses.add(address);
      signal.throwIfAborted();
    }
    const file = { name: source.name, persons, addresses, ...summary, sha256: hash.digest("hex") };
    if (!acceptSmaller) requireEnough(before, file);
    files.push(file);
  }
  return {
    version,
    files,
    persons: await writer.persons.end(),
    addresses: await writer.addresses.end(),
  };
}

async function* hashed(
  source: ListSource,
  hash: ReturnType<typeof createHash>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of openSource(source, signal)) {
    hash.update(chunk);
    yield chunk;
  }
}

function requireEnough(before: readonly LoadedFile[], file: Required<LoadedFile>): void {
  const old = before.find(({ name }) => name === file.name);
  if (!old) return;
  for (const count of ["entries", "persons", "addresses"] as const) {
    const had = old[count] ?? 0;
    if (file[count] >= had * (1 - largestLosses[count])) continue;
    const what = count === "addresses" ? "crypto addresses" : count;
    throw new ListRefused(
      `${file.name} has only ${file[count]} ${what}; the list in use has ${had}`,
    );
  }
}

function fingerprint({ name, sha256 }: LoadedFile): string {
  return `${name}:${sha256}`;
}

/** The age of the list; null without a list. */
export function listAgeMs(
  { clock }: Pick<RefreshDeps, "clock">,
  state: ListState | undefined,
): number | null {
  const checkedAt = state?.checked_at ?? null;
  return checkedAt && Math.max(0, clock.nowMs() - checkedAt.getTime());
}
