import { type Documents, type EnquiryType, type Form, isSameId } from '#engine';
import type { FindingView } from '../../api/findings.ts';
import type {
  ContentFolderView,
  ContentView,
  DraftView,
  PresentPerson,
  StudioEvent,
} from '../../api/studio.ts';
import type { Content } from '../forms/content/content.ts';
import {
  getContentOf,
  getSources,
  type LiveContent,
  toContentDocuments,
} from '../forms/content/content-documents.ts';
import { findPageTitle } from '../forms/content/type-names.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import type { Log } from '../platform/log/log.ts';
import { toPresetView } from '../preset/content.ts';
import type { Store } from '../store/store.ts';
import { getLoggableReason } from '../store/store-error.ts';
import { type ComparisonService, createComparisonService } from './comparisons.ts';
import { createDifferingFinder, type FindDifferingSituations } from './differing-situations.ts';
import type { Drafts } from './draft/drafts.ts';
import { createDraftReports } from './draft-reports.ts';
import { createNamedVersions, type NamedVersions } from './named-versions.ts';
import type { Presence, PresenceOptions, RenamedPerson } from './presence.ts';
import { createDraftThreadClient, type DraftCalls } from './start-draft-thread.ts';

/** The draft, its findings, and the pages that show it: the entry point of the studio's routes. */
export interface DraftService {
  /**
   * Reads what other servers have written, rebases the draft to the live version if necessary, and returns it
   * with the published documents and the content.
   * @throws DraftFault while there is no draft
   */
  readonly getDraft: () => Promise<DraftView>;
  /**
   * Returns the files of the content folder as documents, by which an owner begins to edit a list, and the form
   * for their entries.
   */
  readonly getContentFolder: () => Promise<Omit<ContentFolderView, 'sources'>>;
  /** Returns the documents of the draft; those of the live version while there is no draft. */
  readonly getDocuments: () => Documents;
  readonly applyChange: Drafts['applyChange'];
  readonly resolveCollision: Drafts['resolveCollision'];
  readonly repair: Drafts['repair'];
  /**
   * Checks documents, and returns all findings of `slipway check`; warnings that the live version has too are
   * marked (`isKnown`). If the check fails, the only finding says so. Changes neither the draft nor its
   * report.
   */
  readonly check: (documents: Documents) => Promise<readonly FindingView[]>;
  /**
   * Reports to all pages of this server, after the current turn of the event loop, that new content was
   * saved. `refused` lists the reasons if it cannot be used; empty: it is in use, and the draft is loaded
   * again with it if it was loaded before.
   */
  readonly reportContent: (refused: readonly string[]) => void;
  /** Sends an event to all pages of this server. */
  readonly broadcast: (event: StudioEvent) => void;
  /**
   * Sends all events to an open page until the returned function is called: at once the people present and,
   * if the newest version is loaded, its report. While a page is open, changes by other servers are polled.
   */
  readonly subscribe: (listener: (event: StudioEvent) => void, page: string) => () => void;
  /** Records the position of a person and reports it to the pages (`Presence`). */
  readonly setPosition: (person: PresentPerson) => void;
  /** Replaces a name among the people present (`Presence`). */
  readonly renamePerson: (renamed: RenamedPerson) => void;
  /** The thread of interactive requests. Checks and comparisons have their own. */
  readonly thread: DraftCalls;
  /**
   * Returns the compiled schema of a type as an ES module, for previews that this or another server has
   * rendered. Looks for the hash in the thread, then in the newest draft, then in the versions. Undefined if
   * none has such a form.
   */
  readonly findModule: DraftCalls['module'];
  readonly findDifferingSituations: FindDifferingSituations;
  readonly comparisons: ComparisonService;
  readonly versions: NamedVersions;
  /**
   * Reads what other servers have written, and resolves once the thread has loaded the newest version. Also
   * resolves if loading failed, which is then reported. Rejects while there is no draft.
   */
  readonly waitUntilLoaded: () => Promise<unknown>;
  /** Ends all subscriptions of this service and its three threads. Resolves when they have ended. */
  readonly close: () => Promise<void>;
}

export interface DraftServiceOptions {
  readonly drafts: Drafts;
  readonly forms: FormStore;
  readonly store: Pick<Store, 'version' | 'versionByHash' | 'versions' | 'onNotification'>;
  /** Creates the presence of this server, which calls `onChange` for each change. */
  readonly presence: (onChange: PresenceOptions['onChange']) => Presence;
  /** Returns the content that is in use now. */
  readonly live: () => LiveContent;
  /** Returns the form in which the properties of a field are edited. */
  readonly panel: () => Promise<Form>;
  /** Returns the form in which entries of the content are edited. */
  readonly contentForm: () => Promise<Form>;
  readonly log: Log;
}

