import type { Tx } from "../../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { newId } from "../../../platform/randomness.ts";
import { awaitUnlessBroken } from "../../../platform/secrets/seal.ts";
import {
  type ImageHead,
  openImage,
  openProblems,
  sealImage,
  sealProblems,
} from "../store/image-store.ts";
import type { KycVerificationRow } from "../tables.ts";

/** Copies usable pictures into a new verification, sealed for it. Omits pictures that cannot be decrypted. */
export async function copyImages(
  deps: Pick<PlatformDeps, "clock" | "random" | "keyring">,
  tx: Tx,
  images: readonly ImageHead[],
  to: Pick<KycVerificationRow, "kyc_verification_id">,
  now: Date,
): Promise<void> {
  const { keyring } = deps;
  for (const image of images) {
    const bytes = await awaitUnlessBroken(() => openImage(tx, keyring, image));
    if (!bytes) continue;
    const copy = { operator_id: image.operator_id, upload_id: newId(deps, "kycUpload") };
    await tx
      .insertInto("kyc_images")
      .values({
        ...copy,
        kyc_verification_id: to.kyc_verification_id,
        side: image.side,
        state: "received",
        content_type: image.content_type,
        size_bytes: image.size_bytes,
        received_bytes: image.received_bytes,
        problems_sealed: sealProblems(keyring, copy, openProblems(keyring, image)),
        image_sealed: sealImage(keyring, copy, bytes),
        created_at: now,
        updated_at: now,
      })
      .execute();
  }
}
