import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { texts } from "../../i18n/current-texts.ts";
import { fieldFailure } from "../../ui/form.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { originOf } from "./origin-text.ts";

interface OriginsEditorProps {
  readonly origins: readonly string[];
  readonly failure: ApiFailure | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (origins: string[]) => void;
  /** Receives the function that adds the typed origin and returns all; null, with an error, if the text is not one. */
  readonly addTyped: RefObject<(() => readonly string[] | null) | null>;
}

/** The origins that may show the widgets. */
export function OriginsEditor(props: OriginsEditorProps) {
  const { origins, failure, isReadOnly, onChange, addTyped } = props;
  const { origins: words } = texts.value;
  const [error, setError] = useState<string>();
  const row = useRef<HTMLDivElement>(null);
  const inputIn = () => row.current?.querySelector("input");
  const read = (): readonly string[] | null => {
    const input = inputIn();
    const origin = originOf(input?.value ?? "");
    if (!origin || origins.includes(origin)) {
      setError(origin ? words.twice : words.notAnOrigin);
      input?.focus();
      return null;
    }
    setError(undefined);
    const longer = [...origins, origin];
    onChange(longer);
    showToast(words.added(origin));
    if (input) input.value = "";
    return longer;
  };
  const add = () => {
    read();
    inputIn()?.focus();
  };
  addTyped.current = () => (inputIn()?.value.trim() ? read() : origins);
  return (
    <div class="list-editor" data-testid="origins">
      {origins.length === 0 && <p class="muted">{words.none}</p>}
      <ul class="plain-list">
        {origins.map((origin, at) => (
          <li class="line" key={origin}>
            <code class="mono break">{origin}</code>
            {fieldFailure(failure, `changes.allowedOrigins.${at}`) && (
              <span class="field-error">
                {fieldFailure(failure, `changes.allowedOrigins.${at}`)}
              </span>
            )}
            {!isReadOnly && (
              <button
                type="button"
                class="icon-button"
                aria-label={words.remove(origin)}
                onClick={() => {
                  onChange(origins.filter((each) => each !== origin));
                  showToast(words.removed(origin));
                  inputIn()?.focus();
                }}
              >
                <Glyph name="trash" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field within adds what is typed
        <div
          class="add-row"
          ref={row}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
            event.preventDefault();
            add();
          }}
        >
          <Field
            name="new-origin"
            label={words.add}
            error={error}
            input={{
              type: "url",
              placeholder: "https://shop.example",
              autocomplete: "off",
              spellcheck: false,
              onInput: () => setError(undefined),
            }}
          />
          <Button quiet testId="add-origin" onPress={add}>
            {words.addButton}
          </Button>
        </div>
      )}
    </div>
  );
}
