import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { logoFileTypes, logoLimits, logoPath } from "#contract/appearance/logo";
import { uploadedLogo } from "#contract/console/appearance";
import { controlAttributes, FieldFrame } from "../../../widgets/ui/field-frame.tsx";
import { refusedHere } from "../../client/api.ts";
import { appearanceTexts } from "../../i18n/appearance-texts.ts";
import { api } from "../../session/session.ts";
import { base64Of } from "../../ui/base64-of.ts";
import { failureText } from "../../ui/failure-notice.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface LogoFieldProps {
  readonly logo: string | undefined;
  readonly onChange: (logo: string | undefined) => void;
}

/** Uploads a logo at once for the previews. Customers see it after publication. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const words = appearanceTexts.value;
  const [problem, setProblem] = useState<string>();
  // An upload takes a while. Meanwhile the person may change a color, which the first render's callback does not know
  // about, or discard the changes, which replaces this field.
  const take = useRef<LogoFieldProps["onChange"]>(null);
  take.current = onChange;
  useLayoutEffect(
    () => () => {
      take.current = null;
    },
    [],
  );
  const uploading = useSubmit(
    async (file: File) => {
      const content = await base64Of(file);
      if (content === null) return refusedHere("file_unreadable");
      return api.send("POST", "/appearance/logo", uploadedLogo, { content });
    },
    (value) => {
      if (!take.current) return;
      take.current(value.logo);
      showToast(words.logoAdded);
    },
  );
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    const isKnown = logoFileTypes.some((logoFileType) => logoFileType === file.type);
    const wrong = isKnown
      ? file.size > logoLimits.fileBytes && "logo_too_large"
      : "logo_file_invalid";
    setProblem(wrong || undefined);
    uploading.forget();
    if (!wrong) await uploading.submit(file);
    // Lets the person choose the same file again.
    input.value = "";
  };
  const { failure } = uploading;
  const code = problem ?? failure?.code;
  const error =
    code === undefined
      ? undefined
      : (words.logoProblems[code] ?? (failure && failureText(failure)));
  const frame = {
    name: "logo",
    label: words.logo,
    hint: words.logoHint,
    ...(error ? { error } : {}),
  };
  return (
    <div class="logo-field">
      <FieldFrame {...frame}>
        <input
          {...controlAttributes({ ...frame, optional: "" })}
          type="file"
          accept={logoFileTypes.join(",")}
          aria-busy={uploading.isBusy}
          onChange={({ currentTarget }) => void choose(currentTarget)}
        />
      </FieldFrame>
      {logo !== undefined && (
        <p class="logo-shown">
          <img src={logoPath(logo)} alt={words.logoAlt} height={32} data-testid="logo" />
          <button
            type="button"
            class="text-button"
            data-testid="remove-logo"
            onClick={() => onChange(undefined)}
          >
            {words.removeLogo}
          </button>
        </p>
      )}
    </div>
  );
}
