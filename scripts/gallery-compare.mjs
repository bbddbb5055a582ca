/**
 * `npm run gallery:compare`: takes a screenshot of every entry of the gallery before and after a change. The gallery's
 * *What changed* shows what differs.
 *
 *   npm run gallery:compare                        the last release → the sources as they are now
 *   npm run gallery:compare -- main~5              from another commit
 *   npm run gallery:compare -- --look 'lang=es&mode=dark&width=768'   in another look; may be repeated
 *
 * The last release is the newest tag. Without a tag it is the commit that set the version in package.json, or the oldest
 * commit that has this comparison if that commit is newer.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { comparePictures } from "./lib/compare-pictures.mjs";
import { buildGallery, takeGalleryPictures } from "./lib/gallery-pictures.mjs";

const screenshotScript = "scripts/lib/gallery-pictures.mjs";
const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { look: { type: "string", multiple: true } },
});
const looks = values.look ?? ["width=360"];
const from = git("rev-parse", "--short", positionals[0] ?? lastRelease());
if (!canBeCompared(from)) {
  console.error(`The gallery of ${from} is older than this comparison, so it has no screenshots.`);
  process.exit(2);
}
const to = `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain") === "" ? "" : " with changes"}`;

console.log(`Building the gallery of ${from} …`);
const before = await picturesOf(from);
console.log("Building the gallery of the sources …");
const folder = await buildGallery(root);
const output = join(folder, "changes");
mkdirSync(output, { recursive: true });
const changes = [];
let compared = 0;
const after = await takeGalleryPictures(folder, looks);
for (const key of new Set([...before.keys(), ...after.keys()])) {
  compared += 1;
  const [old, now] = [before.get(key), after.get(key)];
  const { percent, difference } =
    old && now ? await comparePictures(old.png, now.png) : { percent: 100, difference: null };
  if (percent === 0) continue;
  const { id, title, look } = now ?? old;
  changes.push({
    id,
    title,
    look,
    kind: old && now ? "changed" : now ? "added" : "removed",
    percent,
    before: write(`${key}-before.png`, old?.png),
    after: write(`${key}-after.png`, now?.png),
    difference: write(`${key}-difference.png`, difference),
  });
}
writeFileSync(join(output, "changes.json"), JSON.stringify({ from, to, compared, changes }));
console.log(
  `${changes.length} of ${compared} pictures differ. See them with npm run gallery, under "What changed".`,
);

async function picturesOf(commit) {
  const checkout = mkdtempSync(join(tmpdir(), "tessera-gallery-"));
  try {
    git("worktree", "add", "--detach", "--force", checkout, commit);
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
    return await takeGalleryPictures(await buildGallery(checkout), looks);
  } finally {
    rmSync(checkout, { recursive: true, force: true });
    git("worktree", "prune");
  }
}

function lastRelease() {
  const tag = spawnSync("git", ["describe", "--tags", "--abbrev=0"], { cwd: root });
  if (tag.status === 0) return tag.stdout.toString().trim();
  const versioned = git("log", "-1", "--format=%H", '-G"version":', "--", "package.json");
  if (canBeCompared(versioned)) return versioned;
  return git("log", "--diff-filter=A", "--reverse", "--format=%H", "--", screenshotScript).split(
    "\n",
  )[0];
}

/** Whether a commit's gallery can be compared: it is not older than the script that takes the screenshots. */
function canBeCompared(commit) {
  return (
    spawnSync("git", ["cat-file", "-e", `${commit}:${screenshotScript}`], { cwd: root }).status ===
    0
  );
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  return stdout.toString().trim();
}

function write(name, content) {
  if (!content) return null;
  writeFileSync(join(output, name), content);
  return `changes/${name}`;
}