/**
 * Creates the draft service. Interactive requests, checks and comparisons run in three worker threads,
 * started on first use.
 */
export function createDraftService(options: DraftServiceOptions): DraftService {
  const { drafts, forms, store, live, panel } = options;
  /** The open pages of the studio. */
  const listeners = new Set<(event: StudioEvent) => void>();
  /** Sends an event to all open pages of this server, in the order of their subscription. */
  const broadcast = (event: StudioEvent) => {
    for (const listener of listeners) listener(event);
  };
  const presence = options.presence((news) => broadcast({ kind: 'presence', ...news }));
  const reports = createDraftReports({
    ...options,
    onReport: (report) => broadcast({ kind: 'report', report }),
  });
  const { thread } = reports;
  const comparisonThread = createDraftThreadClient({
    timeoutMs: comparisonTimeoutMs,
    onStart: () => undefined,
  });
  const comparisons = createComparisonService({ calls: comparisonThread, live });
  const poller = createDraftPoller(options);
  const endFollowing = followOtherServers(options, { broadcast, poller, hasPages: () => listeners.size > 0 });
  let refusedContent: readonly string[] = [];

  drafts.onChange((event) => {
    broadcast(event.kind === 'other-draft' ? { ...event, draft: drafts.current().id } : event);
    if (event.kind === 'settled') return;
    void reports.reload();
    prepareComparison();
  });

  /** Prepares the comparison that the page "Publish" asks for. */
  function prepareComparison(): void {
    if (drafts.fault() !== undefined) return;
    comparisons.prepare({ before: forms.documents(), after: drafts.current().documents });
  }

  /** Does the work of `DraftService.waitUntilLoaded`. */
  async function waitUntilLoaded(): Promise<void> {
    await drafts.refresh();
    await reports.waitUntilLoaded();
  }

  return {
    async getDraft() {
      const properties = await panel();
      await refreshDraft(options);
      const { id, documents, changes, outdated, collisions } = drafts.current();
      return {
        draft: id,
        version: changes.length,
        documents,
        changes,
        outdated,
        collisions,
        published: { hash: forms.current().form.hash, documents: forms.documents() },
        panel: properties,
        content: {
          ...toContentView(getContentOf(documents, live()), forms.current().form),
          refused: refusedContent,
          sourced: getSources(documents, live().folder).map(({ list }) => list),
        },
      };
    },
    getContentFolder: async () => ({
      documents: toContentDocuments(live().folder),
      form: await options.contentForm(),
    }),
    getDocuments: () => (drafts.fault() === undefined ? drafts.current().documents : forms.documents()),
    applyChange: drafts.applyChange,
    resolveCollision: drafts.resolveCollision,
    repair: drafts.repair,
    check: reports.check,
    reportContent(refused) {
      refusedContent = refused;
      // Wait until the caller has put the content to use.
      setImmediate(() => {
        broadcast({ kind: 'content', refused });
        if (refused.length === 0 && reports.hasLoaded()) void reports.reload();
      });
    },
    broadcast,
    subscribe(listener, page) {
      listeners.add(listener);
      const leave = presence.open(page);
      listener({ kind: 'present', ...presence.getPresent() });
      poller.start();
      const report = reports.getNewest();
      if (drafts.fault() !== undefined) void poller.poll();
      else if (report) listener({ kind: 'report', report });
      else void reports.reload();
      return () => {
        listeners.delete(listener);
        leave();
        if (listeners.size === 0) poller.stop();
      };
    },
    setPosition: presence.setPosition,
    renamePerson: presence.renamePerson,
    thread,
    async findModule(asked) {
      const own = await thread.module(asked);
      if (own !== undefined) return own;
      // Another server has rendered the preview, of the draft or of a version.
      await waitUntilLoaded();
      const ofDraft = await thread.module(asked);
      if (ofDraft !== undefined) return ofDraft;
      const version = await store.versionByHash(asked.hash);
      if (version === undefined) return undefined;
      await thread.compiled({ documents: version.documents });
      return thread.module(asked);
    },
    // The search may take as long as a check, so it does not run in the interactive thread.
    findDifferingSituations: createDifferingFinder({
      documents: () => drafts.current().documents,
      live,
      find: reports.checkThread.differing,
    }),
    comparisons,
    versions: createNamedVersions({ drafts, forms, store }),
    waitUntilLoaded,
    async close() {
      endFollowing();
      await presence.close();
      poller.stop();
      await Promise.all([reports.close(), comparisonThread.close()]);
    },
  };
}

