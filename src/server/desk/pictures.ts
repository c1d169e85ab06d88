import type { PictureView } from '../../studio/protocol-desk.ts';
import { inertLine } from '../mail/inert.ts';
import { downloadName } from '../photos/file-name.ts';
import { typeOfPath } from '../photos/photo-path.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';

/** The photos and files that an enquiry names, in its order. */
export async function picturesOf(
  paths: readonly string[],
  store: Pick<Store, 'findPhotos'>,
): Promise<readonly PictureView[]> {
  if (paths.length === 0) return [];
  const entries = new Map((await store.findPhotos(paths)).map((entry) => [entry.path, entry]));
  return paths.map((path) => pictureView(path, entries.get(path)));
}

function pictureView(path: string, entry: PhotoEntry | undefined): PictureView {
  return {
    name: inertLine(downloadName(entry?.name ?? '', path)),
    type: typeOfPath(path),
    ...(entry?.bytes !== undefined && { bytes: entry.bytes }),
    state: entry === undefined ? 'gone' : pictureState(entry),
  };
}

function pictureState({ state, fault }: PhotoEntry): PictureView['state'] {
  if (state === 'ready' || state === 'withheld') return state;
  if (state === 'issued') return 'gone';
  return fault === undefined || fault === 'released' ? 'pending' : 'quarantined';
}
