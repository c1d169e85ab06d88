import type { Documents } from '#engine';
import type { PreviewQuery } from '../../studio/protocol.ts';
import { serverSettings } from '../config/settings.ts';
import type { FormStore } from '../documents/form-store.ts';
import type { Store } from '../store/store.ts';
import type { Drafts } from './drafts.ts';

/** Versions by the names that addresses give them: `live`, `draft`, or a number. */
export interface NamedVersions {
  /**
   * The documents of a version; undefined: there is none of that name. Of a draft those of the page that asks: `other-draft` where it
   * has another, or more changes than the draft.
   */
  readonly documentsOf: (name: string, asked: AskedDraft) => Promise<Documents | 'other-draft' | undefined>;
  /** The documents that a preview shows; undefined: those of the draft. */
  readonly previewed: (query: PreviewQuery) => Promise<Documents | undefined>;
  /** How long enquiries from pages that were loaded before are judged by the version that they have, in milliseconds. */
  readonly retainedMs: number;
}

/** The draft that a page has; what is absent is the newest. */
export interface AskedDraft {
  readonly draft?: string;
  readonly version?: number;
}

/** Finds versions where they are kept. */
export function createNamedVersions({
  drafts,
  forms,
  store,
}: {
  readonly drafts: Drafts;
  readonly forms: FormStore;
  readonly store: Pick<Store, 'version'>;
}): NamedVersions {
  async function published(name: string): Promise<Documents | undefined> {
    if (name === 'live') return forms.documents();
    if (!/^[1-9]\d{0,9}$/.test(name)) return undefined;
    return (await store.version(Number(name)))?.documents;
  }

  return {
    async documentsOf(name, { draft, version }) {
      if (name !== 'draft') return published(name);
      await drafts.refresh();
      const { id, documents } = drafts.current();
      if (draft !== undefined && draft !== id) return 'other-draft';
      return version === undefined ? documents : (drafts.documentsAt(version) ?? 'other-draft');
    },
    previewed: async ({ of }) => (of === undefined ? undefined : published(String(of))),
    retainedMs: serverSettings.ticket.maxAgeMs,
  };
}
