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

/** What the studio's routes work with: the draft, what is wrong with it, and everybody who looks at it. */
export interface Workshop {
  readonly draft: () => Promise<DraftView>;
  readonly take: Drafts['take'];
  /** Decides a collision for what stands. */
  readonly settle: Drafts['settle'];
  readonly mend: Drafts['mend'];
  /** Everything that `slipway check` says of documents, and what of it the live version has too; where that came to no end, this. */
  readonly check: (documents: Documents) => Promise<readonly FindingView[]>;
  /** Takes up that the content was saved: what keeps it from being taken up, none where it was. */
  readonly hearContent: (refused: readonly string[]) => void;
  /** Tells everybody who looks at it. */
  readonly tell: (event: StudioEvent) => void;
  /** Hears of what happens from now on; gives what ends that. */
  readonly listen: (listener: (event: StudioEvent) => void, page: string) => () => void;
  /** Tells everybody where somebody is. */
  readonly place: (person: Person) => void;
  /** Tells everybody that somebody is called otherwise by now. */
  readonly rename: (renamed: RenamedPerson) => void;
  readonly thread: DraftCalls;
  /** The compiled schema of a type of a preview that any server has drawn, as an ES module. */
  readonly module: DraftCalls['module'];
  /** The situations in which the form of a type differs; undefined where the draft is no form. */
  readonly differing: Differing;
  /** What versions change for visitors. */
  readonly comparisons: Comparisons;
  /** The documents of versions, by the names that addresses give them. */
  readonly versions: NamedVersions;
  /** Resolves once the thread has the newest version, whichever server has taken it. */
  readonly isLoaded: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** What it is made of. */
export interface WorkshopOptions {
  readonly drafts: Drafts;
  readonly forms: FormStore;
  readonly store: Pick<Store, 'version' | 'versionByHash' | 'versions' | 'onNews'>;
  /** Knows who has the studio open, and tells it. */
  readonly presence: (tell: PresenceOptions['tell']) => Presence;
  readonly content: () => Content;
  /** The form that draws the properties of a field. */
  readonly panel: () => Promise<Form>;
  readonly log: Log;
}

/** Opens the workshop: three threads: one answers at once, one proves, one compares versions. None is started before somebody needs it. */
export function createWorkshop(options: WorkshopOptions): Workshop {
  const { drafts, forms, store, content, panel, log } = options;
  /** Whoever has the studio open. */
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

  /** No version has this number while there is no draft. */
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
    // Whoever waits for this version asks first: the situations that differ are found sooner than a proof.
    if (isForm) setImmediate(prove);
  }

  /** The place that was changed last; empty where nothing was. */
  const latestPatch = (): Partial<Patch> =>
    (drafts.fault() === undefined && drafts.current().changes.at(-1)?.patches[0]) || {};

  /** A version that cannot be checked is one that cannot be published, and whoever made it hears of it. */
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
  /** The findings in the live version, which is checked once, before the draft: the checker then looks only at the parts of the draft that differ. */
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

  /** The newest version alone: what came between was overtaken. */
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

  /** Other servers take changes too, and make versions live. */
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
  /** What waits for its time, or is not to come any more, is known to whoever asks. */
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
      // Another server may have made live what it stands upon.
      if (drafts.current().baseVersion !== forms.live().number) await forms.refresh();
      // What could not be put upon the version that went live, since the disk was full, is now.
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
      // Once it is taken up, if it is.
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
      // Another server has drawn the preview: of the draft, or of a version.
      await isLoaded();
      const ofDraft = await thread.module(asked);
      if (ofDraft !== undefined) return ofDraft;
      const version = await store.versionByHash(asked.hash);
      if (version === undefined) return undefined;
      await thread.compiled({ documents: version.documents });
      return thread.module(asked);
    },
    // Visiting them may take as long as a proof: nobody who types waits for it.
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

/** How long a draft may take to be compiled, and how long to be proven: many times what a form of 500 fields takes. */
const answerPatienceMs = 120_000;
const proofPatienceMs = 300_000;

/** How soon a page sees what was changed through another server. */
const lookMs = 500;

/** What is told where no check came to its end; the latest change is the likeliest to have brought it. */
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
