import { useEffect, useRef, useState } from "preact/hooks";
import type { ReviewCase } from "#contract/console/reviews";
import { texts } from "../../i18n/current-texts.ts";
import { Empty } from "../../ui/data-table.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Glyph, type GlyphName } from "../../ui/glyph.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { useDragging } from "./use-dragging.ts";
import { usePictures } from "./use-pictures.ts";
import {
  fitted,
  fittingScale,
  moved,
  type Sizes,
  turned,
  type ViewerState,
  zoomed,
} from "./viewer-state.ts";

const zoomStep = 1.35;
const panStepPx = 60;

/** Shows one picture at a time, with zoom, rotation and drag, which also work by keyboard. */
export function ImageViewer({ images }: { images: ReviewCase["images"] }) {
  const { viewer } = texts.value;
  const [at, setAt] = useState(0);
  const [state, setState] = useState<ViewerState>(fitted);
  const [picture, setPicture] = useState({ width: 0, height: 0 });
  const [viewport, setViewport] = useState({ width: 0, height: 0 });
  const stage = useRef<HTMLDivElement>(null);
  const { pictures, reload } = usePictures(images);
  const image = images[at];
  const shown = image && pictures.get(image.uploadId);
  const sizes: Sizes = { window: viewport, picture };

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      setViewport({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [images.length]);

  const zoom = (factor: number, point?: { x: number; y: number }) =>
    setState((last) => zoomed(last, factor, sizes, point));
  const pan = (dx: number, dy: number) => setState((last) => moved(last, dx, dy, sizes));
  const turn = (quarters: 1 | -1) => setState((last) => turned(last, quarters));
  const fitIn = () => setState(({ turns }) => ({ ...fitted, turns }));
  const show = (next: number) => {
    setAt(next);
    setState(fitted);
  };
  useDragging(stage, { zoom, pan });
  useKeys([
    { key: "+", text: viewer.zoomIn, run: () => zoom(zoomStep), repeats: true },
    { key: "-", text: viewer.zoomOut, run: () => zoom(1 / zoomStep), repeats: true },
    { key: "0", text: viewer.fit, run: fitIn },
    { key: ".", text: viewer.turn, run: () => turn(1) },
    ...(images.length > 1
      ? [{ key: "s", text: viewer.otherSide, run: () => show((at + 1) % images.length) }]
      : []),
  ]);

  if (!image) return <Empty title={viewer.none} text={viewer.noneText} testId="no-images" />;
  const side = viewer.sides[image.side] ?? humanize(image.side);
  const buttons: [GlyphName, string, string, () => void][] = [
    ["minus", viewer.zoomOut, "zoom-out", () => zoom(1 / zoomStep)],
    ["plus", viewer.zoomIn, "zoom-in", () => zoom(zoomStep)],
    ["fit", viewer.fit, "zoom-fit", fitIn],
    ["refresh", viewer.turn, "rotate", () => turn(1)],
  ];
  const scale = fittingScale(state, sizes) * state.scale;
  return (
    <section class="viewer" aria-label={viewer.label}>
      <div class="viewer-bar">
        <fieldset class="segments" aria-label={viewer.pictures}>
          {images.map(({ uploadId, side: name }, index) => (
            <button
              type="button"
              class="segment"
              aria-pressed={index === at}
              onClick={() => show(index)}
              key={uploadId}
            >
              {viewer.sides[name] ?? humanize(name)}
            </button>
          ))}
        </fieldset>
        <div class="viewer-tools">
          {buttons.map(([glyph, label, testId, run]) => (
            <button
              type="button"
              class="icon-button"
              aria-label={label}
              title={label}
              onClick={run}
              data-testid={testId}
              key={testId}
            >
              <Glyph name={glyph} />
            </button>
          ))}
          <output class="viewer-scale" data-testid="viewer-scale">
            {viewer.scale(Math.round(state.scale * 100))}
          </output>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the picture's group, not a fieldset of controls */}
      <div
        class="viewer-stage"
        ref={stage}
        role="group"
        aria-label={viewer.stage(side)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrow keys move the picture
        tabIndex={0}
        data-testid="viewer-stage"
        data-zoomed={state.scale > 1 ? "" : undefined}
        onDblClick={() => (state.scale > 1 ? fitIn() : zoom(2.5))}
        onKeyDown={(event) => {
          const moves: Record<string, [number, number]> = {
            ArrowLeft: [panStepPx, 0],
            ArrowRight: [-panStepPx, 0],
            ArrowUp: [0, panStepPx],
            ArrowDown: [0, -panStepPx],
          };
          const move = moves[event.key];
          if (!move || state.scale === 1) return;
          event.preventDefault();
          pan(...move);
        }}
      >
        {shown?.url && (
          <img
            class="viewer-image"
            src={shown.url}
            alt={viewer.alt(side)}
            draggable={false}
            onLoad={({ currentTarget }) =>
              setPicture({
                width: currentTarget.naturalWidth,
                height: currentTarget.naturalHeight,
              })
            }
            style={{
              transform: `translate(-50%, -50%) translate(${state.x}px, ${state.y}px) rotate(${state.turns * 90}deg) scale(${scale})`,
              visibility: picture.width > 0 ? "visible" : "hidden",
            }}
          />
        )}
        {shown?.failure && (
          <FailureNotice failure={shown.failure} title={viewer.notLoaded} onRetry={reload} />
        )}
        {!shown && <p class="loading">{viewer.loading}</p>}
      </div>
      <p class="viewer-hint">{viewer.hint}</p>
    </section>
  );
}
