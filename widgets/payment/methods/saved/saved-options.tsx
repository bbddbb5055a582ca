import type { ComponentChildren } from "preact";
import type { OfferedPaymentMethod } from "#contract/client/session";
import { BrandMark } from "../../../fields/brand-mark.tsx";
import { brandName } from "../../../fields/brand-name.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { RadioOption } from "../../../ui/radio-group.tsx";
import { RemoveSaved } from "./remove-saved.tsx";
import { savedDetail, savedName } from "./saved-name.ts";

interface SavedOptionsProps<Value extends string> {
  readonly methods: readonly OfferedPaymentMethod[];
  readonly texts: SavedMethodTexts;
  readonly locale: string;
  readonly keyOf: (method: OfferedPaymentMethod) => Value;
  /** What the chosen method asks for before it is used. */
  readonly contentOf: (method: OfferedPaymentMethod) => ComponentChildren;
  readonly remove: (method: OfferedPaymentMethod) => Promise<boolean>;
  readonly onRemoved: (method: OfferedPaymentMethod) => void;
}

/** Expired methods are shown and can only be removed. */
export function savedOptions<Value extends string>(
  props: SavedOptionsProps<Value>,
): RadioOption<Value>[] {
  const { methods, texts, locale, keyOf, contentOf, remove, onRemoved } = props;
  return methods.map((method) => ({
    value: keyOf(method),
    label: savedName(method, texts),
    detail: savedDetail(method, texts, locale),
    mark: <SavedMark method={method} />,
    disabled: method.isExpired,
    content: method.isExpired ? undefined : contentOf(method),
    extra: (
      <RemoveSaved
        id={method.paymentMethodId}
        name={savedName(method, texts)}
        texts={texts.remove}
        remove={() => remove(method)}
        onRemoved={() => onRemoved(method)}
      />
    ),
  }));
}

function SavedMark({ method: { paymentMethod } }: { method: OfferedPaymentMethod }) {
  if ("brand" in paymentMethod) {
    return (
      <span class="saved-mark">
        <BrandMark name={hasMark(paymentMethod.brand) ? paymentMethod.brand : "none"} />
      </span>
    );
  }
  return (
    <span class="saved-mark">
      <Icon name={"asset" in paymentMethod ? "coin" : "bank"} sizePx={20} />
    </span>
  );
}

/** Only brands with a name here have a logo. */
const hasMark = (brand: string) => brandName(brand) !== brand;
