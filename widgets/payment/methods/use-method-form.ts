import { useEffect, useMemo } from "preact/hooks";
import type { MethodForm, MethodFormProps } from "./method-form.ts";

/**
 * Hands over what the flow asks of a form, the same one each time, while `canPay`: before that there is nothing
 * to agree to.
 */
export function useMethodForm(
  onForm: MethodFormProps["onForm"],
  make: () => MethodForm,
  canPay = true,
): void {
  const form = useMemo(make, []);
  useEffect(() => {
    if (!canPay) return;
    onForm(form);
    return () => onForm(null);
  }, [canPay]);
}
