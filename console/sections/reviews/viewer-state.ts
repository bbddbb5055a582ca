/**
 * A picture's position in its viewer, as pure functions: rotated in quarter turns, zoomed, moved. Scale 1 fits the
 * whole picture. It is never smaller, and nobody can drag it out of view.
 */
export interface ViewerState {
  readonly scale: number;
  /** Distance from the viewer's middle to the picture's middle, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** Quarter turns, clockwise. */
  readonly turns: 0 | 1 | 2 | 3;
}

/** Sizes in CSS pixels; the picture's size is before rotation. */
export interface Sizes {
  readonly window: { readonly width: number; readonly height: number };
  readonly picture: { readonly width: number; readonly height: number };
}

/** The whole picture, upright and centered. */
export const fitted: ViewerState = { scale: 1, x: 0, y: 0, turns: 0 };

export const largestScale = 8;

/** Zooms in (factor over 1) or out and keeps the point under the pointer in place. Default: the middle. */
export function zoomed(
  state: ViewerState,
  factor: number,
  sizes: Sizes,
  at: { x: number; y: number } = { x: 0, y: 0 },
): ViewerState {
  const scale = Math.min(largestScale, Math.max(1, state.scale * factor));
  const ratio = scale / state.scale;
  return kept(
    { ...state, scale, x: at.x - (at.x - state.x) * ratio, y: at.y - (at.y - state.y) * ratio },
    sizes,
  );
}

/** Moves the picture by `dx` and `dy` CSS pixels. */
export function moved(state: ViewerState, dx: number, dy: number, sizes: Sizes): ViewerState {
  return kept({ ...state, x: state.x + dx, y: state.y + dy }, sizes);
}

/** Rotates by a quarter and fits the whole picture again, because the viewed part has moved. */
export function turned(state: ViewerState, quarters: 1 | -1): ViewerState {
  const turns = ((state.turns + quarters + 4) % 4) as ViewerState["turns"];
  return { ...fitted, turns };
}

/** The scale at which the rotated picture fits the viewer. */
export function fittingScale({ turns }: ViewerState, { window, picture }: Sizes): number {
  const [width, height] =
    turns % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  if (width <= 0 || height <= 0) return 1;
  return Math.min(window.width / width, window.height / height);
}

function kept(state: ViewerState, sizes: Sizes): ViewerState {
  const scale = fittingScale(state, sizes) * state.scale;
  const { picture, window } = sizes;
  const [width, height] =
    state.turns % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  const roomX = Math.max(0, (width * scale - window.width) / 2);
  const roomY = Math.max(0, (height * scale - window.height) / 2);
  const within = (value: number, room: number) =>
    room === 0 ? 0 : Math.min(room, Math.max(-room, value));
  return { ...state, x: within(state.x, roomX), y: within(state.y, roomY) };
}
