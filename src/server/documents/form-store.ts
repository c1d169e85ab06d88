import { createHash } from 'node:crypto';
import type { Documents, Form, Json } from '#engine';
import { compile } from '#engine/compile/index.ts';
import type { VersionRefusal, VersionSummary } from '../../studio/protocol-versions.ts';
import type { Log } from '../log/log.ts';
import type { NewAuditEntry } from '../store/people-entry.ts';
import type { Store } from '../store/store.ts';
import { isDamagedRow } from '../store/store-error.ts';
import type { AddedVersion, NewVersion, StoredVersion } from '../store/version-entry.ts';
import { type CompiledForm, compileSchemas } from './compiled-form.ts';
import { readLeftVersions, removeLeftVersions } from './left-versions.ts';

/** The versions of the form, as this instance knows them: the one that pages are drawn with, and those that visitors may have. */
export interface FormStore {
  /** The version that pages are drawn with. @throws before the first is there. */
  readonly current: () => CompiledForm;
  /** Its number, who made it, and when. @throws before the first is there. */
  readonly live: () => VersionSummary;
  /** All that is kept of it. @throws before the first is there. */
  readonly version: () => StoredVersion;
  /** Its documents. @throws before the first is there. */
  readonly documents: () => Documents;
  /**
   * A version by its hash: the live one, or one that was replaced less than `retainedMs` ago. What this instance does not know is read
   * from the store.
   */
  readonly find: (hash: string) => Promise<CompiledForm | undefined>;
  /** The number of a version that `find` or `current` gave. */
  readonly numberOf: (form: CompiledForm) => number | undefined;
  /**
   * Takes up the folder of documents: the first version where there is none, a new one where the folder is another than when a server
   * last started and says something else than what is live. Else what is live stands, whoever published it. Of a folder that
   * is another, `fits` hears first: what it throws leaves everything as it is.
   */
  readonly deploy: (folder: FormVersion, fits?: (form: Form) => Promise<void>) => Promise<void>;
  /** Adds a version: live at once, or waiting for its time. Resolves when every instance would know it after a restart. */
  readonly publish: (ready: CompiledForm, version: PublishedVersion) => Promise<AddedVersion>;
  /** Looks at the store now: takes up what is live there, and makes live what is due. */
  readonly refresh: () => Promise<void>;
  /** Does so again and again, and as soon as there is news of versions. */
  readonly watch: () => void;
  /** Hears of every scheduled version that is refused here when its time has come; gives what ends that. */
  readonly onRefused: (listener: (version: VersionSummary) => void) => () => void;
  /** Hears of every version that becomes live here; gives what ends that. */
  readonly onLive: (listener: (version: StoredVersion) => void) => () => void;
  readonly stop: () => void;
}

/** A form with the documents that it was made of. */
export interface FormVersion {
  readonly ready: CompiledForm;
  readonly documents: Documents;
}

/** A version as its maker gives it. */
export interface PublishedVersion extends Omit<NewVersion, 'hash'> {
  /** The number of the version that its maker took for the live one; absent: whichever is. */
  readonly after?: number;
  /** What is noted of it in the audit log. */
  readonly audited?: NewAuditEntry;
}

/** Where versions are kept, and how long they are valid: see `openFormStore`. */
export interface FormStoreOptions {
  readonly store: Store;
  /** Where a release before this one kept them in files: they are taken up once. */
  readonly leftFolder: string;
  /** How long a version is valid after a newer one was published, in milliseconds. */
  readonly retainedMs: number;
  /** The most of those that were replaced that are kept in memory; the others are read and compiled again when they are asked for. */
  readonly mostKnown?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly log: Log;
  /** Says why a scheduled version whose time has come is not to go live in place of the one that is; undefined: it is. */
  readonly refuseDue: (due: {
    readonly number: number;
    readonly live: number | undefined;
  }) => Promise<VersionRefusal | undefined>;
  /** Compiles documents where no visitor waits for it; undefined: they make no form. */
  readonly compileAside: (documents: Documents) => Promise<CompiledForm | undefined>;
}

