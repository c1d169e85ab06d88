import { createHash } from 'node:crypto';
import type { Documents, Form, Json } from '#engine';
import { compile } from '#engine/compile/index.ts';
import type { VersionRefusal, VersionSummary } from '../../../api/versions.ts';
import type { Log } from '../../platform/log/log.ts';
import type { NewAuditEntry } from '../../store/people-entry.ts';
import type { Store } from '../../store/store.ts';
import { isDamagedRow } from '../../store/store-error.ts';
import type { AddedVersion, NewVersion, StoredVersion } from '../../store/version-entry.ts';
import { type CompiledForm, compileFormSchemas } from './compiled-form.ts';
import { readLeftVersions, removeLeftVersions } from './left-versions.ts';

/**
 * The versions of the form that this instance knows: the live one, and those that open pages of visitors may
 * use.
 */
export interface FormStore {
  /**
   * Returns the live version.
   * @throws if there is none yet.
   */
  readonly current: () => CompiledForm;
  /**
   * Returns the number, author and time of the live version.
   * @throws if there is none yet.
   */
  readonly live: () => VersionSummary;
  /**
   * Returns the live version as stored.
   * @throws if there is none yet.
   */
  readonly version: () => StoredVersion;
  /**
   * Returns the documents of the live version.
   * @throws if there is none yet.
   */
  readonly documents: () => Documents;
  /**
   * Finds a version by its hash: the live one, or one that was replaced at most `retainedMs` ago. One that
   * is not in memory is read from the store and compiled. Undefined if there is none, if it is no longer
   * valid, if it is damaged, or if this release compiles another form, or none, from it.
   */
  readonly find: (hash: string) => Promise<CompiledForm | undefined>;
  /** Returns the version number of a form from `current` or `find`; undefined for other forms. */
  readonly findNumber: (form: CompiledForm) => number | undefined;
  /**
   * Deploys the folder of documents. It becomes a new version if there is none, if the folder changed since
   * the last start of a server and differs from the live version, or if the live version does not compile.
   * Otherwise the live version stays, whoever published it. Imports the versions in `leftFolder` first, and
   * loads the live version at the end.
   * @param checkForm Called with the form of a folder that changed since the last start; if it throws,
   *   nothing is deployed.
   */
  readonly deploy: (folder: FormVersion, checkForm?: (form: Form) => Promise<void>) => Promise<void>;
  /**
   * Adds a version, live at once or scheduled. Resolves when it is stored, so that every instance knows it
   * even after a restart. If another version than `after` is live, nothing is added, and the result has the
   * kind `other-live`.
   */
  readonly publish: (ready: CompiledForm, version: PublishedVersion) => Promise<AddedVersion>;
  /**
   * Makes scheduled versions live that are due, or refuses them, then loads the live version if it changed.
   * Rejects if the store cannot be read.
   */
  readonly refresh: () => Promise<void>;
  /**
   * Refreshes at an interval, and when the store reports a change of versions, until `stop`. A failed refresh
   * is logged and tried again.
   */
  readonly watch: () => void;
  /**
   * Calls a listener for each scheduled version that is refused here at its time; returns a function that
   * removes it.
   */
  readonly onRefused: (listener: (version: VersionSummary) => void) => () => void;
  /** Calls a listener for each version that becomes live here; returns a function that removes it. */
  readonly onLive: (listener: (version: StoredVersion) => void) => () => void;
  /** Stops watching. */
  readonly stop: () => void;
}

/** A compiled form and the documents that it was compiled from. */
export interface FormVersion {
  readonly ready: CompiledForm;
  readonly documents: Documents;
}

export interface PublishedVersion extends Omit<NewVersion, 'hash'> {
  /** The number of the version that its author regarded as live; absent: any. */
  readonly after?: number;
  /** The audit entry to store with the version. */
  readonly audited?: NewAuditEntry;
}

