import type { TextFormatter } from '#engine';
import { createPhotos } from '../photos/create-photos.tsx';
import type { PhotosController } from '../photos/photos.ts';
import { stepPhotos } from '../photos/photos-machine.ts';
import { PhotosUploader } from '../photos/photos-uploader.tsx';
import type { PhotoOutcome } from '../photos/upload-photo.ts';
import type { StateChange, WidgetExamples } from '../testing/widget-examples.ts';

const pictures = ['image/jpeg', 'image/png'];
/**
 * Returns the upload limits of a field: three files of these MIME types, of at most 20 MiB, within 30 seconds
 * each.
 */
const createUploadLimits = (types: readonly string[]) => ({
  count: 3,
  types,
  bytes: 20_971_520,
  timeoutMs: 30_000,
});
const papers = [...pictures, 'application/pdf'];

/** Returns a rule without a condition that sets the limits of `createUploadLimits` for a field. */
const createLimitRule = (field: string, types: readonly string[]) => ({
  id: `${field}-limit`,
  description: 'Up to three of them, of at most 20 MiB each.',
  then: { limit: { [field]: createUploadLimits(types) } },
});

export const outcomes = {
  uploaded: { state: 'uploaded', path: 'photos/1' },
  late: { state: 'error', error: { code: 'time-out', values: { seconds: 30 } } },
} as const satisfies Readonly<Record<string, PhotoOutcome>>;

/**
 * Returns a function that creates the photos of a field and adds files with these names. Their uploads end at
 * once with the outcome; without one they stay at 40 %. Nothing is sent.
 */
export function createPhotosFactory(
  names: readonly string[],
  outcome?: PhotoOutcome,
): NonNullable<StateChange['photos']> {
  return (text: TextFormatter, field: string): PhotosController => {
    const photos = createPhotos({
      endpoint: '',
      text,
      load: async () => ({
        PhotosUploader,
        stepPhotos,
        /** Reports 40 %, then returns the outcome, or never ends if there is none. */
        async sendPhoto({ onProgress }) {
          onProgress(0.4);
          return outcome ?? new Promise<PhotoOutcome>(() => undefined);
        },
      }),
    });
    photos.setLimits(field, createUploadLimits(papers));
    if (names.length > 0) photos.add(field, names.map(createFile));
    return photos;
  };
}

/** Returns a file of 2048 zero bytes: a PDF if its name ends with `.pdf`, else a PNG. */
function createFile(name: string): File {
  const type = name.endsWith('.pdf') ? 'application/pdf' : 'image/png';
  return new File([new Uint8Array(2048)], name, { type });
}

const longName = 'the-whole-of-her-from-the-port-quarter-at-low-water-before-the-refit-2015.png';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'photos',
    about: 'Photos, uploaded as they are picked.',
    field: 'upload',
    label: {
      en: 'Photos of the boat',
      de: 'Fotos des Bootes',
      fr: 'Photos du bateau',
      ar: 'صور القارب',
    },
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    filled: [],
    rules: [createLimitRule('upload', pictures)],
    photos: createPhotosFactory([]),
    states: {
      filled: { photos: createPhotosFactory(['bow.png', 'stern.png'], outcomes.uploaded) },
      long: { photos: createPhotosFactory([longName], outcomes.uploaded) },
      many: {
        photos: createPhotosFactory(['bow.png', 'stern.png', 'mast.png', 'keel.png'], outcomes.uploaded),
      },
      loading: { photos: createPhotosFactory(['bow.png']) },
      failing: { photos: createPhotosFactory(['bow.png'], outcomes.late) },
    },
  },
  {
    widget: 'files',
    about: 'Papers and other files, uploaded as they are picked.',
    field: 'papers',
    label: {
      en: 'Papers of the boat',
      de: 'Papiere des Bootes',
      fr: 'Papiers du bateau',
      ar: 'أوراق القارب',
    },
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    filled: [],
    rules: [createLimitRule('papers', papers)],
    photos: createPhotosFactory([]),
    states: {
      filled: { photos: createPhotosFactory(['registration.pdf'], outcomes.uploaded) },
      loading: { photos: createPhotosFactory(['registration.pdf']) },
      failing: { photos: createPhotosFactory(['registration.pdf'], outcomes.late) },
    },
  },
];
