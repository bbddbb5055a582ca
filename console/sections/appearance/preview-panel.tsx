import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import * as z from "zod/mini";
import type { Appearance } from "#contract/appearance/appearance";
import { palettes, type Scheme } from "#contract/appearance/palette";
import {
  type PreviewName,
  previewHeight,
  previewNames,
} from "#contract/console/appearance-preview";
import { appearanceTexts } from "../../i18n/appearance-texts.ts";
import { language } from "../../i18n/current-texts.ts";
import { SelectField } from "../../ui/form.tsx";
import { Panel } from "../../ui/page.tsx";

const widthsPx = [360, 768, 1280] as const;

/** Shows one widget, light and dark, at one of three widths. */
export function PreviewPanel({ look }: { look: Appearance }) {
  const words = appearanceTexts.value;
  const [shown, setShown] = useState<PreviewName>("payment");
  const [widthPx, setWidthPx] = useState<number>(widthsPx[0]);
  return (
    <Panel title={words.preview} testId="preview">
      <p class="panel-lead">{words.previewText}</p>
      <div class="appearance-selects">
        <SelectField
          name="widget"
          label={words.widget}
          value={shown}
          options={previewNames.map((value) => ({ value, text: words.widgets[value] ?? value }))}
          onChange={(value) => setShown(value as PreviewName)}
        />
        <SelectField
          name="width"
          label={words.width}
          value={String(widthPx)}
          options={widthsPx.map((each) => ({ value: String(each), text: words.widths(each) }))}
          onChange={(value) => setWidthPx(Number(value))}
        />
      </div>
      <div class="previews" data-wide={widthPx > 360 ? "" : undefined}>
        {(["light", "dark"] as const).map((scheme) => (
          <Preview
            key={`${shown}-${scheme}-${language.value}`}
            shown={shown}
            scheme={scheme}
            widthPx={widthPx}
            look={look}
          />
        ))}
      </div>
    </Panel>
  );
}

interface PreviewProps {
  readonly shown: PreviewName;
  readonly scheme: Scheme;
  readonly widthPx: number;
  readonly look: Appearance;
}

/** A frame of this width, scaled to the available room. */
function Preview({ shown, scheme, widthPx, look }: PreviewProps) {
  const words = appearanceTexts.value;
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  const [roomPx, setRoomPx] = useState(widthPx);
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      const isOwn = event.source !== null && event.source === frame.current?.contentWindow;
      if (!isOwn || event.origin !== location.origin) return;
      const height = z.safeParse(previewHeight, event.data);
      if (height.success) setHeightPx(height.data.heightPx);
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, []);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoomPx(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const isDrawn = heightPx > 0;
  useEffect(() => {
    if (!isDrawn) return;
    const message = { type: "look", appearance: { ...look, mode: scheme } };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isDrawn, look, scheme]);
  const scale = Math.min(1, roomPx / widthPx);
  const frameHeightPx = Math.max(heightPx, 320);
  return (
    <figure class="preview">
      <figcaption>{words.values[scheme]}</figcaption>
      <div class="preview-box" ref={box} style={{ height: `${frameHeightPx * scale}px` }}>
        <iframe
          ref={frame}
          title={words.frameTitle(words.widgets[shown] ?? shown, words.values[scheme] ?? scheme)}
          src={`/console/preview/?show=${shown}&lang=${language.value}`}
          data-testid={`preview-${scheme}`}
          style={{
            width: `${widthPx}px`,
            height: `${frameHeightPx}px`,
            marginInlineStart: `${Math.max(0, (roomPx - widthPx) / 2)}px`,
            transform: `scale(${scale})`,
            background: palettes[scheme].page,
            colorScheme: scheme,
          }}
        />
      </div>
    </figure>
  );
}
