import { type Documents, type EnquiryType, type Form, isSameId } from '#engine';
import type { DocumentFindingCode } from '#engine/check/finding.ts';
import type { Finding } from '#engine/check/index.ts';
import type { Patch } from '#engine/editing/index.ts';
import { toJsonPointer } from '#engine/json-schema/pointers.ts';
import type { FindingView } from '../../api/findings.ts';
import type { ContentView, DraftView, PresentPerson, ReportView, StudioEvent } from '../../api/studio.ts';
import type { Content } from '../forms/content/content.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import type { Log } from '../platform/log/log.ts';
import type { Store } from '../store/store.ts';
import { getLoggableReason } from '../store/store-error.ts';
import { type ComparisonService, createComparisonService } from './comparisons.ts';
import { createDifferingFinder, type FindDifferingSituations } from './differing-situations.ts';
import type { Drafts } from './drafts.ts';
import { markKnown } from './known-warnings.ts';
import { createNamedVersions, type NamedVersions } from './named-versions.ts';
import type { Presence, PresenceOptions, RenamedPerson } from './presence.ts';
import { createDraftThreadClient, type DraftCalls, ThreadTimeout } from './start-draft-thread.ts';

/** The draft, its findings, and the pages that show it: the entry point of the studio's routes. */
export interface DraftService {
  /**
   * Reads what other servers have written, rebases the draft to the live version if necessary, and returns it
   * with the published documents and the content.
   * @throws DraftFault while there is no draft
   */
  readonly getDraft: () => Promise<DraftView>;
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
  readonly content: () => Content;
  /** Returns the form in which the properties of a field are edited. */
  readonly panel: () => Promise<Form>;
  readonly log: Log;
}

/**
 * Creates the draft service. Interactive requests, checks and comparisons run in three worker threads,
 * started on first use.
 */
