import { accessSync, constants, mkdirSync } from "node:fs";

/**
 * Makes a folder where it is missing, and refuses what can't be written into, with the variable that names another.
 *
 * @param {string} variable
 * @param {string} folder
 */
export function requireWritableFolder(variable, folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = error.code === "EEXIST" ? "it is no folder" : error.code;
    throw new Error(`${folder} can't be written into (${why}): set ${variable} to another folder.`);
  }
}
