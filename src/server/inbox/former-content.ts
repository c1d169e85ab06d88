import type { Documents } from '#engine';
import { isContentDocument } from '#engine/documents/index.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import type { Store } from '../store/store.ts';

export interface FormerContentOptions {
  readonly forms: Pick<FormStore, 'documents' | 'live'>;
  readonly store: Pick<Store, 'version' | 'versions'>;
  /** Returns the files of the content folder as documents. */
  readonly getFolder: () => Promise<Documents>;
}

/** The number of versions that are searched. */
const maxVersions = 20;

/**
 * Returns a function that loads the content documents of earlier versions, the newest first, and those of the
 * content folder: they have the names of entries that were removed. It loads none while the live version has
 * no content documents. They are cached until another version is live.
 */
export function createFormerContent({
  forms,
  store,
  getFolder,
}: FormerContentOptions): () => Promise<readonly Documents[]> {
  let cached: { readonly live: number; readonly documents: Promise<readonly Documents[]> } | undefined;
  const load = async (): Promise<readonly Documents[]> => {
    const versions = await store.versions({ limit: maxVersions });
    const former: Documents[] = [];
    for (const { number } of versions) {
      const { documents = {} } = (await store.version(number)) ?? {};
      former.push(Object.fromEntries(Object.entries(documents).filter(([file]) => isContentDocument(file))));
    }
    return [...former, await getFolder()];
  };
  return async () => {
    if (!Object.keys(forms.documents()).some(isContentDocument)) return [];
    const live = forms.live().number;
    if (cached?.live !== live) {
      const documents = load();
      cached = { live, documents };
      documents.catch(() => {
        cached = undefined;
      });
    }
    // Without these names, enquiries show ids.
    return cached?.documents.catch(() => []) ?? [];
  };
}
