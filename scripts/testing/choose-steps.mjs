import { stepsForPaths } from "./paths.mjs";

/**
 * The steps that `npm test` runs: all, those of `--only`, those that run the given paths, or with both those of
 * `--only` that run the paths.
 *
 * @param {string} root
 * @param {readonly import("./steps.mjs").Step[]} steps
 * @param {readonly string[]} args
 * @returns {readonly import("./steps.mjs").Step[]}
 * @throws with what is wrong: an unknown option or step, a path without tests, or one that none of the named steps runs
 */
export function chooseSteps(root, steps, args) {
  const { names, paths } = parse(args);
  const known = steps.map(({ name }) => name);
  if (names && (names.length === 0 || names.some((name) => !known.includes(name))))
    throw new Error(`--only accepts: ${known.join(",")}`);
  const named = names ? steps.filter(({ name }) => names.includes(name)) : steps;
  if (paths.length === 0) return named;
  for (const path of names ? paths : []) {
    const runBy = [...stepsForPaths(root, [path]).keys()];
    if (!runBy.some((name) => names?.includes(name)))
      throw new Error(`${path} is run by ${runBy.join(",")}, and not by --only ${names}.`);
  }
  const found = stepsForPaths(root, paths);
  return named
    .filter(({ name }) => found.has(name))
    .map((step) => only(step, found.get(step.name)));
}

/** @returns {{ names: string[] | undefined, paths: string[] }} */
function parse(args) {
  const paths = [];
  let names;
  const rest = [...args];
  while (rest.length > 0) {
    const arg = rest.shift();
    if (arg === "--only" || arg.startsWith("--only=")) {
      const list = arg === "--only" ? rest.shift() : arg.slice("--only=".length);
      names = [...(names ?? []), ...(list ?? "").split(",").filter(Boolean)];
    } else if (arg.startsWith("-")) {
      throw new Error(`Unknown option ${arg}. Use --only or --list.`);
    } else paths.push(arg);
  }
  return { names, paths };
}

/** The step with these files and only what they need. */
function only(step, files = []) {
  const commands = step.commands.map((command) => [...command, ...files]);
  // Few tests beside the sources read the build; the others do not wait for it.
  const usesSources = !["e2e", "crash", "rolling"].includes(step.name);
  const withoutBuild = usesSources && !files.some((file) => file.startsWith("e2e/"));
  const needs = step.needs?.filter((need) => !(withoutBuild && need === "build")) ?? [];
  return { ...step, commands, needs };
}
