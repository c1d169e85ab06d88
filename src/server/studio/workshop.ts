import { type Documents, type EnquiryType, type Form, isSameId } from '#engine';
import type { ToldCode } from '#engine/check/finding.ts';
import type { Finding } from '#engine/check/index.ts';
import type { Patch } from '#engine/editing/index.ts';
import { pointerOf } from '#engine/json-schema/pointers.ts';
import type {
  ContentView,
  DraftView,
  FindingView,
  Person,
  ReportView,
  StudioEvent,
} from '../../studio/protocol.ts';
import type { Content } from '../content/content.ts';
import type { FormStore } from '../documents/form-store.ts';
import type { Log } from '../log/log.ts';
import type { Store } from '../store/store.ts';
import { toldReason } from '../store/store-error.ts';
import { type Comparisons, createComparisons } from './comparisons.ts';
import { createDiffering, type Differing } from './differing.ts';
import type { Drafts } from './drafts.ts';
import { markKnown } from './known-warnings.ts';
import { createNamedVersions, type NamedVersions } from './named-versions.ts';
import type { Presence, PresenceOptions, RenamedPerson } from './presence.ts';
import { createDraftThread, type DraftCalls, Overrun } from './start-draft-thread.ts';

/** The draft, its findings, and the pages that show it: the entry point of the studio's routes. */
export interface Workshop {
  readonly draft: () => Promise<DraftView>;
  readonly take: Drafts['take'];
  /** Decides a collision in favour of the current value. */
  readonly settle: Drafts['settle'];
  readonly mend: Drafts['mend'];
  /**
   * Returns all findings of `slipway check`, marked if the live version has them too. If the check fails, the
   * only finding says so.
   */
  readonly check: (documents: Documents) => Promise<readonly FindingView[]>;
  /**
   * Reports to all pages that new content was saved. `refused` lists the reasons if it cannot be used; empty:
   * it is in use.
   */
  readonly hearContent: (refused: readonly string[]) => void;
  /** Sends an event to all pages of this server. */
  readonly tell: (event: StudioEvent) => void;
  /** Subscribes a page to events. Returns the function that ends the subscription. */
  readonly listen: (listener: (event: StudioEvent) => void, page: string) => () => void;
  /** Reports where in the studio a person is. */
  readonly place: (person: Person) => void;
  /** Reports that an account was renamed. */
  readonly rename: (renamed: RenamedPerson) => void;
  readonly thread: DraftCalls;
  /**
   * Returns the compiled schema of a type as an ES module, for previews that this or another server has
   * rendered.
   */
  readonly module: DraftCalls['module'];
  /** Finds the situations in which the form of a type differs. Undefined if the draft does not compile. */
  readonly differing: Differing;
  readonly comparisons: Comparisons;
  /** The documents of versions, by their names in addresses. */
  readonly versions: NamedVersions;
  /** Resolves once the thread has loaded the newest version, also if another server has written it. */
  readonly isLoaded: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export interface WorkshopOptions {
  readonly drafts: Drafts;
  readonly forms: FormStore;
  readonly store: Pick<Store, 'version' | 'versionByHash' | 'versions' | 'onNews'>;
  /** Creates the presence of this server. `tell` is called with each change. */
  readonly presence: (tell: PresenceOptions['tell']) => Presence;
  readonly content: () => Content;
  readonly panel: () => Promise<Form>;
  readonly log: Log;
}

/**
 * Creates the draft service. Interactive requests, checks and comparisons run in three worker threads,
 * started on first use.
 */
export function createWorkshop(options: WorkshopOptions): Workshop {
  const { drafts, forms, store, content, panel, log } = options;
  /** The open pages of the studio. */
  const listeners = new Set<(event: StudioEvent) => void>();
  const tell = (event: StudioEvent) => {
    for (const listener of listeners) listener(event);
  };
  const presence = options.presence((news) => tell({ kind: 'presence', ...news }));
  let loadedContent: Content | undefined;
  let loading: Promise<unknown> | undefined;
  let isProving = false;
  let report: ReportView | undefined;
  let refusedContent: readonly string[] = [];

  const thread = createDraftThread({
    patienceMs: answerPatienceMs,
    onStart: () => {
      loadedContent = undefined;
    },
  });
  const prover = createDraftThread({ patienceMs: proofPatienceMs, onStart: () => undefined });
  const comparer = createDraftThread({ patienceMs: proofPatienceMs, onStart: () => undefined });

  /** Returns the number of the newest version, or -1 while there is no draft. */
  const versionOf = () => (drafts.fault() === undefined ? drafts.current().changes.length : -1);

  async function load(): Promise<void> {
    const version = versionOf();
    const { documents } = drafts.current();
    const now = content();
    const news = loadedContent === now ? {} : { content: now };
    loadedContent = now;
    const { isForm, findings } = await thread.load({ version, documents, ...news });
    if (version !== versionOf()) return;
    report = { version, findings, isForm, isProven: !isForm, reach: {} };
    tell({ kind: 'report', report });
    // Pages that wait for this version ask first: finding the differing situations is faster than a check.
    if (isForm) setImmediate(prove);
  }

  /** Returns the position of the latest change. Empty if there is none. */
  const latestPatch = (): Partial<Patch> =>
    (drafts.fault() === undefined && drafts.current().changes.at(-1)?.patches[0]) || {};

  /** Reports a failed check as an error, so that the version cannot be published. */
  function giveUp(version: number, error: unknown): void {
    log.error('draft-not-checked', error);
    if (version !== versionOf()) return;
    report = {
      version,
      findings: [notChecked(latestPatch(), error)],
      isForm: false,
      isProven: true,
      reach: {},
    };
    tell({ kind: 'report', report });
  }

  let checkedLive: { readonly of: Documents; readonly findings: Promise<readonly Finding[]> } | undefined;
  /**
   * Checks the live version once, before the draft. The checker then visits only the parts of the draft that
   * differ.
   */
  function liveFindings(): Promise<readonly Finding[]> {
    const of = forms.documents();
    if (checkedLive?.of !== of)
      checkedLive = {
        of,
        findings: prover.check({ documents: of }).then(
          ({ findings }) => findings,
          () => [],
        ),
      };
    return checkedLive.findings;
  }

  /** Checks the newest version only. Versions in between are skipped. */
  function prove(): void {
    if (isProving) return;
    isProving = true;
    void proveNewest().finally(() => {
      isProving = false;
    });
  }

  async function proveNewest(): Promise<void> {
    for (let version = -1; version !== versionOf(); ) {
      version = versionOf();
      try {
        const live = await liveFindings();
        const checked = await prover.check({ documents: drafts.current().documents });
        if (version !== versionOf()) continue;
        const findings = markKnown(checked.findings, live);
        report = { version, ...checked, findings, isProven: true };
        tell({ kind: 'report', report });
      } catch (error) {
        giveUp(version, error);
      }
    }
  }

  function reload(): Promise<unknown> {
    const version = versionOf();
    loading = load().catch((error: unknown) => giveUp(version, error));
    return loading;
  }

  drafts.onChange((event) => {
    tell(event.kind === 'other-draft' ? { ...event, draft: drafts.current().id } : event);
    if (event.kind !== 'settled') void reload();
  });

  /** Other servers change the draft too, and publish versions. */
  let looking: ReturnType<typeof setInterval> | undefined;
  let isFailing = false;
  async function look(): Promise<void> {
    try {
      await drafts.refresh();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error('draft-not-read', error, toldReason(error));
      isFailing = true;
    }
  }
  const lookWhileHeard = () => {
    if (listeners.size === 0) {
      clearInterval(looking);
      looking = undefined;
    } else if (looking === undefined) {
      void look();
      looking = setInterval(look, lookMs).unref();
    }
  };
  const endNews = store.onNews((news) => {
    if (listeners.size === 0) return;
    if (news === 'draft') void look();
    if (news === 'versions') tellNewest().catch((error: unknown) => log.error('versions-not-told', error));
  });
  /** Broadcasts the newest version: it may be scheduled or cancelled, which `onLive` does not report. */
  async function tellNewest(): Promise<void> {
    const [version] = await store.versions({ limit: 1 });
    if (version) tell({ kind: 'version', version });
  }
  const endRefusals = forms.onRefused((version) => tell({ kind: 'version', version }));
  const endFollowing = forms.onLive((version) => {
    drafts
      .follow(version)
      .catch((error: unknown) => log.error('draft-not-followed', error, toldReason(error)));
    const { documents: _documents, draft: _draft, consequences: _told, byId: _byId, ...summary } = version;
    tell({ kind: 'version', version: summary });
  });

  async function isLoaded(): Promise<unknown> {
    await drafts.refresh();
    return loading ?? reload();
  }

  return {
    async draft() {
      const properties = await panel();
      await drafts.refresh();
      // Another server may have published the base version of the draft.
      if (drafts.current().baseVersion !== forms.live().number) await forms.refresh();
      // Repeats a rebase that failed, for example because the disk was full.
      if (drafts.current().baseVersion !== forms.live().number) await drafts.follow(forms.version());
      const { id, documents, changes, outdated, collisions } = drafts.current();
      return {
        ...{ draft: id, version: changes.length, documents, changes, outdated, collisions },
        published: { hash: forms.current().form.hash, documents: forms.documents() },
        panel: properties,
        content: { ...contentView(content(), forms.current().form), refused: refusedContent },
      };
    },
    take: drafts.take,
    settle: drafts.settle,
    mend: drafts.mend,
    async check(documents) {
      const live = await liveFindings();
      const { findings } = await prover
        .check({ documents })
        .catch((error: unknown) => ({ findings: [notChecked(latestPatch(), error)] }));
      return markKnown(findings, live);
    },
    hearContent(refused) {
      refusedContent = refused;
      // Wait until the caller has put the content to use.
      setImmediate(() => {
        tell({ kind: 'content', refused });
        if (refused.length === 0 && loading !== undefined) void reload();
      });
    },
    tell,
    listen(listener, page) {
      listeners.add(listener);
      const leave = presence.open(page);
      listener({ kind: 'present', ...presence.present() });
      lookWhileHeard();
      if (drafts.fault() !== undefined) void look();
      else if (report?.version === versionOf()) listener({ kind: 'report', report });
      else void reload();
      return () => {
        listeners.delete(listener);
        leave();
        lookWhileHeard();
      };
    },
    place: presence.place,
    rename: presence.rename,
    thread,
    async module(asked) {
      const own = await thread.module(asked);
      if (own !== undefined) return own;
      // Another server has rendered the preview, of the draft or of a version.
      await isLoaded();
      const ofDraft = await thread.module(asked);
      if (ofDraft !== undefined) return ofDraft;
      const version = await store.versionByHash(asked.hash);
      if (version === undefined) return undefined;
      await thread.compiled({ documents: version.documents });
      return thread.module(asked);
    },
    // The search may take as long as a check, so it does not run in the interactive thread.
    differing: createDiffering({
      documents: () => drafts.current().documents,
      content,
      find: prover.differing,
    }),
    comparisons: createComparisons({ calls: comparer, content }),
    versions: createNamedVersions({ drafts, forms, store }),
    isLoaded,
    async close() {
      endNews();
      endFollowing();
      endRefusals();
      await presence.close();
      clearInterval(looking);
      await Promise.all([thread.close(), prover.close(), comparer.close()]);
    },
  };
}

/** Time limits for compiling a draft and for checking it: many times what a form of 500 fields takes. */
const answerPatienceMs = 120_000;
const proofPatienceMs = 300_000;

/** Interval at which changes by other servers are polled. */
const lookMs = 500;

/** Creates the finding for a check that failed. It points to the latest change, the most likely cause. */
function notChecked({ file = 'enquiry-types.json', path = [] }: Partial<Patch>, error: unknown): Finding {
  const what = error instanceof Overrun ? 'took too long to check' : 'broke the check';
  return {
    severity: 'error',
    code: 'not-checked' satisfies ToldCode,
    file,
    pointer: pointerOf(path),
    reason: `the draft ${what}, most likely since the latest change; undo it, or write it more simply`,
  };
}

function contentView(content: Content, form: Form): Omit<ContentView, 'refused'> {
  const { sites, pages, offices, enquiryTypes } = content;
  const keysOf = (offered: readonly EnquiryType[]) =>
    offered.flatMap(({ id }) => form.types.filter((type) => isSameId(type.id, id)).map(({ key }) => key));
  return {
    sites: sites.map(({ id, name, domain, timeZone }) => ({
      ...{ id: String(id), name: name ?? domain, domain },
      ...(timeZone !== undefined && { timeZone }),
    })),
    pages: pages.map((page) => ({
      path: page.path,
      title: page.title,
      site: String(page.site.id),
      placement: page.placement,
      ...(page.enquiryTypes !== enquiryTypes && { named: keysOf(page.enquiryTypes) }),
    })),
    offices: offices.map(({ id, name, title }) => ({ id: String(id), name: title ?? name })),
    enquiryTypes: enquiryTypes.map(({ id, name, names }) => ({
      id: String(id),
      names: names ?? { en: name },
    })),
  };
}
