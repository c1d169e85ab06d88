import type { PictureView } from '../../api/inbox.ts';
import { toInertLine } from '../delivery/mail/inert-text.ts';
import { toDownloadName } from '../photos/file-name.ts';
import type { PhotoService } from '../photos/open-photo-service.ts';
import { getPhotoType, isDeliveredUnchanged } from '../photos/photo-path.ts';
import type { InboxEnquiry } from '../store/records/inbox-entry.ts';
import type { PhotoEntry } from '../store/records/photo-entry.ts';
import type { Store } from '../store/store.ts';

export interface PictureSources {
  readonly store: Pick<Store, 'findPhotos' | 'photoPreviews'>;
  readonly photos: Pick<PhotoService, 'getReadySize'>;
}

/**
 * Returns the photos and files of an enquiry, in its order. Only those that are ready have an address.
 * @param getAddress Returns the address of a picture by its index.
 */
export async function listPictures(
  { photos: paths }: Pick<InboxEnquiry, 'photos'>,
  { store, photos }: PictureSources,
  getAddress: (index: number) => string,
): Promise<readonly PictureView[]> {
  if (paths.length === 0) return [];
  const [entries, previews] = await Promise.all([store.findPhotos(paths), store.photoPreviews(paths)]);
  const known = new Map(entries.map((entry) => [entry.path, entry]));
  const previewed = new Set(previews.map(({ path }) => path));
  return Promise.all(
    paths.map(async (path, index): Promise<PictureView> => {
      const entry = known.get(path);
      const size = entry?.state === 'ready' ? await photos.getReadySize(path) : undefined;
      const state = entry ? getPictureState(entry, size) : 'gone';
      const bytes = size ?? entry?.bytes;
      return {
        name: getPictureName(path, entry),
        type: getPhotoType(path),
        ...(bytes !== undefined && { bytes }),
        state,
        ...(state === 'ready' && { address: getAddress(index) }),
        ...(previewed.has(path) && state === 'ready' && { previewAddress: `${getAddress(index)}/preview` }),
      };
    }),
  );
}

/**
 * Returns the file name that a photo had on the visitor's device, as one line that is safe in a header, with
 * the extension of its content. A photo without a name gets a general one.
 */
export function getPictureName(path: string, entry: Pick<PhotoEntry, 'name'> | undefined): string {
  return toInertLine(toDownloadName(entry?.name ?? '', path)) || toDownloadName('', path);
}

/**
 * Returns the state to show. A photo is `gone` if it never arrived, or if it is ready but its file does not
 * exist (`readySize` is undefined). Ready and withheld photos keep their state. All others are `pending`, or
 * `quarantined` after a fault other than `released`.
 */
function getPictureState({ state, fault }: PhotoEntry, readySize: number | undefined): PictureView['state'] {
  if (state === 'ready') return readySize === undefined ? 'gone' : 'ready';
  if (state === 'withheld') return state;
  if (state === 'issued') return 'gone';
  return fault === undefined || fault === 'released' ? 'pending' : 'quarantined';
}

/**
 * Returns true if a browser may show the file instead of saving it: it has a preview, and the server
 * re-encoded it from its pixels.
 */
export function isShownInline(path: string, hasPreview: boolean): boolean {
  return hasPreview && !isDeliveredUnchanged(path);
}