export function createDraftService(options: DraftServiceOptions): DraftService {
  const { drafts, forms, store, content, panel, log } = options;
  /** The open pages of the studio. */
  const listeners = new Set<(event: StudioEvent) => void>();
  /** Sends an event to all open pages of this server, in the order of their subscription. */
  const broadcast = (event: StudioEvent) => {
    for (const listener of listeners) listener(event);
  };
  const presence = options.presence((news) => broadcast({ kind: 'presence', ...news }));
  let loadedContent: Content | undefined;
  let loading: Promise<unknown> | undefined;
  let isChecking = false;
  let report: ReportView | undefined;
  let refusedContent: readonly string[] = [];

  const thread = createDraftThreadClient({
    timeoutMs: interactiveTimeoutMs,
    onStart: () => {
      loadedContent = undefined;
    },
  });
  const checkThread = createDraftThreadClient({ timeoutMs: checkTimeoutMs, onStart: () => undefined });
  const comparisonThread = createDraftThreadClient({ timeoutMs: checkTimeoutMs, onStart: () => undefined });

  /** Returns the number of the draft's changes, which is its version; -1 while there is no draft. */
  const getVersion = () => (drafts.fault() === undefined ? drafts.current().changes.length : -1);

  /**
   * Loads the newest version into the thread, with the content if that has changed, broadcasts whether it
   * compiles, and starts the check if it does. Broadcasts nothing if there is a newer version by then.
   * Rejects if the thread fails or there is no draft.
   */
  async function loadNewest(): Promise<void> {
    const version = getVersion();
    const { documents } = drafts.current();
    const now = content();
    const news = loadedContent === now ? {} : { content: now };
    loadedContent = now;
    const { isForm, findings } = await thread.load({ version, documents, ...news });
    if (version !== getVersion()) return;
    report = { version, findings, isForm, isProven: !isForm, reach: {} };
    broadcast({ kind: 'report', report });
    // Pages that wait for this version ask first: finding the differing situations is faster than a check.
    if (isForm) setImmediate(startCheck);
  }

  /** Returns the first patch of the latest change; empty if there is none. */
  const findLatestPatch = (): Partial<Patch> =>
    (drafts.fault() === undefined && drafts.current().changes.at(-1)?.patches[0]) || {};

  /**
   * Logs the error, and broadcasts it as the only finding, so that the version cannot be published. Only logs
   * it if the draft has another version by now.
   */
  function reportFailedCheck(version: number, error: unknown): void {
    log.error('draft-not-checked', error);
    if (version !== getVersion()) return;
    report = {
      version,
      findings: [createNotCheckedFinding(findLatestPatch(), error)],
      isForm: false,
      isProven: true,
      reach: {},
    };
    broadcast({ kind: 'report', report });
  }

  let checkedLive: { readonly of: Documents; readonly findings: Promise<readonly Finding[]> } | undefined;
  /**
   * Returns the findings of the live version, which is checked once; an empty list if its check failed. Call
   * this before the draft is checked: the checker then visits only the parts of the draft that differ.
   */
  function checkLiveVersion(): Promise<readonly Finding[]> {
    const of = forms.documents();
    if (checkedLive?.of !== of)
      checkedLive = {
        of,
        findings: checkThread.check({ documents: of }).then(
          ({ findings }) => findings,
          () => [],
        ),
      };
    return checkedLive.findings;
  }

  /**
   * Starts a check, unless one is running. It ends when the newest version is checked; versions in between
   * are skipped.
   */
  function startCheck(): void {
    if (isChecking) return;
    isChecking = true;
    void checkNewest().finally(() => {
      isChecking = false;
    });
  }

  /**
   * Checks the newest version and broadcasts its report, and repeats this while a newer version has appeared.
   * A failed check is reported as a finding. Never rejects.
   */
  async function checkNewest(): Promise<void> {
    for (let version = -1; version !== getVersion(); ) {
      version = getVersion();
      try {
        const live = await checkLiveVersion();
        const checked = await checkThread.check({ documents: drafts.current().documents });
        if (version !== getVersion()) continue;
        const findings = markKnown(checked.findings, live);
        report = { version, ...checked, findings, isProven: true };
        broadcast({ kind: 'report', report });
      } catch (error) {
        reportFailedCheck(version, error);
      }
    }
  }

  /**
   * Starts to load the newest version, and returns its promise, which `waitUntilLoaded` awaits. It never
   * rejects: a failure is reported as a finding.
   */
  function reloadNewest(): Promise<unknown> {
    const version = getVersion();
    loading = loadNewest().catch((error: unknown) => reportFailedCheck(version, error));
    return loading;
  }

  drafts.onChange((event) => {
    broadcast(event.kind === 'other-draft' ? { ...event, draft: drafts.current().id } : event);
    if (event.kind !== 'settled') void reloadNewest();
  });

  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let isFailing = false;
  /** Reads what other servers have changed. Never rejects; of failures in a row, only the first is logged. */
  async function pollDraft(): Promise<void> {
    try {
      await drafts.refresh();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error('draft-not-read', error, getLoggableReason(error));
      isFailing = true;
    }
  }
  /**
   * Starts polling, at once and every `pollMs`, if a page of the studio is open and it does not run yet;
   * stops it if none is open.
   */
  const updatePolling = () => {
    if (listeners.size === 0) {
      clearInterval(pollTimer);
      pollTimer = undefined;
    } else if (pollTimer === undefined) {
      void pollDraft();
      pollTimer = setInterval(pollDraft, pollMs).unref();
    }
  };
  const endNotifications = store.onNotification((news) => {
    if (listeners.size === 0) return;
    if (news === 'draft') void pollDraft();
    if (news === 'versions')
      broadcastNewestVersion().catch((error: unknown) => log.error('versions-not-told', error));
  });
  /**
   * Broadcasts the newest version, if there is one: it may be scheduled or cancelled, which `onLive` does not
   * report.
   */
  async function broadcastNewestVersion(): Promise<void> {
    const [version] = await store.versions({ limit: 1 });
    if (version) broadcast({ kind: 'version', version });
  }
  const endRefusals = forms.onRefused((version) => broadcast({ kind: 'version', version }));
  const endLive = forms.onLive((version) => {
    drafts
      .rebase(version)
      .catch((error: unknown) => log.error('draft-not-followed', error, getLoggableReason(error)));
    const { documents: _documents, draft: _draft, consequences: _told, byId: _byId, ...summary } = version;
    broadcast({ kind: 'version', version: summary });
  });

  /**
   * Reads what other servers have written, and waits for the latest loading; starts one if there was none.
   * Rejects while there is no draft.
   */
  async function waitUntilLoaded(): Promise<unknown> {
    await drafts.refresh();
    return loading ?? reloadNewest();
  }

  return {
    async getDraft() {
      const properties = await panel();
      await drafts.refresh();
      // Another server may have published the base version of the draft.
      if (drafts.current().baseVersion !== forms.live().number) await forms.refresh();
      // Repeats a rebase that failed, for example because the disk was full.
      if (drafts.current().baseVersion !== forms.live().number) await drafts.rebase(forms.version());
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
        content: { ...toContentView(content(), forms.current().form), refused: refusedContent },
      };
    },
    applyChange: drafts.applyChange,
    resolveCollision: drafts.resolveCollision,
    repair: drafts.repair,
    async check(documents) {
      const live = await checkLiveVersion();
      const { findings } = await checkThread
        .check({ documents })
        .catch((error: unknown) => ({ findings: [createNotCheckedFinding(findLatestPatch(), error)] }));
      return markKnown(findings, live);
    },
    reportContent(refused) {
      refusedContent = refused;
      // Wait until the caller has put the content to use.
      setImmediate(() => {
        broadcast({ kind: 'content', refused });
        if (refused.length === 0 && loading !== undefined) void reloadNewest();
      });
    },
    broadcast,
    subscribe(listener, page) {
      listeners.add(listener);
      const leave = presence.open(page);
      listener({ kind: 'present', ...presence.getPresent() });
      updatePolling();
      if (drafts.fault() !== undefined) void pollDraft();
      else if (report?.version === getVersion()) listener({ kind: 'report', report });
      else void reloadNewest();
      return () => {
        listeners.delete(listener);
        leave();
        updatePolling();
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
      content,
      find: checkThread.differing,
    }),
    comparisons: createComparisonService({ calls: comparisonThread, content }),
    versions: createNamedVersions({ drafts, forms, store }),
    waitUntilLoaded,
    async close() {
      endNotifications();
      endLive();
      endRefusals();
      await presence.close();
      clearInterval(pollTimer);
      await Promise.all([thread.close(), checkThread.close(), comparisonThread.close()]);
    },
  };
}

