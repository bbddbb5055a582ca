import { useEffect, useRef, useState } from "preact/hooks";
import { exportTotalHeader } from "#contract/console/exports";
import { errorResponse } from "#contract/error-response";
import { createExportText, type ExportText } from "./export-text.ts";

export interface ExportProgress {
  readonly state: "idle" | "running" | "broken" | "refused" | "done";
  readonly count: number;
  /** Null until the service has counted. */
  readonly total: number | null;
  /** The error code of a refusal. */
  readonly code: string | null;
}

interface Export {
  readonly progress: ExportProgress;
  /** Starts the export, or resumes after the text that has arrived. */
  readonly start: (path: string, format: "csv" | "ndjson", fileName: string) => Promise<void>;
  readonly stop: () => void;
}

const idle: ExportProgress = { state: "idle", count: 0, total: null, code: null };
/** A connection without data for this long counts as broken. */
const silenceMs = 30_000;

/** Streams into a file, shows the progress, and resumes after a broken connection. */
export function useExport(): Export {
  const [progress, setProgress] = useState(idle);
  const text = useRef<ExportText | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (path: string, format: "csv" | "ndjson", fileName: string) => {
    // Keeps the received text after a refusal, too: a service that restarts refuses for a moment.
    text.current ??= createExportText(format);
    const target = text.current;
    const stopper = new AbortController();
    abort.current = stopper;
    const show = (change: Partial<ExportProgress>) =>
      setProgress((last) => ({ ...last, count: target.count, ...change }));
    show({ state: "running", code: null });
    let silence: ReturnType<typeof setTimeout> | undefined;
    const restartSilence = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stopper.abort(), silenceMs);
    };
    try {
      restartSilence();
      const after = target.lastId ? `&after=${encodeURIComponent(target.lastId)}` : "";
      const response = await fetch(`/console/api${path}&format=${format}${after}`, {
        cache: "no-store",
        credentials: "same-origin",
        signal: stopper.signal,
      });
      if (!response.ok || !response.body) {
        const body = errorResponse.safeParse(await response.json().catch(() => undefined)).data;
        show({ state: "refused", code: body?.errorCode ?? "bad_answer" });
        return;
      }
      show({ total: Number(response.headers.get(exportTotalHeader) ?? 0) });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        restartSilence();
        if (done) break;
        target.push(value);
        show({});
      }
      target.finish();
      saveFile(new Blob([...target.parts]), fileName);
      text.current = null;
      show({ state: "done" });
    } catch {
      target.breakOff();
      show({ state: "broken" });
    } finally {
      clearTimeout(silence);
    }
  };
  const stop = () => {
    abort.current?.abort();
    text.current = null;
    setProgress(idle);
  };
  return { progress, start, stop };
}

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
