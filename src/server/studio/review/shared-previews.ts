import type { Documents } from '#engine';
import type { PostAnswer } from '../../../contact/section-data.ts';
import { type AnswerPost, createAnswerPost, type PostResult } from '../../enquiries/posts/answer-post.ts';
import type { PostedForm } from '../../enquiries/posts/read-post.ts';
import { getContentOf, type LiveContent } from '../../forms/content/content-documents.ts';
import { type CompiledForm, compileFormSchemas } from '../../forms/documents/compiled-form.ts';
import type { SiteBuild } from '../../forms/pages/site-build.ts';
import type { PreviewLinkEntry, StoredPreviewLink } from '../../store/records/review-entry.ts';
import type { Drafts } from '../draft/drafts.ts';
import type { PreviewVisit } from '../preview-visit.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { createDryRun, judgeDryRun } from '../thread/dry-run.ts';
import type { LoadedDraft } from '../thread/loaded-draft.ts';
import { openPreview } from '../thread/preview.ts';
import { getPreviewPath } from './preview-links.ts';
import { type PreviewNotice, renderSharedPreview, type SharedPreviewPage } from './render-shared-preview.ts';

/** Shows the forms of links to previews, and judges what is sent from them as a dry run. Nothing is stored. */
export interface SharedPreviews {
  /** Opens the form of a link; undefined if its documents do not compile, or lack its site or situation. */
  readonly open: (link: StoredPreviewLink, now: number) => Promise<OpenedLink | undefined>;
  /** Renders the page of a link, with the result of a post if there is one. */
  readonly render: (
    opened: OpenedLink,
    page: { readonly token: string; readonly notice: PreviewNotice; readonly answer?: PostAnswer },
  ) => Promise<SharedPreviewPage>;
  /** Returns a file that a rendered page of the link loads: its data or a validator; undefined if unknown. */
  readonly findFile: (opened: OpenedLink, file: PreviewFile) => string | undefined;
  /** Answers the GraphQL operation that sends the form. */
  readonly send: (opened: OpenedLink, body: string, now: number) => Promise<{ status: number; text: string }>;
  /** Judges a form that was posted without scripts. */
  readonly post: (opened: OpenedLink, posted: PostedForm) => Promise<PostResult>;
}

/** The form of a link, compiled and with its situation. */
export interface OpenedLink {
  readonly link: PreviewLinkEntry;
  readonly shown: LoadedDraft & { readonly ready: CompiledForm };
  readonly visited: PreviewVisit;
}

export type PreviewFile =
  | { readonly kind: 'part'; readonly digest: string }
  | { readonly kind: 'module'; readonly hash: string; readonly key: string };

export interface SharedPreviewOptions {
  readonly drafts: Pick<Drafts, 'current' | 'refresh'>;
  readonly thread: Pick<DraftCalls, 'compiled'>;
  readonly live: () => LiveContent;
  readonly build: SiteBuild;
}

/** The most links of which compiled forms, and the most pages of which data, are in memory. */
const mostCached = 16;

export function createSharedPreviews({ drafts, thread, live, build }: SharedPreviewOptions): SharedPreviews {
  const forms = createFormCache(thread);
  const parts = new Map<string, string>();
  // Queries of the content get none: a link shows its form only.
  const runDry = createDryRun(() => ({
    version: 0,
    documents: {},
    content: { ...live().content, sites: [], pages: [] },
  }));

  return {
    async open(link, now) {
      const documents = link.documents ?? (await getDraftDocuments(drafts));
      const ready = await forms.compile(link, documents);
      if (ready === undefined) return undefined;
      const shown = { version: 0, documents, content: getContentOf(documents, live()), ready };
      const { visited } = openPreview(shown, link.query, now);
      return visited && { link, shown, visited };
    },
    async render({ link, shown: { ready }, visited }, { token, notice, answer }) {
      const page = await renderSharedPreview({
        build,
        ready,
        visited,
        base: getPreviewPath(token),
        notice,
        answer,
      });
      if (page.part) {
        const name = `${link.id} ${page.part.digest}`;
        parts.delete(name);
        parts.set(name, page.part.text);
        removeOldest(parts);
      }
      return page;
    },
    findFile: ({ link }, file) =>
      file.kind === 'part'
        ? parts.get(`${link.id} ${file.digest}`)
        : forms.find(link, file.hash)?.moduleOf(file.key, build.validatorRuntime),
    send: async ({ link: { query }, shown }, body, now) => {
      const { status, text } = await runDry(shown, { query, body, locale: query.locale, now });
      return { status, text };
    },
    async post({ shown: { ready }, visited: { visit } }, posted) {
      const answerPost = createDryPost(visit);
      return answerPost({
        posted,
        visit,
        ready,
        submissionUrl: placeholderOrigin,
        origins: [placeholderOrigin],
        outsideOrigin: placeholderOrigin,
        address: '',
        isForeign: false,
      });
    },
  };
}

