import type { Documents } from '#engine';
import type { PreviewQuery } from '../../api/studio.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import { serverSettings } from '../platform/config/settings.ts';
import type { Store } from '../store/store.ts';
import type { Drafts } from './draft/drafts.ts';

/** Looks up versions by the names in addresses: `live`, `draft`, or a number. */
export interface NamedVersions {
  /**
   * Returns the documents of a version, or undefined if there is none of that name. For `draft` it returns
   * those that the page has, or `other-draft` if the page has another draft or more changes than the draft.
   */
  readonly findDocuments: (
    name: string,
    asked: RequestedDraft,
  ) => Promise<Documents | 'other-draft' | undefined>;
  /** Returns the documents of the previewed version. Undefined for the draft or an unknown version. */
  readonly findPreviewDocuments: (query: PreviewQuery) => Promise<Documents | undefined>;
  /**
   * Milliseconds for which enquiries from older pages are judged by the version that their page was loaded
   * with.
   */
  readonly retainedMs: number;
}

/** The draft that a page has. An absent member means the newest. */
export interface RequestedDraft {
  /** The id of the draft. */
  readonly draft?: string;
  /** The number of changes that the draft had. */
  readonly version?: number;
}

export function createNamedVersions({
  drafts,
  forms,
  store,
}: {
  readonly drafts: Drafts;
  readonly forms: FormStore;
  readonly store: Pick<Store, 'version'>;
}): NamedVersions {
  /** Returns the documents of `live` or of a version number; undefined for any other name. */
  async function findPublishedDocuments(name: string): Promise<Documents | undefined> {
    if (name === 'live') return forms.documents();
    if (!/^[1-9]\d{0,9}$/.test(name)) return undefined;
    return (await store.version(Number(name)))?.documents;
  }

  return {
    /** Loads the newest state of the draft first, if `name` is `draft`. */
    async findDocuments(name, { draft, version }) {
      if (name !== 'draft') return findPublishedDocuments(name);
      await drafts.refresh();
      const { id, documents } = drafts.current();
      if (draft !== undefined && draft !== id) return 'other-draft';
      return version === undefined ? documents : (drafts.getDocumentsAt(version) ?? 'other-draft');
    },
    findPreviewDocuments: async ({ of }) =>
      of === undefined ? undefined : findPublishedDocuments(String(of)),
    retainedMs: serverSettings.ticket.maxAgeMs,
  };
}
