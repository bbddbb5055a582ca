import "../../../styles/kyc.css";
import "../../../styles/personal.css";
import { kycEntries } from "../kyc-entries.tsx";
import type { DrawPreview } from "../preview.tsx";

export const draw: DrawPreview = (place, view) =>
  kycEntries.find(({ id }) => id === "kyc-choose")?.render(place, view);
