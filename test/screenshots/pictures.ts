import { type State, states, type Width } from './states.ts';

export interface Picture {
  /** `problems-375` */
  readonly name: string;
  readonly state: State;
  readonly width: Width;
}

export const pictures: readonly Picture[] = states.flatMap((state) =>
  (state.widths ?? [375, 1440]).map((width) => ({ name: `${state.name}-${width}`, state, width })),
);

const sentinelNames = [
  'inline-375',
  'problems-1440',
  'dark-1440',
  'arabic-375',
  'studio-form-1280',
  'studio-enquiry-1280',
];

/** The pictures of quick runs: a change of all pages shows in one of them. */
export const sentinels: readonly Picture[] = pictures.filter(({ name }) => sentinelNames.includes(name));

export function isOfStudio({ name }: Picture): boolean {
  return name.startsWith('studio-');
}

export function referenceOf({ name }: Pick<Picture, 'name'>): URL {
  return new URL(`references/${name}.png`, import.meta.url);
}
