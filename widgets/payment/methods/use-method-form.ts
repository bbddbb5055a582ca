import { useEffect, useMemo } from "preact/hooks";
import type { MethodForm, MethodFormProps } from "./method-form.ts";

/**
 * Passes the form's methods up, always as the same object, while `canPay`. Before that there is nothing to agree to.
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