/**
 * A version that is live has to be so on every instance within two seconds, looking, reading and compiling together, even where no news of
 * it comes.
 */
const watchMs = 400;

/** Opens the versions that the store has. */
export function openFormStore(options: FormStoreOptions): FormStore {
  const { store, leftFolder, retainedMs, mostKnown = 24, now, log, compileAside, refuseDue } = options;
  const listeners = new Set<(version: StoredVersion) => void>();
  const refusedListeners = new Set<(version: VersionSummary) => void>();
  const known = createKnown({ retainedMs, mostKnown, now });
  const underWay = new Map<string, Promise<CompiledForm | undefined>>();
  /** Of which this release makes other forms, so that they are not compiled again and again. */
  const foreign = new Set<string>();
  let live: LiveVersion | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endNews = () => {};
  let isStopped = false;
  let isFailing = false;
  let refused: number | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function current(): LiveVersion {
    if (live === undefined) throw new Error('Cannot draw a form: none was published yet');
    return live;
  }

  /** One after the other, so that nothing older is taken up after something newer. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  }

  function takeUp(version: StoredVersion, ready: CompiledForm): void {
    if (live) {
      const { ready: before, summary } = live;
      known.keep({ ready: before, summary, replacedAt: version.liveAt ?? now() });
    }
    known.forget(ready.form.hash);
    const { documents, draft: _draft, consequences: _told, byId: _byId, ...summary } = version;
    live = { ready, documents, summary, version };
    for (const listener of listeners) listener(version);
  }

  async function takeUpLive(compiled: (documents: Documents) => Promise<CompiledForm | undefined>) {
    const { live: number } = await store.versionPulse();
    if (number === undefined || number === live?.summary.number || number === refused) return;
    const version = await readable(number);
    const ready = version && (await compiledOrNone(version, compiled));
    if (version === undefined || ready === undefined) {
      refused = number;
      return;
    }
    await noteHash(version, ready);
    takeUp(version, ready);
  }

  /** A version; undefined where there is none, or its row is damaged, which the log tells. */
  async function readable(number: number): Promise<StoredVersion | undefined> {
    try {
      return await store.version(number);
    } catch (error) {
      if (!isDamagedRow(error)) throw error;
      log.error('version-damaged', error, { version: number, reason: (error as Error).message });
      return undefined;
    }
  }

  /** Documents that another release, or another hand, has written may be anything: whatever comes of it is told, and visitors keep what they have. */
  async function compiledOrNone(
    { number, documents }: StoredVersion,
    compiled: (documents: Documents) => Promise<CompiledForm | undefined>,
  ): Promise<CompiledForm | undefined> {
    let cause: unknown;
    const ready = await compiled(documents).catch((error: unknown) => {
      cause = error;
      return undefined;
    });
    if (ready === undefined)
      log.error('version-is-no-form', new Error('a version does not compile', { cause }), {
        version: number,
      });
    return ready;
  }

  /** Another release makes another form of the same documents: its pages are found under both. */
  async function noteHash({ number, hash }: VersionSummary, { form }: CompiledForm): Promise<void> {
    if (form.hash !== hash) await store.noteVersionHash({ number, hash: form.hash });
  }

  async function goLiveWhatIsDue(): Promise<number | undefined> {
    for (;;) {
      const { live: number, next } = await store.versionPulse();
      if (next === undefined || next.goesLiveAt > now()) return number;
      const refused = await refuseDue({ number: next.number, live: number });
      if (refused) {
        await refuse(next.number, refused);
        continue;
      }
      const note = byServer('went-live');
      // Where another is live by now, it is asked again whether this one may take its place.
      const version = await store.goLive({
        ...{ number: next.number, note, now: now() },
        ...(number !== undefined && { after: number }),
      });
      if (version) log.info('version-live', { version: version.number, ...lateness(version) });
    }
  }

  async function refuse(number: number, refused: VersionRefusal): Promise<void> {
    const { reason, ...details } = refused;
    const note = { ...byServer('schedule-refused'), details: { reason, ...details } };
    const outcome = await store.cancelVersion({ number, refused, note, now: now() });
    if (!outcome?.isCancelled) return;
    log.warn('version-refused', { version: number, code: reason });
    for (const listener of refusedListeners) listener(outcome.version);
  }

  async function refresh(): Promise<void> {
    // What another server has made live is taken up all the same.
    const number = await goLiveWhatIsDue().catch(async (error: unknown) => {
      await takeUpLive(compileAside);
      throw error;
    });
    if (number !== undefined && number !== live?.summary.number && number !== refused)
      await takeUpLive(compileAside);
  }

  async function look(): Promise<void> {
    try {
      await inTurn(refresh);
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) log.error('versions-not-read', error);
      isFailing = true;
    }
  }

  function lookLater(): void {
    timer = setTimeout(() => void look().then(() => isStopped || lookLater()), watchMs).unref();
  }

  const byServer = (action: 'went-live' | 'schedule-refused' | 'published'): NewAuditEntry => ({
    ...{ at: now(), action },
    who: { name: action === 'published' ? 'deployment' : 'server' },
  });

  /** What an earlier release left in files becomes versions, once. */
  async function adopt(folder: FormVersion): Promise<void> {
    const left = await readLeftVersions(leftFolder);
    if (left) {
      const isOfFolder = left.folderHash === folder.ready.form.hash;
      const adopted = await store.adoptVersions({
        versions: left.versions,
        ...(isOfFolder && { digest: digestOf(folder.documents) }),
      });
      if (adopted) log.info('versions-taken-up', { reason: 'an earlier release kept them in files' });
    }
    await removeLeftVersions(leftFolder);
  }

  async function deploy(
    folder: FormVersion,
    fits: (form: Form) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await adopt(folder);
    const { documents, ready } = folder;
    const digest = digestOf(documents);
    const hash = ready.form.hash;
    if ((await store.deployedDigest()) !== digest) await fits(ready.form);
    // Whoever watches asks again whether what is due may go live.
    await goLiveWhatIsDue().catch((error: unknown) => log.error('versions-not-read', error));
    const version: NewVersion = { hash, documents, origin: 'folder', by: 'deployment', note: '' };
    for (let isDone = false; !isDone; ) {
      const { live: number } = await store.versionPulse();
      const stands = number === undefined ? undefined : await readable(number);
      const isLive = stands !== undefined && isAlike(stands.documents, documents);
      const outcome = await store.deploy({
        digest,
        ...(!isLive && { version }),
        ...(number !== undefined && { after: number }),
        note: byServer('published'),
        now: now(),
      });
      isDone = outcome.kind !== 'other-live';
      if (outcome.kind === 'added') log.info('version-live', { version: outcome.version.number });
    }
    await takeUpLive(async (stored) => (isAlike(stored, documents) ? ready : compiledOf(stored)));
    if (live !== undefined) return;
    // What was published is no form in this release: the folder is, and stands in its place.
    await store.addVersion({ version, note: byServer('published'), now: now() });
    await takeUpLive(async () => ready);
  }

  /** Many ask at once for a version that this instance does not know: it is compiled once. */
  function finding(hash: string): Promise<CompiledForm | undefined> {
    const found = underWay.get(hash) ?? findStored(hash).finally(() => underWay.delete(hash));
    underWay.set(hash, found);
    return found;
  }

  async function findStored(hash: string): Promise<CompiledForm | undefined> {
    const version = foreign.has(hash) ? undefined : await byHash(hash);
    if (version === undefined) return undefined;
    // It is live on another instance by now, and will be here at once.
    const replacedAt = version.state === 'live' ? now() : version.replacedAt;
    if (replacedAt === undefined || now() - replacedAt > retainedMs) return undefined;
    const ready = await compiledOrNone(version, compileAside);
    if (ready?.form.hash === hash) return known.keep({ ready, summary: version, replacedAt });
    foreign.add(hash);
    return undefined;
  }

  async function byHash(hash: string): Promise<StoredVersion | undefined> {
    try {
      return await store.versionByHash(hash);
    } catch (error) {
      if (!isDamagedRow(error)) throw error;
      log.error('version-damaged', error, { reason: (error as Error).message });
      foreign.add(hash);
      return undefined;
    }
  }

  return {
    current: () => current().ready,
    live: () => current().summary,
    version: () => current().version,
    documents: () => current().documents,
    async find(hash) {
      if (live?.ready.form.hash === hash) return live.ready;
      return known.find(hash) ?? (hashShape.test(hash) ? finding(hash) : undefined);
    },
    numberOf: (form) => (live?.ready === form ? live.summary.number : known.numberOf(form)),
    deploy: (folder, fits) => inTurn(() => deploy(folder, fits)),
    publish: (ready, { after, audited, ...given }) =>
      inTurn(async () => {
        const version: NewVersion = { ...given, hash: ready.form.hash };
        const added = await store.addVersion({
          ...{ version, now: now() },
          ...(after !== undefined && { after }),
          ...(audited && { note: audited }),
        });
        if (added.kind === 'added' && added.version.state === 'live')
          takeUp({ ...given, ...added.version }, ready);
        return added;
      }),
    refresh: () => inTurn(refresh),
    watch() {
      endNews = store.onNews((news) => void (news === 'versions' && !isStopped && look()));
      lookLater();
    },
    onRefused(listener) {
      refusedListeners.add(listener);
      return () => void refusedListeners.delete(listener);
    },
    onLive(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      endNews();
      clearTimeout(timer);
    },
  };
}

