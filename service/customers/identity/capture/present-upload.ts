import type { KycUpload } from "#contract/client/kyc";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import { type ImageHead, openProblems } from "../store/image-store.ts";

export function presentUpload(keyring: Pick<Keyring, "decryptField">, image: ImageHead): KycUpload {
  return {
    uploadId: image.upload_id,
    side: image.side,
    state: image.state,
    offset: image.received_bytes,
    sizeBytes: image.size_bytes,
    problems: openProblems(keyring, image),
  };
}
