import { accessSync, constants, mkdirSync } from "node:fs";

/**
 * Creates the folder if needed. If it is not writable, the error names the variable to change.
 *
 * @param {string} variable
 * @param {string} folder
 */
export function requireWritableFolder(variable, folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = error.code === "EEXIST" ? "not a folder" : error.code;
    throw new Error(`${folder} is not writable (${why}). Set ${variable} to another folder.`);
  }
}
