import { type PictureState, type PictureWidth, pictureStates } from './states.ts';

export interface StatePicture {
  /** `problems-375` */
  readonly name: string;
  readonly state: PictureState;
  readonly width: PictureWidth;
}

export const statePictures: readonly StatePicture[] = pictureStates.flatMap((state) =>
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
export const quickPictures: readonly StatePicture[] = statePictures.filter(({ name }) =>
  sentinelNames.includes(name),
);

export function isOfStudio({ name }: StatePicture): boolean {
  return name.startsWith('studio-');
}

export function getReferenceUrl({ name }: Pick<StatePicture, 'name'>): URL {
  return new URL(`references/${name}.png`, import.meta.url);
}
