import type { PictureView } from '../../studio/protocol-desk.ts';
import { inertLine } from '../mail/inert.ts';
import { downloadName } from '../photos/file-name.ts';
import type { Photos } from '../photos/open-photos.ts';
import { isKeptAsItIs, typeOfPath } from '../photos/photo-path.ts';
import type { DeskEnquiry } from '../store/desk-entry.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';

export interface PictureSources {
  readonly store: Pick<Store, 'findPhotos' | 'photoPreviews'>;
  readonly photos: Pick<Photos, 'readySize'>;
}

/**
 * Returns the photos and files of an enquiry, in its order.
 * @param addressOf Returns the address of a picture by its index.
 */
export async function picturesOf(
  { photos: paths }: Pick<DeskEnquiry, 'photos'>,
  { store, photos }: PictureSources,
  addressOf: (index: number) => string,
): Promise<readonly PictureView[]> {
  if (paths.length === 0) return [];
  const [entries, previews] = await Promise.all([store.findPhotos(paths), store.photoPreviews(paths)]);
  const known = new Map(entries.map((entry) => [entry.path, entry]));
  const previewed = new Set(previews.map(({ path }) => path));
  return Promise.all(
    paths.map(async (path, index): Promise<PictureView> => {
      const entry = known.get(path);
      const size = entry?.state === 'ready' ? await photos.readySize(path) : undefined;
      const state = entry ? pictureState(entry, size) : 'gone';
      const bytes = size ?? entry?.bytes;
      return {
        name: pictureName(path, entry),
        type: typeOfPath(path),
        ...(bytes !== undefined && { bytes }),
        state,
        ...(state === 'ready' && { address: addressOf(index) }),
        ...(previewed.has(path) && state === 'ready' && { previewAddress: `${addressOf(index)}/preview` }),
      };
    }),
  );
}

/** Returns the visitor's name of a photo, made inert, with the extension of its content. */
export function pictureName(path: string, entry: Pick<PhotoEntry, 'name'> | undefined): string {
  return inertLine(downloadName(entry?.name ?? '', path)) || downloadName('', path);
}

function pictureState({ state, fault }: PhotoEntry, size: number | undefined): PictureView['state'] {
  if (state === 'ready') return size === undefined ? 'gone' : 'ready';
  if (state === 'withheld') return state;
  if (state === 'issued') return 'gone';
  return fault === undefined || fault === 'released' ? 'pending' : 'quarantined';
}

/**
 * Returns true if a browser may show the file instead of saving it: it was re-encoded from its pixels, as its
 * preview was.
 */
export function isShown(path: string, hasPreview: boolean): boolean {
  return hasPreview && !isKeptAsItIs(path);
}