/** Maximum duration of a comparison in milliseconds. */
const comparisonTimeoutMs = 300_000;

/** Interval in milliseconds at which changes by other servers are polled. */
const pollMs = 500;

/** Reads what other servers have changed in the draft. */
interface DraftPoller {
  /** Reads once. Never rejects; of failures in a row, only the first is logged. */
  readonly poll: () => Promise<void>;
  /** Polls at once and then every `pollMs`, unless that runs already. */
  readonly start: () => void;
  readonly stop: () => void;
}

function createDraftPoller({ drafts, log }: Pick<DraftServiceOptions, 'drafts' | 'log'>): DraftPoller {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isFailing = false;

  async function poll(): Promise<void> {
    try {
      await drafts.refresh();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error('draft-not-read', error, getLoggableReason(error));
      isFailing = true;
    }
  }

  return {
    poll,
    start() {
      if (timer !== undefined) return;
      void poll();
      timer = setInterval(poll, pollMs).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/**
 * Polls the draft when another server reports a change of it, rebases it to each version that goes live, and
 * broadcasts new versions. Returns a function that ends this.
 */
function followOtherServers(
  { drafts, forms, store, log }: DraftServiceOptions,
  {
    broadcast,
    poller,
    hasPages,
  }: {
    readonly broadcast: (event: StudioEvent) => void;
    readonly poller: DraftPoller;
    /** Returns true if a page of the studio is open. */
    readonly hasPages: () => boolean;
  },
): () => void {
  /**
   * Broadcasts the newest version, if there is one: it may be scheduled or cancelled, which `onLive` does not
   * report.
   */
  async function broadcastNewestVersion(): Promise<void> {
    const [version] = await store.versions({ limit: 1 });
    if (version) broadcast({ kind: 'version', version });
  }
  const ends = [
    store.onNotification((news) => {
      if (!hasPages()) return;
      if (news === 'draft') void poller.poll();
      if (news === 'versions')
        broadcastNewestVersion().catch((error: unknown) => log.error('versions-not-told', error));
    }),
    forms.onRefused((version) => broadcast({ kind: 'version', version })),
    forms.onLive((version) => {
      drafts
        .rebase(version)
        .catch((error: unknown) => log.error('draft-not-followed', error, getLoggableReason(error)));
      const { documents: _documents, draft: _draft, consequences: _told, byId: _byId, ...summary } = version;
      broadcast({ kind: 'version', version: summary });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Reads what other servers have written, and rebases the draft to the live version if necessary.
 * @throws DraftFault while there is no draft.
 */
async function refreshDraft({ drafts, forms }: Pick<DraftServiceOptions, 'drafts' | 'forms'>): Promise<void> {
  await drafts.refresh();
  // Another server may have published the base version of the draft.
  if (drafts.current().baseVersion !== forms.live().number) await forms.refresh();
  // Repeats a rebase that failed, for example because the disk was full.
  if (drafts.current().baseVersion !== forms.live().number) await drafts.rebase(forms.version());
}

/**
 * Converts the content to what the studio shows: ids as texts, and enquiry types of pages as keys. `named` is
 * absent if a page offers all enquiry types.
 */
function toContentView(content: Content, form: Form): Omit<ContentView, 'refused' | 'sourced'> {
  const { sites, pages, enquiryTypes } = content;
  /**
   * Returns the keys of the types of the form with the ids of these enquiry types. Those that the form does
   * not have are left out.
   */
  const getTypeKeys = (offered: readonly EnquiryType[]) =>
    offered.flatMap(({ id }) => form.types.filter((type) => isSameId(type.id, id)).map(({ key }) => key));
  return {
    sites: sites.map(({ id, name, domain, timeZone }) => ({
      id: String(id),
      name: name ?? domain,
      domain,
      ...(timeZone !== undefined && { timeZone }),
    })),
    pages: pages.map((page) => ({
      path: page.path,
      title: findPageTitle(page, { form, content }, form.settings.fallbackLocale),
      site: String(page.site.id),
      placement: page.placement,
      ...(page.enquiryTypes !== enquiryTypes && { named: getTypeKeys(page.enquiryTypes) }),
    })),
    ...toPresetView(content),
    enquiryTypes,
  };
}
