import type { Documents } from '#engine';
import type { VersionRefusal, VersionSummary } from '../../../api/versions.ts';
import { createTaskQueue } from '../../platform/concurrency/task-queue.ts';
import type { NewAuditEntry } from '../../store/records/people-entry.ts';
import type { AddedVersion, NewVersion, StoredVersion } from '../../store/records/version-entry.ts';
import type { Store } from '../../store/store.ts';
import type { CompiledForm, FormVersion } from './compiled-form.ts';
import { type CheckDeployment, type DeploymentOptions, deployFolder } from './deploy-folder.ts';
import { createLiveVersionHolder } from './live-version.ts';
import { createReplacedVersions, type ReplacedVersionsOptions } from './replaced-versions.ts';

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
   * Content documents of the live version that the folder does not have stay.
   * @param check Called for a folder that changed since the last start; if it throws, nothing is deployed.
   */
  readonly deploy: (folder: FormVersion, check?: CheckDeployment) => Promise<void>;
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

export interface PublishedVersion extends Omit<NewVersion, 'hash'> {
  /** The number of the version that its author regarded as live; absent: any. */
  readonly after?: number;
  /** The audit entry to store with the version. */
  readonly audited?: NewAuditEntry;
}

export interface FormStoreOptions extends DeploymentOptions, ReplacedVersionsOptions {
  readonly store: Store;
  /**
   * Returns the reason for which a scheduled version must not replace the live one at its time; undefined if
   * it may.
   */
  readonly refuseDue: (due: {
    readonly number: number;
    readonly live: number | undefined;
  }) => Promise<VersionRefusal | undefined>;
}

/**
 * A live version must be live on every instance within two seconds, including polling, reading and compiling,
 * even if the notification is lost.
 */
const watchMs = 400;

/** Creates the store. It has no live version until `deploy` or `refresh` has loaded one. */
export function openFormStore(options: FormStoreOptions): FormStore {
  const { store, now, log, compileInThread } = options;
  const replaced = createReplacedVersions(options);
  const live = createLiveVersionHolder(options, replaced);
  // In order, so that an older version never replaces a newer one.
  const runInOrder = createTaskQueue();
  const refusedListeners = new Set<(version: VersionSummary) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopNotifications = () => {};
  let isStopped = false;
  let isFailing = false;

  /**
   * Makes due versions live in the store, or refuses them and reports that to the listeners. Returns the
   * number of the live version; undefined if there is none.
   */
  function publishDue(): Promise<number | undefined> {
    return publishDueVersions(options, (version) => {
      for (const listener of refusedListeners) listener(version);
    });
  }

  /**
   * Publishes due versions, then loads the live version if it has changed. If publishing fails, loads the
   * live version and rejects.
   */
  async function refresh(): Promise<void> {
    // A version that another server made live is loaded even if this fails.
    const number = await publishDue().catch(async (error: unknown) => {
      await live.load(compileInThread);
      throw error;
    });
    if (number !== undefined && live.isOutdated(number)) await live.load(compileInThread);
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

  return {
    current: () => live.require().ready,
    live: () => live.require().summary,
    version: () => live.require().version,
    documents: () => live.require().documents,
    async find(hash) {
      const ready = live.get()?.ready;
      return ready?.form.hash === hash ? ready : replaced.find(hash);
    },
    findNumber(form) {
      const current = live.get();
      return current?.ready === form ? current.summary.number : replaced.findNumber(form);
    },
    deploy: (folder, check = async () => undefined) =>
      runInOrder(() =>
        deployFolder(options, {
          folder,
          check,
          live,
          // `watch` decides again about versions that are due.
          publishDue: () =>
            publishDue().then(
              () => undefined,
              (error: unknown) => log.error('versions-not-read', error),
            ),
        }),
      ),
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
          live.set({ ...given, ...added.version }, ready);
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
    onLive: live.onLive,
    stop() {
      isStopped = true;
      stopNotifications();
      clearTimeout(timer);
    },
  };
}

/**
 * Makes scheduled versions that are due live in the store, or refuses them. They are not loaded here. Returns
 * the number of the live version; undefined if there is none.
 * @param onRefused Called for each version that is refused, unless another instance did that.
 */
async function publishDueVersions(
  options: FormStoreOptions,
  onRefused: (version: VersionSummary) => void,
): Promise<number | undefined> {
  const { store, now, log, refuseDue } = options;
  for (;;) {
    const { live, next } = await store.versionPulse();
    if (next === undefined || next.goesLiveAt > now()) return live;
    const { number } = next;
    const refused = await refuseDue({ number, live });
    if (refused) {
      const cancelled = await refuseVersion(options, number, refused);
      if (cancelled) onRefused(cancelled);
      continue;
    }
    // If another version is live by now, `refuseDue` decides again.
    const version = await store.goLive({
      number,
      note: createAuditEntry('went-live', now()),
      now: now(),
      ...(live !== undefined && { after: live }),
    });
    if (version) log.info('version-live', { version: version.number, ...getLatenessDetails(version) });
  }
}

/**
 * Cancels a scheduled version, logs that, and returns the version. Undefined if it was not cancelled, for
 * example because another instance did that.
 */
async function refuseVersion(
  { store, now, log }: FormStoreOptions,
  number: number,
  refused: VersionRefusal,
): Promise<VersionSummary | undefined> {
  const { reason, ...details } = refused;
  const note = { ...createAuditEntry('schedule-refused', now()), details: { reason, ...details } };
  const outcome = await store.cancelVersion({ number, refused, note, now: now() });
  if (!outcome?.isCancelled) return undefined;
  log.warn('version-refused', { version: number, code: reason });
  return outcome.version;
}

/** Returns an audit entry of the server about a scheduled version. */
function createAuditEntry(action: 'went-live' | 'schedule-refused', at: number): NewAuditEntry {
  return { at, action, who: { name: 'server' } };
}

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