export interface FormStoreOptions {
  readonly store: Store;
  /** The folder in which an earlier release stored versions; they are imported once. */
  readonly leftFolder: string;
  /** Milliseconds for which a version stays valid after it was replaced. */
  readonly retainedMs: number;
  /** The most replaced versions in memory, by default 24; others are read and compiled again on use. */
  readonly mostKnown?: number;
  readonly now: () => number;
  readonly log: Log;
  /**
   * Returns the reason for which a scheduled version must not replace the live one at its time; undefined if
   * it may.
   */
  readonly refuseDue: (due: {
    readonly number: number;
    readonly live: number | undefined;
  }) => Promise<VersionRefusal | undefined>;
  /** Compiles documents in another thread, so that no visitor waits; undefined if they do not compile. */
  readonly compileInThread: (documents: Documents) => Promise<CompiledForm | undefined>;
}

/**
 * A live version must be live on every instance within two seconds, including polling, reading and compiling,
 * even if the notification is lost.
 */
const watchMs = 400;

/** The time after which a version is tried again that could not be compiled for a reason that may pass. */
const retryMs = 30_000;

/** Creates the store. It has no live version until `deploy` or `refresh` has loaded one. */
export function openFormStore(options: FormStoreOptions): FormStore {
  const { store, leftFolder, retainedMs, mostKnown = 24, now, log, compileInThread, refuseDue } = options;
  const listeners = new Set<(version: StoredVersion) => void>();
  const refusedListeners = new Set<(version: VersionSummary) => void>();
  const known = createVersionCache({ retainedMs, mostKnown, now });
  const pendingByHash = new Map<string, Promise<CompiledForm | undefined>>();
  /**
   * Hashes of versions that this release cannot use: they are damaged, or compile to another form or none.
   * Each with the time until which it is not read again.
   */
  const unusableHashes = new Map<string, number>();
  let live: LiveVersion | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopNotifications = () => {};
  let isStopped = false;
  let isFailing = false;
  /** The live version of the store if it cannot be used here, until it is tried again. */
  let unusable: { readonly number: number; readonly until: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Returns the live version. Throws if none is loaded yet. */
  function requireLive(): LiveVersion {
    if (live === undefined) throw new Error('Cannot render a form: no version is published yet');
    return live;
  }

  /**
   * Runs tasks one after the other, so that an older version never replaces a newer one. Returns the result
   * of the task; a task that rejects does not stop the next ones.
   */
  function runInOrder<Result>(task: () => Promise<Result>): Promise<Result> {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  }

  /**
   * Makes a version the live one in this process and calls the listeners. The version before it stays valid.
   */
  function makeCurrent(version: StoredVersion, ready: CompiledForm): void {
    if (live) {
      const { ready: before, summary } = live;
      known.add({ ready: before, summary, replacedAt: version.liveAt ?? now() });
    }
    known.remove(ready.form.hash);
    const { documents, draft: _draft, consequences: _consequences, byId: _byId, ...summary } = version;
    live = { ready, documents, summary, version };
    for (const listener of listeners) listener(version);
  }

  /**
   * Makes the live version of the store the current one here, and records its hash. Does nothing if there is
   * none, if it is current already, or if it could not be read or compiled before: a version with a damaged
   * row or documents that do not compile is never tried again, any other after `retryMs`.
   */
  async function loadLive(compileVersion: (documents: Documents) => Promise<CompiledForm | undefined>) {
    const { live: number } = await store.versionPulse();
    if (number === undefined || number === live?.summary.number || isUnusable(number)) return;
    const version = await readVersion(number);
    const compiled = version && (await tryCompile(version, compileVersion));
    if (version === undefined || compiled?.ready === undefined) {
      unusable = { number, until: compiled?.retryAt ?? Number.POSITIVE_INFINITY };
      return;
    }
    await recordHash(version, compiled.ready);
    makeCurrent(version, compiled.ready);
  }

  /** Returns true if the version with a number could not be used here, and is not tried again yet. */
  function isUnusable(number: number): boolean {
    return number === unusable?.number && now() < unusable.until;
  }

  /** Reads a version; undefined if it does not exist, or if its row is damaged, which is logged. */
  async function readVersion(number: number): Promise<StoredVersion | undefined> {
    try {
      return await store.version(number);
    } catch (error) {
      if (!isDamagedRow(error)) throw error;
      log.error('version-damaged', error, { version: number, reason: (error as Error).message });
      return undefined;
    }
  }

  /**
   * Compiles documents that another release may have written. If they do not compile, or if `compileVersion`
   * rejects, that is logged and there is no form: visitors keep the current version. A rejection, for example
   * because no thread could be started, may pass, so its result has a `retryAt`.
   */
  async function tryCompile(
    { number, documents }: StoredVersion,
    compileVersion: (documents: Documents) => Promise<CompiledForm | undefined>,
  ): Promise<{ readonly ready?: CompiledForm; readonly retryAt?: number }> {
    try {
      const ready = await compileVersion(documents);
      if (ready) return { ready };
      log.error('version-is-no-form', new Error('a version does not compile'), { version: number });
      return {};
    } catch (cause) {
      const error = new Error('a version could not be compiled', { cause });
      log.error('version-is-no-form', error, { version: number });
      return { retryAt: now() + retryMs };
    }
  }

  /**
   * Stores the hash of the compiled form if it differs from that of the version: another release compiles a
   * different form from the same documents, and its pages are found by either hash.
   */
  async function recordHash({ number, hash }: VersionSummary, { form }: CompiledForm): Promise<void> {
    if (form.hash !== hash) await store.recordVersionHash({ number, hash: form.hash });
  }

  /**
   * Makes scheduled versions that are due live in the store, or refuses them. They are not loaded here.
   * Returns the number of the live version; undefined if there is none.
   */
  async function publishDueVersions(): Promise<number | undefined> {
    for (;;) {
      const { live: number, next } = await store.versionPulse();
      if (next === undefined || next.goesLiveAt > now()) return number;
      const refused = await refuseDue({ number: next.number, live: number });
      if (refused) {
        await refuseVersion(next.number, refused);
        continue;
      }
      const note = createServerAuditEntry('went-live');
      // If another version is live by now, `refuseDue` decides again.
      const version = await store.goLive({
        number: next.number,
        note,
        now: now(),
        ...(number !== undefined && { after: number }),
      });
      if (version) log.info('version-live', { version: version.number, ...getLatenessDetails(version) });
    }
  }

  /**
   * Cancels a scheduled version, and reports that to the log and the listeners. Reports nothing if it was not
   * cancelled, for example because another instance did that.
   */
  async function refuseVersion(number: number, refused: VersionRefusal): Promise<void> {
    const { reason, ...details } = refused;
    const note = { ...createServerAuditEntry('schedule-refused'), details: { reason, ...details } };
    const outcome = await store.cancelVersion({ number, refused, note, now: now() });
    if (!outcome?.isCancelled) return;
    log.warn('version-refused', { version: number, code: reason });
    for (const listener of refusedListeners) listener(outcome.version);
  }

  /**
   * Publishes due versions, then loads the live version if it has changed. If publishing fails, loads the
   * live version and rejects.
   */
  async function refresh(): Promise<void> {
    // A version that another server made live is loaded even if this fails.
    const number = await publishDueVersions().catch(async (error: unknown) => {
      await loadLive(compileInThread);
      throw error;
    });
    if (number !== undefined && number !== live?.summary.number && !isUnusable(number))
      await loadLive(compileInThread);
  }

  /** Refreshes. Never rejects; only the first of several failures in a row is logged. */
  async function poll(): Promise<void> {
    try {
      await runInOrder(refresh);
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) log.error('versions-not-read', error);
      isFailing = true;
    }
  }

  /** Polls after `watchMs`, and again after each poll, until the store is stopped. */
  function schedulePoll(): void {
    timer = setTimeout(() => void poll().then(() => isStopped || schedulePoll()), watchMs).unref();
  }

  /** Returns an audit entry with the current time, by "deployment" for `published`, else by "server". */
  const createServerAuditEntry = (action: 'went-live' | 'schedule-refused' | 'published'): NewAuditEntry => ({
    at: now(),
    action,
    who: { name: action === 'published' ? 'deployment' : 'server' },
  });

  /**
   * Imports the versions that an earlier release left in files, once, and removes the files. If the last of
   * them was published in the studio over the same folder, the folder counts as deployed.
   */
  async function adoptLeftVersions(folder: FormVersion): Promise<void> {
    const left = await readLeftVersions(leftFolder);
    if (left) {
      const isOfFolder = left.folderHash === folder.ready.form.hash;
      const adopted = await store.adoptVersions({
        versions: left.versions,
        ...(isOfFolder && { digest: digestDocuments(folder.documents) }),
      });
      if (adopted) log.info('versions-taken-up', { reason: 'an earlier release stored them in files' });
    }
    await removeLeftVersions(leftFolder);
  }

  /** Implements `deploy` of the store; it is called in order with the other tasks. */
  async function deploy(
    folder: FormVersion,
    checkForm: (form: Form) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await adoptLeftVersions(folder);
    const { documents, ready } = folder;
    const digest = digestDocuments(documents);
    const hash = ready.form.hash;
    if ((await store.deployedDigest()) !== digest) await checkForm(ready.form);
    // `watch` decides again about versions that are due.
    await publishDueVersions().catch((error: unknown) => log.error('versions-not-read', error));
    const version: NewVersion = { hash, documents, origin: 'folder', by: 'deployment', note: '' };
    for (let isDone = false; !isDone; ) {
      const { live: number } = await store.versionPulse();
      const liveVersion = number === undefined ? undefined : await readVersion(number);
      const isLive = liveVersion !== undefined && areSameDocuments(liveVersion.documents, documents);
      const outcome = await store.deploy({
        digest,
        ...(!isLive && { version }),
        ...(number !== undefined && { after: number }),
        note: createServerAuditEntry('published'),
        now: now(),
      });
      isDone = outcome.kind !== 'other-live';
      if (outcome.kind === 'added') log.info('version-live', { version: outcome.version.number });
    }
    await loadLive(async (stored) =>
      areSameDocuments(stored, documents) ? ready : compileDocuments(stored),
    );
    if (live !== undefined) return;
    // The published version does not compile in this release, so the folder replaces it.
    await store.addVersion({ version, note: createServerAuditEntry('published'), now: now() });
    await loadLive(async () => ready);
  }

  /** Returns the result of `findStored`, shared by concurrent calls with the same hash. */
  function findShared(hash: string): Promise<CompiledForm | undefined> {
    const found = pendingByHash.get(hash) ?? findStored(hash).finally(() => pendingByHash.delete(hash));
    pendingByHash.set(hash, found);
    return found;
  }

  /**
   * Reads and compiles the version with a hash, and adds it to the cache. Undefined if there is none, if it
   * is no longer valid, or if this release compiles another form, or none, from it; that last hash is not
   * read again, or only after `retryMs` if compiling failed for another reason.
   */
  async function findStored(hash: string): Promise<CompiledForm | undefined> {
    if (now() < (unusableHashes.get(hash) ?? 0)) return undefined;
    const version = await readVersionByHash(hash);
    if (version === undefined) return undefined;
    // It is already live on another instance, and will be here soon.
    const replacedAt = version.state === 'live' ? now() : version.replacedAt;
    if (replacedAt === undefined || now() - replacedAt > retainedMs) return undefined;
    const { ready, retryAt = Number.POSITIVE_INFINITY } = await tryCompile(version, compileInThread);
    if (ready?.form.hash === hash) return known.add({ ready, summary: version, replacedAt });
    unusableHashes.set(hash, retryAt);
    return undefined;
  }

  /**
   * Reads a version; undefined if it does not exist. Undefined also if its row is damaged: that is logged,
   * and the hash is never read again.
   */
  async function readVersionByHash(hash: string): Promise<StoredVersion | undefined> {
    try {
      return await store.versionByHash(hash);
    } catch (error) {
      if (!isDamagedRow(error)) throw error;
      log.error('version-damaged', error, { reason: (error as Error).message });
      unusableHashes.set(hash, Number.POSITIVE_INFINITY);
      return undefined;
    }
  }

  return {
    current: () => requireLive().ready,
    live: () => requireLive().summary,
    version: () => requireLive().version,
    documents: () => requireLive().documents,
    async find(hash) {
      if (live?.ready.form.hash === hash) return live.ready;
      return known.find(hash) ?? (hashShape.test(hash) ? findShared(hash) : undefined);
    },
    findNumber: (form) => (live?.ready === form ? live.summary.number : known.findNumber(form)),
    deploy: (folder, fits) => runInOrder(() => deploy(folder, fits)),
    publish: (ready, { after, audited, ...given }) =>
      runInOrder(async () => {
        const version: NewVersion = { ...given, hash: ready.form.hash };
        const added = await store.addVersion({
          version,
          now: now(),
          ...(after !== undefined && { after }),
          ...(audited && { note: audited }),
        });
        if (added.kind === 'added' && added.version.state === 'live')
          makeCurrent({ ...given, ...added.version }, ready);
        return added;
      }),
    refresh: () => runInOrder(refresh),
    watch() {
      stopNotifications = store.onNotification((news) => void (news === 'versions' && !isStopped && poll()));
      schedulePoll();
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
      stopNotifications();
      clearTimeout(timer);
    },
  };
}

