import { findDisputeCode } from "#contract/dispute-codes";
import { language } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { humanize, type Tone } from "../../ui/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  "needs-response": "bad",
  "under-review": "wait",
  won: "good",
  lost: "bad",
  accepted: "quiet",
  expired: "bad",
};

export function DisputeStatus({ status }: { status: string }) {
  const { statuses } = disputeTexts.value;
  return (
    <span class="badge" data-tone={tones[status] ?? "quiet"} data-status={status}>
      {statuses[status] ?? humanize(status)}
    </span>
  );
}

/** `Visa 10.4: Other fraud, card absent`. For a bank's inquiry, what the bank asks. */
export function reasonText({
  network,
  reasonCode,
}: {
  network: string;
  reasonCode: string;
}): string {
  const name = findDisputeCode(network, reasonCode)?.name[language.value];
  // Banks' inquiries have no network code.
  if (name && !/\d/.test(reasonCode)) return name;
  const code = `${network === "ach" ? "ACH" : humanize(network)} ${reasonCode}`;
  return name ? `${code}: ${name}` : code;
}
