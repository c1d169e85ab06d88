import type { Text } from '#engine';
import { createPhotos } from '../photos/create-photos.tsx';
import type { Photos } from '../photos/photos.ts';
import { stepPhotos } from '../photos/photos-machine.ts';
import { PhotosUploader } from '../photos/photos-uploader.tsx';
import type { PhotoOutcome } from '../photos/upload-photo.ts';
import type { StateChange, WidgetExamples } from '../testing/widget-examples.ts';

const pictures = ['image/jpeg', 'image/png'];
const limitsOf = (types: readonly string[]) => ({ count: 3, types, bytes: 20_971_520, timeoutMs: 30_000 });
const papers = [...pictures, 'application/pdf'];

const limitOf = (field: string, types: readonly string[]) => ({
  id: `${field}-limit`,
  description: 'Up to three of them, of at most 20 MiB each.',
  then: { limit: { [field]: limitsOf(types) } },
});

const outcomes = {
  uploaded: { state: 'uploaded', path: 'photos/1' },
  late: { state: 'error', error: { code: 'time-out', values: { seconds: 30 } } },
} as const satisfies Readonly<Record<string, PhotoOutcome>>;

/** Creates photos with files from the start, whose uploads end with the given outcome: at once, or never. */
function photosWith(names: readonly string[], outcome?: PhotoOutcome): NonNullable<StateChange['photos']> {
  return (text: Text, field: string): Photos => {
    const photos = createPhotos({
      endpoint: '',
      text,
      load: async () => ({
        PhotosUploader,
        stepPhotos,
        async sendPhoto({ onProgress }) {
          onProgress(0.4);
          return outcome ?? new Promise<PhotoOutcome>(() => undefined);
        },
      }),
    });
    photos.setLimits(field, limitsOf(papers));
    if (names.length > 0) photos.add(field, names.map(fileOf));
    return photos;
  };
}

function fileOf(name: string): File {
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
    rules: [limitOf('upload', pictures)],
    photos: photosWith([]),
    states: {
      filled: { photos: photosWith(['bow.png', 'stern.png'], outcomes.uploaded) },
      long: { photos: photosWith([longName], outcomes.uploaded) },
      many: { photos: photosWith(['bow.png', 'stern.png', 'mast.png', 'keel.png'], outcomes.uploaded) },
      loading: { photos: photosWith(['bow.png']) },
      failing: { photos: photosWith(['bow.png'], outcomes.late) },
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
    rules: [limitOf('papers', papers)],
    photos: photosWith([]),
    states: {
      filled: { photos: photosWith(['registration.pdf'], outcomes.uploaded) },
      loading: { photos: photosWith(['registration.pdf']) },
      failing: { photos: photosWith(['registration.pdf'], outcomes.late) },
    },
  },
];
