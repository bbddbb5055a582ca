import type { CommandFamily } from "../../platform/domain.ts";
import { KeyNotConfigured } from "../../platform/secrets/key-encryption.ts";
import { KeyServiceError } from "../../platform/secrets/key-services/key-service-error.ts";
import { CommandRefused } from "../accounts/index.ts";
import { keyStatus } from "./key-status.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { startRotation } from "./rotate-keys.ts";

const usage = `  keys status                                    key-encryption keys, data keys, and the state of a rotation
  keys rotate                                    wrap all keys with the current key-encryption key, create
                                                 new data keys, and reseal everything with them`;

export function keyCommands(deps: KeysDeps, wake: () => void): CommandFamily {
  return {
    name: "keys",
    usage,
    async run([command, ...rest]) {
      if (rest.length > 0)
        throw new CommandRefused("keys status and keys rotate take no arguments");
      if (command === "status") return keyStatus(deps);
      if (command !== "rotate") throw new CommandRefused("keys needs status or rotate");
      try {
        const { rewrapped, created, damaged } = await startRotation(deps);
        wake();
        return [
          `${rewrapped} keys wrapped with ${deps.keyEncryption.currentId}`,
          `${created} operators have a new data key`,
          ...damaged.map((key) => `Not rotated, because it cannot be unwrapped: ${key}`),
          "Everything is resealed in the background while payments continue. See keys status.",
        ].join("\n");
      } catch (error) {
        if (error instanceof KeyNotConfigured || error instanceof KeyServiceError)
          throw new CommandRefused(`Refused: ${error.message}`);
        throw error;
      }
    },
  };
}
