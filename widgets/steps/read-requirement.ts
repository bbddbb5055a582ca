/** Apart from the calls of steps-api.ts, which the identity widget loads only if details are missing. */
import {
  flag,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Read,
  size,
  text,
} from "#contract/channel/readers";
import type { ReadRequirement } from "./steps-api.ts";

/** The members of {@link SmsProgress}. */
export const smsProgress = { status: text, phoneNumber: text, resendAt: text, attemptsLeft: size };
const addressPart = optional(nullable(text));

export const readRequirement: Read<ReadRequirement> = object({
  type: text,
  blocks: oneOf("submission", "approval"),
  fields: optional(list(text)),
  address: optional(
    nullable(
      object({
        line1: addressPart,
        line2: addressPart,
        city: addressPart,
        state: addressPart,
        postalCode: addressPart,
        country: addressPart,
      }),
    ),
  ),
  phoneNumber: optional(nullable(text)),
  canChangeNumber: optional(flag),
  code: optional(nullable(object({ ...smsProgress, isNumberOnFile: flag }))),
  w9CaptureUrl: optional(nullable(text)),
});
