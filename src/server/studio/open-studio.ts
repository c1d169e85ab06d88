import { fileURLToPath } from 'node:url';
import type { Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { parseDocuments } from '#engine/editing/documents/index.ts';
import { readTexts } from '#schemas';
import type { VersionSummary } from '../../api/versions.ts';
import type { People } from '../admin/people/open-people.ts';
import type { LiveContent } from '../forms/content/content-documents.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import type { SiteBuild } from '../forms/pages/site-build.ts';
import type { Config } from '../platform/config/config.ts';
import { serverSettings } from '../platform/config/settings.ts';
import type { Log } from '../platform/log/log.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import { getLoggableReason } from '../store/store-error.ts';
import { createImportingStorage, getDraftPath } from './draft/draft-file.ts';
import { openDraftTables } from './draft/draft-tables.ts';
import { type Drafts, openDrafts } from './draft/drafts.ts';
import { createDraftService, type DraftService } from './draft-service.ts';
import {
  createDocumentExchange,
  type DocumentExchange,
  type DocumentExchangeOptions,
} from './exchange/exchange.ts';
import { createFormImports, type FormImports } from './exchange/form-imports.ts';
import { openInstallation } from './exchange/open-installation.ts';
import { createInstallationsImport, openOtherInstallations } from './exchange/other-installations.ts';
import { createPresence } from './presence.ts';
import { createPublishing, type Publishing } from './publishing.ts';
import { type Comments, createComments } from './review/comments.ts';
import { followMovedFields } from './review/follow-moved-fields.ts';
import { createPreviewLinks, type PreviewLinks } from './review/preview-links.ts';
import { createReviews, type Reviews } from './review/reviews.ts';
import { createSharedPreviews, type SharedPreviews } from './review/shared-previews.ts';
import { createSharedPresence } from './shared-presence.ts';
import type { StudioBuild } from './studio-build.ts';

/** Returns the absolute path of a path that is relative to this module. */
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Compiles a form of the studio, which it renders with the same engine as the forms of visitors.
 * @param folder The path of its documents in the studio.
 * @throws Error if the documents of that form, which are part of the program, do not compile.
 */
async function compileStudioForm(folder: string): Promise<Form> {
  const [own, meta] = await Promise.all([
    readTexts(resolvePath(`../../studio/${folder}`)),
    readTexts(resolvePath('../../../schemas/meta')),
  ]);
  const described = [...meta].map(([path, text]) => [`meta/${path}`, text] as const);
  const { documents } = parseDocuments(new Map([...own, ...described]));
  const compiled = compile(documents);
  if (!compiled.ok) throw new Error(`Cannot render "${folder}": ${compiled.problems[0]?.reason}`);
  return compiled.form;
}

/**
 * Returns a function that calls `make` when it is first called and caches the promise. If it rejects, the
 * next call calls `make` again. `make` runs late because most starts of the server never use the studio.
 */
function memoizeUntilFailure<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

export interface StudioServices {
  readonly draftService: DraftService;
  readonly publishing: Publishing;
  readonly people: People;
  readonly exchange: DocumentExchange;
  readonly formImports: FormImports;
  readonly build: StudioBuild;
  readonly previewLinks: PreviewLinks;
  readonly sharedPreviews: SharedPreviews;
  readonly comments: Comments;
  readonly reviews: Reviews;
}

export interface StudioOptions {
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'trustedKeys'>;
  /** The secret. Several are separated by commas; the first one signs. */
  readonly secret: string;
  readonly people: People;
  /** The form that visitors get now, and its versions. */
  readonly forms: FormStore;
  readonly store: Store;
  /** The folder of the deployed documents. */
  readonly schemasFolder: string;
  /** Returns the current content. */
  readonly live: () => LiveContent;
  readonly build: StudioBuild;
  /** The build of the site, with whose pages drafts are shown to people without an account. */
  readonly site: SiteBuild;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Opens the current draft and creates the services of the studio. A draft or a key that cannot be read is
 * logged and does not stop the start.
 */
export async function openStudio({
  config,
  secret,
  people,
  forms,
  store,
  schemasFolder,
  live,
  build,
  site,
  log,
  now,
}: StudioOptions): Promise<StudioServices> {
  const drafts = await openDrafts({
    place: createImportingStorage(openDraftTables(store), { path: getDraftPath(config.dataFolder), log }),
    live: forms.version,
    now,
    liveNumber: async () => (await store.versionPulse()).live,
    onFault: (fault) => log.error('draft-not-opened', fault, { reason: fault.message }),
  });
  const everyMs = serverSettings.people.presenceEveryMs;
  const draftService = createDraftService({
    drafts,
    forms,
    store,
    live,
    panel: memoizeUntilFailure(() => compileStudioForm('forms/panel')),
    contentForm: memoizeUntilFailure(() => compileStudioForm('content/form')),
    log,
    presence: (onChange) =>
      store.shared === undefined
        ? createPresence({ onChange, everyMs })
        : createSharedPresence({
            store: store.shared,
            onNotification: store.onNotification,
            onChange,
            everyMs,
            log,
          }),
  });
  const { thread, check, comparisons } = draftService;
  /** Sends the version to all open pages of the studio. */
  const broadcastVersion = (version: VersionSummary) => draftService.broadcast({ kind: 'version', version });
  const reviewed = openReview({ drafts, store, people, draftService, live, secret, log, now });
  return {
    draftService: draftService,
    ...reviewed,
    sharedPreviews: createSharedPreviews({ drafts, thread, live, build: site }),
    publishing: createPublishing({
      drafts,
      forms,
      live,
      store,
      thread,
      check,
      comparisons,
      onVersion: broadcastVersion,
      reviews: reviewed.reviews,
      now,
      log,
      audit: people.audit,
    }),
    people,
    formImports: createFormImports({ drafts }),
    exchange: createDocumentExchange({
      drafts,
      version: store.version,
      schemasFolder,
      ...(await openInstallations({ config, secret, store, log })),
    }),
    build,
  };
}

/**
 * Creates the services of what people review before it is published. Their changes are sent to all open pages,
 * also those of other servers.
 */
function openReview({
  drafts,
  store,
  people,
  draftService,
  live,
  secret,
  log,
  now,
}: Pick<StudioOptions, 'store' | 'people' | 'live' | 'secret' | 'log' | 'now'> & {
  readonly drafts: Drafts;
  readonly draftService: DraftService;
}): Pick<StudioServices, 'previewLinks' | 'comments' | 'reviews'> {
  const onChange = () => draftService.broadcast({ kind: 'review' });
  store.onNotification((news) => {
    if (news === 'review') onChange();
  });
  followMovedFields(drafts, (moved) => {
    store
      .moveComments(moved)
      .then((count) => count > 0 && onChange())
      .catch((error: unknown) => log.error('comments-not-moved', error, getLoggableReason(error)));
  });
  const shared = { store, drafts, audit: people.audit, settings: serverSettings.review, now, onChange };
  return {
    previewLinks: createPreviewLinks({ ...shared, live, keys: deriveKeys(secret, 'preview-link') }),
    comments: createComments({ ...shared, live }),
    reviews: createReviews({ ...shared, links: people.links }),
  };
}

/**
 * Opens this installation and the linked ones. Never rejects: errors are logged, and thrown when the
 * installations are used. What an earlier release has in files of the data folder is imported.
 */
async function openInstallations({
  config: { dataFolder, trustedKeys },
  secret,
  store,
  log,
}: Pick<StudioOptions, 'config' | 'secret' | 'store' | 'log'>): Promise<
  Pick<DocumentExchangeOptions, 'installation' | 'others'>
> {
  /** Logs the error as a failure to read the installation. */
  const logUnreadable = (error: unknown) =>
    log.error('installation-not-read', error, { reason: getErrorMessage(error) });
  const keys = deriveKeys(secret, 'installation-key');
  const installation = memoizeUntilFailure(() => openInstallation({ store, keys, dataFolder, log }));
  const importFile = createInstallationsImport({ store, dataFolder, log });
  await importFile().catch(logUnreadable);
  await installation().catch(logUnreadable);
  return { installation, others: openOtherInstallations({ store, trusted: trustedKeys, importFile }) };
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