interface LiveVersion extends FormVersion {
  readonly version: StoredVersion;
  readonly summary: VersionSummary;
}

const hashShape = /^[\da-f]{64}$/;

/**
 * Returns `{reason}` for the log if a version became live `lateFromMs` or more after its time; otherwise an
 * empty object.
 */
function getLatenessDetails({ goesLiveAt = 0, liveAt = 0 }: VersionSummary) {
  return liveAt - goesLiveAt < lateFromMs
    ? {}
    : { reason: `no server was running at its time, ${new Date(goesLiveAt).toISOString()}` };
}

/** The delay from which a version is late: longer than any running instance takes. */
const lateFromMs = 10_000;

/** A version that was replaced at `replacedAt`, in milliseconds since 1970. */
interface KnownVersion {
  readonly ready: CompiledForm;
  readonly summary: VersionSummary;
  readonly replacedAt: number;
}

/**
 * Creates a cache of the `mostKnown` last used replaced versions that are still valid, by hash. It is bounded
 * because each takes a megabyte, and there may be a hundred per day.
 */
function createVersionCache({
  retainedMs,
  mostKnown,
  now,
}: Required<Pick<FormStoreOptions, 'retainedMs' | 'mostKnown' | 'now'>>) {
  const versions = new Map<string, KnownVersion>();
  const numbers = new WeakMap<CompiledForm, number>();
  return {
    /**
     * Adds or replaces a version, and returns its form. Removes versions that are no longer valid, and the
     * least recently used one if there are too many.
     */
    add(version: KnownVersion): CompiledForm {
      for (const [hash, { replacedAt }] of versions)
        if (now() - replacedAt > retainedMs) versions.delete(hash);
      versions.delete(version.ready.form.hash);
      versions.set(version.ready.form.hash, version);
      if (versions.size > mostKnown) versions.delete(versions.keys().next().value ?? '');
      numbers.set(version.ready, version.summary.number);
      return version.ready;
    },
    /** Returns the form of a version and marks it as used; undefined if it is absent or no longer valid. */
    find(hash: string): CompiledForm | undefined {
      const version = versions.get(hash);
      if (version === undefined || now() - version.replacedAt > retainedMs) return undefined;
      versions.delete(hash);
      versions.set(hash, version);
      return version.ready;
    },
    remove: (hash: string) => versions.delete(hash),
    /** Returns the number of any form that was ever added, also if it was removed since. */
    findNumber: (form: CompiledForm) => numbers.get(form),
  };
}

/** Compiles documents in this thread; undefined if they do not compile. */
async function compileDocuments(documents: Documents): Promise<CompiledForm | undefined> {
  const compiled = compile(documents);
  return compiled.ok ? compileFormSchemas(compiled.form) : undefined;
}

/** Returns a digest of a folder's documents, by which deployments are compared. */
function digestDocuments(documents: Documents): string {
  return createHash('sha256').update(toCanonicalText(documents)).digest('hex');
}

/** Returns true if documents have the same files and contents, in any order of the files. */
function areSameDocuments(one: Documents, other: Documents): boolean {
  return toCanonicalText(one) === toCanonicalText(other);
}

/**
 * Serialises documents, independent of the order of their files. The order of members inside a file counts.
 */
function toCanonicalText(documents: Documents): string {
  const files = Object.entries(documents).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(files satisfies readonly (readonly [string, unknown])[] as Json);
}
