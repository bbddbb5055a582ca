import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { cameraFilm, makeSpecimen } from "../../sandbox/specimens/index.ts";
import { chromiumLaunch } from "./chromium-launch.ts";

export interface FilmedPerson {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
}

/**
 * Writes the video for Chromium's fake camera: both sides of a SPECIMEN license on a table. Chromium reads the file
 * when it starts, so one video serves both sides.
 */
export async function filmLicense(person: FilmedPerson, path: string): Promise<void> {
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

/** Starts Chromium with that video as its camera. The test decides whether a page may use it. */
export const cameraLaunch = (film: string) =>
  chromiumLaunch("--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`);
