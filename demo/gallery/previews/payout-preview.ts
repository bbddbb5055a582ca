import "../../../styles/personal.css";
import "../../../styles/disbursement.css";
import "../../../styles/payout-methods.css";
import { exampleSession, stateWith } from "../../../widgets/disbursement/examples.ts";
import type { DrawPreview } from "../preview.tsx";
import { renderPayout } from "../render-payout.tsx";

export const draw: DrawPreview = (place, view) =>
  renderPayout(place, view, {
    state: stateWith({ step: "method" }, exampleSession({}, { operator: view.operator })),
  });
