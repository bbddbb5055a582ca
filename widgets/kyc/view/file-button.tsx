import { useRef } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { upload } from "./kyc-icons.ts";

interface FileButtonProps {
  readonly label: string;
  readonly quiet: boolean;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/**
 * The chooser's types omit HEIC, so that iPhones convert to JPEG. A HEIC file chosen anyway gets an error
 * (picture/prepare-picture.ts).
 */
export function FileButton({ label, quiet, busy = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button testId="kyc-file" quiet={quiet} busy={busy} onPress={() => input.current?.click()}>
        <Icon name={upload} />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        data-testid="kyc-file-input"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Choosing the same file again must be a change too.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}
