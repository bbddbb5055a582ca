import { CommandRefused, formatColumns, parseArguments } from "../../operators/accounts/index.ts";
import type { CommandFamily } from "../../platform/domain.ts";
import type { ScreenedPerson } from "../../providers/sanctions/index.ts";
import { describeMatch } from "./describe-match.ts";
import type { ReadCurrentScreen } from "./list/current-screen.ts";
import { readListState, requestRefresh } from "./list/list-store.ts";
import { listAgeMs, type RefreshDeps, refreshList } from "./list/refresh-list.ts";

const usage = "sanctions needs status, refresh, check or address";
const dayMs = 24 * 60 * 60_000;

export function sanctionsCommands(
  deps: RefreshDeps,
  currentScreen: ReadCurrentScreen,
): CommandFamily {
  return {
    name: "sanctions",
    usage: `  sanctions status                               show the sanctions list in use and its age
  sanctions refresh [--accept-smaller]           fetch the list now; accept one that lost many entries
  sanctions check --first-name "…" --last-name "…" [--middle-name "…"] [--date-of-birth YYYY-MM-DD]
                  [--city "…"] [--country XX]    compare a person with the list
  sanctions address ADDRESS                      look a crypto address up in the list`,
    async run([command, ...rest]) {
      if (deps.config.sanctionsList.length === 0)
        throw new CommandRefused("No sanctions list is configured: set SANCTIONS_LIST.");
      switch (command) {
        case "status":
          return status(deps);
        case "refresh":
          return refresh(deps, rest);
        case "check":
          return check(deps, currentScreen, rest);
        case "address":
          return lookUpAddress(currentScreen, rest);
        default:
          throw new CommandRefused(usage);
      }
    },
  };
}

async function status(deps: RefreshDeps): Promise<string> {
  const state = await readListState(deps);
  if (!state) return "no list yet: run sanctions refresh";
  const ageMs = listAgeMs(deps, state);
  const age = ageMs === null ? "none yet" : `${(ageMs / dayMs).toFixed(1)} days old`;
  const isOld = ageMs === null || ageMs > deps.config.sanctionsStaleDays * dayMs;
  const rows = [
    [
      "list",
      `${state.persons} persons, ${state.addresses ?? 0} crypto addresses, ${age}${isOld ? ": refresh it" : ""}`,
    ],
    ...state.files.map((file) => [
      file.name,
      `${file.entries} entries, published ${file.publishedOn ?? "on an unknown day"}`,
    ]),
    ...(state.problem === null
      ? []
      : [["problem", `${state.problem} (since ${state.problem_since?.toISOString() ?? ""})`]]),
  ];
  return formatColumns(rows);
}

async function refresh(deps: RefreshDeps, args: readonly string[]): Promise<string> {
  const { positions, flags } = parseArguments(args, [], ["accept-smaller"]);
  if (positions.length > 0) throw new CommandRefused("sanctions refresh takes no arguments");
  await requestRefresh(deps);
  const acceptSmaller = flags.has("accept-smaller");
  // A refresh has its own time limit. An aborted signal would mean that this process stops.
  const outcome = await refreshList(deps, new AbortController().signal, { acceptSmaller });
  switch (outcome) {
    case "none":
      throw new CommandRefused("Another process refreshes the list. Try again in a few minutes.");
    case "failed":
      throw new CommandRefused(`The old list stays. ${(await readListState(deps))?.problem ?? ""}`);
    default:
      return outcome === "changed" ? "the list has changed" : "the list has not changed";
  }
}

async function lookUpAddress(
  currentScreen: ReadCurrentScreen,
  [address, ...rest]: readonly string[],
): Promise<string> {
  if (address === undefined || address === "" || rest.length > 0)
    throw new CommandRefused("sanctions address needs one address");
  const addresses = (await requireList(currentScreen)).addresses.find(address);
  if (addresses.length === 0) return "not on the list";
  return formatColumns(
    addresses.map(({ list, entryId, name, currency }) => [`${list} ${entryId}`, currency, name]),
  );
}

async function requireList(currentScreen: ReadCurrentScreen) {
  const current = await currentScreen();
  if (!current) throw new CommandRefused("There is no list yet: run sanctions refresh.");
  return current;
}

async function check(
  deps: RefreshDeps,
  currentScreen: ReadCurrentScreen,
  args: readonly string[],
): Promise<string> {
  const names = ["first-name", "middle-name", "last-name", "date-of-birth", "city", "country"];
  const { positions, options } = parseArguments(args, names);
  const text = (name: string) => options.get(name)?.trim() || null;
  const [firstName, lastName] = [text("first-name"), text("last-name")];
  const dateOfBirth = text("date-of-birth");
  const country = text("country")?.toUpperCase() ?? null;
  if (positions.length > 0 || firstName === null || lastName === null)
    throw new CommandRefused("sanctions check needs --first-name and --last-name");
  if (dateOfBirth !== null && !/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth))
    throw new CommandRefused("--date-of-birth must be YYYY-MM-DD");
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw new CommandRefused("--country must be two letters, such as US");
  const current = await requireList(currentScreen);
  const person: ScreenedPerson = {
    firstName,
    lastName,
    middleName: text("middle-name"),
    dateOfBirth,
    city: text("city"),
    country,
  };
  const matches = current.screen.screen(person, deps.config.sanctionsMinScore);
  if (matches.length === 0) return "no match";
  return formatColumns(
    matches.map(({ entry, explanation }) => [
      `${explanation.score}`,
      `${entry.list} ${entry.entryId}`,
      describeMatch(explanation),
    ]),
  );
}