interface LiveVersion extends FormVersion {
  readonly version: StoredVersion;
  readonly summary: VersionSummary;
}

const hashShape = /^[\da-f]{64}$/;

/** Told where nobody made a version live when it was to be. */
function lateness({ goesLiveAt = 0, liveAt = 0 }: VersionSummary) {
  return liveAt - goesLiveAt < lateFromMs
    ? {}
    : { reason: `no server ran at its time, ${new Date(goesLiveAt).toISOString()}` };
}

/** No instance that runs takes so long. */
const lateFromMs = 10_000;

/** A version that is not live any more, but valid. */
interface KnownVersion {
  readonly ready: CompiledForm;
  readonly summary: VersionSummary;
  readonly replacedAt: number;
}

/**
 * The versions that this instance has compiled and that are valid still, by the hash of their forms, the one that was asked for last behind the
 * others. Each is a megabyte: somebody may publish a hundred times a day.
 */
function createKnown({
  retainedMs,
  mostKnown,
  now,
}: Required<Pick<FormStoreOptions, 'retainedMs' | 'mostKnown' | 'now'>>) {
  const versions = new Map<string, KnownVersion>();
  const numbers = new WeakMap<CompiledForm, number>();
  return {
    keep(version: KnownVersion): CompiledForm {
      for (const [hash, { replacedAt }] of versions)
        if (now() - replacedAt > retainedMs) versions.delete(hash);
      versions.delete(version.ready.form.hash);
      versions.set(version.ready.form.hash, version);
      if (versions.size > mostKnown) versions.delete(versions.keys().next().value ?? '');
      numbers.set(version.ready, version.summary.number);
      return version.ready;
    },
    find(hash: string): CompiledForm | undefined {
      const version = versions.get(hash);
      if (version === undefined || now() - version.replacedAt > retainedMs) return undefined;
      versions.delete(hash);
      versions.set(hash, version);
      return version.ready;
    },
    forget: (hash: string) => versions.delete(hash),
    numberOf: (form: CompiledForm) => numbers.get(form),
  };
}

async function compiledOf(documents: Documents): Promise<CompiledForm | undefined> {
  const compiled = compile(documents);
  return compiled.ok ? compileSchemas(compiled.form) : undefined;
}

/** Tells the folders of deployments apart by what their documents say. */
function digestOf(documents: Documents): string {
  return createHash('sha256').update(inOrder(documents)).digest('hex');
}

function isAlike(one: Documents, other: Documents): boolean {
  return inOrder(one) === inOrder(other);
}

/** Documents as a text, whatever the order of their files. */
function inOrder(documents: Documents): string {
  const files = Object.entries(documents).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(files satisfies readonly (readonly [string, unknown])[] as Json);
}
