import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import { brandName } from "../../../widgets/fields/brand-name.ts";
import { texts } from "../../i18n/current-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { wordsOf } from "../../ui/status-badge.tsx";

/** What was paid with, as far as it may be shown: `Visa ···· 4242`. */
export function methodText(type: string | null, method: PaymentMethodSummary | null): string {
  const { methods, nothing } = texts.value;
  if (method && "brand" in method) return `${brandName(method.brand)} ····\u00a0${method.last4}`;
  if (method && "bankName" in method) {
    return `${method.bankName ?? methods["bank"] ?? ""} ····\u00a0${method.last4}`;
  }
  if (method && "asset" in method) return `${method.asset} · ${processorText(method.network)}`;
  return type ? (methods[type] ?? wordsOf(type)) : nothing;
}

/** Who moved the money: rails by their names, processors as they are configured. */
export function processorText(name: string): string {
  return railTexts.value.rails[name] ?? name;
}

/** Who moved the money, where the method does not name the same: a payment by crypto is moved by its network. */
export function moverText(
  processor: string | null,
  method: PaymentMethodSummary | null,
): string | null {
  if (processor === null || (method && "network" in method)) return null;
  return processorText(processor);
}

/** Why a payment failed, in few words. */
export function reasonText(code: string): string {
  const { rail, reasons } = railTexts.value;
  const returnCode = /^ach_(r\d\d)$/.exec(code)?.[1];
  if (returnCode) return rail.returned(returnCode.toUpperCase());
  return reasons[code] ?? wordsOf(code);
}
