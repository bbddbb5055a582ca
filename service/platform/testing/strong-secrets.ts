import { createHash } from "node:crypto";

/** A key-encryption key that production accepts, another one per name. */
export const strongKey = (name = "one"): string =>
  createHash("sha256").update(`key-encryption key ${name}`).digest("base64");

/** A connector's key that production accepts. */
export const strongSecret = "live_8fJ2mQ7xVbN4tR9wKc3L";
