import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import { returnCodeOf } from "#contract/payment-reasons/bank-reasons";
import { brandName } from "../../../widgets/fields/brand-name.ts";
import { texts } from "../../i18n/current-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { humanize } from "../../ui/status-badge.tsx";

/** Names a payment method, with its number masked: `Visa ···· 4242`. */
export function methodText(type: string | null, method: PaymentMethodSummary | null): string {
  const { methods, nothing } = texts.value;
  if (method && "brand" in method) return `${brandName(method.brand)} ····\u00a0${method.last4}`;
  if (method && "bankName" in method) {
    return `${method.bankName ?? methods["bank"] ?? ""} ····\u00a0${method.last4}`;
  }
  if (method && "asset" in method) return `${method.asset} · ${processorText(method.network)}`;
  return type ? (methods[type] ?? humanize(type)) : nothing;
}

/** A rail's name, or a processor's name from the settings. */
export function processorText(name: string): string {
  return railTexts.value.rails[name] ?? name;
}

/** The processor; null for crypto, where it is the network that the method's text already names. */
export function shownProcessor(
  processor: string | null,
  method: PaymentMethodSummary | null,
): string | null {
  if (processor === null || (method && "network" in method)) return null;
  return processorText(processor);
}

export function reasonText(code: string): string {
  const { rail, reasons } = railTexts.value;
  const returnCode = returnCodeOf(code);
  if (returnCode) return rail.returned(returnCode);
  return reasons[code] ?? humanize(code);
}
