import { type State, states, type Width } from './states.ts';

/** A state at a width. */
export interface Picture {
  /** `problems-375` */
  readonly name: string;
  readonly state: State;
  readonly width: Width;
}

/** Every picture that is kept. */
export const pictures: readonly Picture[] = states.flatMap((state) =>
  (state.widths ?? [375, 1440]).map((width) => ({ name: `${state.name}-${width}`, state, width })),
);

/** Where a picture's reference is kept. */
export function referenceOf({ name }: Pick<Picture, 'name'>): URL {
  return new URL(`references/${name}.png`, import.meta.url);
}
