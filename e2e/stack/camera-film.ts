import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { cameraFilm, makeSpecimen } from "../../sandbox/specimens/index.ts";
import { chromiumLaunch } from "./chromium-launch.ts";

/** A person whose licence lies before the camera. */
export interface FilmedPerson {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
}

/**
 * What Chromium's fake camera sees: both sides of a SPECIMEN licence on a table, so that one film, which
 * is chosen when the browser starts, serves for both.
 */
export async function filmLicence(person: FilmedPerson, path: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const sides = await makeSpecimen({ type: "drivers_license", outcome: "agrees", person, today });
  const cards = await Promise.all(
    sides.map(({ bytes }) => sharp(bytes).resize({ width: 900 }).png().toBuffer()),
  );
  const table = sharp({
    create: { width: 1920, height: 1080, channels: 3, background: "#5c564d" },
  });
  const picture = await table
    .composite(cards.map((input, at) => ({ input, left: 40 + at * 940, top: 240 })))
    .png()
    .toBuffer();
  const film = await cameraFilm(picture, { widthPx: 1920, heightPx: 1080 });
  writeFileSync(path, film);
}

/** Chromium with that film for a camera; whether a page may use it is the test's to say. */
export const cameraLaunch = (film: string) =>
  chromiumLaunch("--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`);