/**
 * Time limits in milliseconds for compiling a draft and for checking it: many times what a form of 500 fields
 * takes.
 */
const interactiveTimeoutMs = 120_000;
const checkTimeoutMs = 300_000;

/** Interval in milliseconds at which changes by other servers are polled. */
const pollMs = 500;

/**
 * Returns the finding for a check that failed or took too long. It points to the patch, usually of the latest
 * change, which is the most likely cause.
 */
function createNotCheckedFinding(
  { file = 'enquiry-types.json', path = [] }: Partial<Patch>,
  error: unknown,
): Finding {
  const what = error instanceof ThreadTimeout ? 'took too long to check' : 'made the check fail';
  return {
    severity: 'error',
    code: 'not-checked' satisfies DocumentFindingCode,
    file,
    pointer: toJsonPointer(path),
    reason: `the draft ${what}, most likely because of the latest change; undo it, or simplify it`,
  };
}

/**
 * Converts the content to what the studio shows: ids as texts, and enquiry types of pages as keys. `named` is
 * absent if a page offers all enquiry types.
 */
function toContentView(content: Content, form: Form): Omit<ContentView, 'refused'> {
  const { sites, pages, offices, enquiryTypes } = content;
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
      title: page.title,
      site: String(page.site.id),
      placement: page.placement,
      ...(page.enquiryTypes !== enquiryTypes && { named: getTypeKeys(page.enquiryTypes) }),
    })),
    offices: offices.map(({ id, name, title }) => ({ id: String(id), name: title ?? name })),
    enquiryTypes: enquiryTypes.map(({ id, name, names }) => ({
      id: String(id),
      names: names ?? { en: name },
    })),
  };
}
