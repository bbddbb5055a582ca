import type { W9Texts } from "../i18n/w9-texts.ts";
import { Notice } from "../ui/notice.tsx";
import type { W9Failure } from "./w9-api.ts";

/** Why the last call was refused or lost; otherwise empty. */
export function W9Problem({ failure, texts }: { failure: W9Failure | null; texts: W9Texts }) {
  return (
    <div role="alert">
      {failure !== null && (
        <Notice
          testId="w9-problem"
          tone="danger"
          code={failure.code}
          title={failureText(failure, texts)}
          lines={[]}
        />
      )}
    </div>
  );
}

export function failureText({ code }: W9Failure, texts: W9Texts): string {
  if (code === "lost") return texts.lost;
  return (Object.hasOwn(texts.refusals, code) && texts.refusals[code]) || texts.unknown;
}
