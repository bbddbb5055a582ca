import "../../../styles/w9.css";
import "../../../styles/personal.css";
import type { DrawPreview } from "../preview.tsx";
import { w9Entries } from "../w9-entries.tsx";

export const draw: DrawPreview = (place, view) => w9Entries[0]?.render(place, view);