/** Loads what other servers have written to the draft, and returns its documents. */
async function getDraftDocuments(drafts: SharedPreviewOptions['drafts']): Promise<Documents> {
  await drafts.refresh();
  return drafts.current().documents;
}

/** A placeholder: no server is involved. */
const placeholderOrigin = 'http://studio.invalid';

/** Creates the function that answers posts of a preview. It stores nothing, counts nothing and sends nothing. */
function createDryPost(visit: PreviewVisit['visit']): AnswerPost {
  return createAnswerPost({
    acceptEnquiry: async (request) => judgeDryRun(request, visit).outcome,
    findPhotoNames: async () => new Map(),
    saveAnswers: async () => ({ isSaved: false, refusal: { code: 'not-resumable' } }),
    figures: { count: () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
}

/** A function that returns the compiled form of a link, or an earlier one that its pages may still load. */
interface FormCache {
  /** Compiles documents, unless that was done before; undefined if they do not compile. */
  readonly compile: (link: StoredPreviewLink, documents: Documents) => Promise<CompiledForm | undefined>;
  /** Returns a form that was compiled for the link, by its hash. */
  readonly find: (link: PreviewLinkEntry, hash: string) => CompiledForm | undefined;
}

/** Creates a cache of compiled forms. They are compiled in the thread, and never twice at the same time. */
function createFormCache(thread: SharedPreviewOptions['thread']): FormCache {
  /** The forms of frozen documents, which are read anew at each visit, by the id of the link. */
  const frozen = new Map<string, Promise<CompiledForm | undefined>>();
  const drafts = new WeakMap<Documents, Promise<CompiledForm | undefined>>();
  const recent = new Map<string, CompiledForm>();

  async function compileInDraftThread(documents: Documents): Promise<CompiledForm | undefined> {
    const compiled = await thread.compiled({ documents });
    return compiled.ok ? compileFormSchemas(compiled.form, compiled.codes) : undefined;
  }

  /** Returns the form that is compiled for a key, or compiles it. A failure is not cached. */
  function compileOnce<Key>(
    forms: CompiledForms<Key>,
    key: Key,
    documents: Documents,
  ): Promise<CompiledForm | undefined> {
    const form = forms.get(key) ?? compileInDraftThread(documents);
    forms.delete(key);
    forms.set(key, form);
    form.catch(() => forms.delete(key));
    return form;
  }

  return {
    async compile({ id, isFrozen }, documents) {
      const form = isFrozen
        ? await compileOnce(frozen, id, documents)
        : await compileOnce(drafts, documents, documents);
      removeOldest(frozen);
      if (form) recent.set(`${id} ${form.form.hash}`, form);
      removeOldest(recent);
      return form;
    },
    find: ({ id }, hash) => recent.get(`${id} ${hash}`),
  };
}

/** A map or a weak map of forms that are being compiled. */
interface CompiledForms<Key> {
  readonly get: (key: Key) => Promise<CompiledForm | undefined> | undefined;
  readonly set: (key: Key, form: Promise<CompiledForm | undefined>) => unknown;
  readonly delete: (key: Key) => boolean;
}

/** Removes the oldest entries beyond `mostCached`. */
function removeOldest(map: Map<string, unknown>): void {
  for (const old of [...map.keys()].slice(0, -mostCached)) map.delete(old);
}
