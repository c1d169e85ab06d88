import type { Documents } from '#engine';
import type { SourcesView, SourceTrial } from '../../../api/content-sources.ts';
import type { CopyDetails, CopyState } from '../../store/calls/content-copy-calls.ts';
import type { Store } from '../../store/store.ts';
import { getSources } from '../content/content-documents.ts';
import type { ContentCopies } from '../content/raw-content.ts';
import type { NamedSource } from './content-source.ts';
import type { FetchedAnswer } from './fetch-answer.ts';
import { createAnswerJudge } from './judge-answer.ts';
import type { JudgedEntries, JudgedFault } from './judge-entries.ts';
import type { ContentSourcesOptions, TriedSource } from './source-options.ts';
import { createSourceTrials } from './try-source.ts';

/** The lists of the content that come from addresses: their requests, last good copies and states. */
export interface ContentSourcesService {
  /** Returns the lists that come from an address in documents, with the states of their copies. */
  readonly view: (documents: Documents) => Promise<Omit<SourcesView, 'owners'>>;
  /** Returns the names of the live lists whose address gives no usable answer. */
  readonly listFaulty: () => Promise<readonly string[]>;
  /**
   * Requests a list of the live content now, and resolves when its answer is used or refused. False if the live
   * content has no such list from an address. A call without `accepted` shares the request of an earlier one that
   * is running.
   * @param accepted The hash of entries that a person accepts although some are missing.
   */
  readonly update: (list: string, accepted?: string) => Promise<boolean>;
  /**
   * Requests a source that a person edits, and stores its entries for the version that will use them. Changes
   * nothing that is live.
   */
  readonly tryOut: (trial: TriedSource) => Promise<SourceTrial>;
  /** Begins to request the sources of the live content when they are due. */
  readonly start: () => void;
  /** Aborts requests. Resolves when nothing runs any more. */
  readonly stop: () => Promise<void>;
}

/** Returns the last good copies that are stored. */
export async function loadCopies(
  store: Pick<Store, 'contentCopies' | 'contentCopyEntries'>,
): Promise<ContentCopies> {
  const loaded: Record<string, readonly unknown[]> = {};
  for (const { key } of await store.contentCopies()) {
    const entries = await store.contentCopyEntries(key);
    if (entries !== undefined) loaded[key] = entries;
  }
  return loaded;
}

/**
 * Creates the service. Of several servers with one database, one requests a list when it is due, and all use its
 * copy.
 * @param onChange Called when the state of a list has changed, also on another server, with the names of the live
 * lists whose address gives no usable answer.
 */
export function createContentSources(
  options: ContentSourcesOptions,
  onChange: (faulty: readonly string[]) => void,
): ContentSourcesService {
  const { client, forms, live, adoptCopies, store, settings, now, log } = options;
  const judgeAnswer = createAnswerJudge(options);
  /** The revisions of the copies that are in memory. */
  const revisions = new Map<string, number>();
  /** The running requests by the keys of their sources. */
  const running = new Map<string, Promise<void>>();
  /** The running calls of `update` without accepted entries, by the keys of their sources. */
  const updating = new Map<string, Promise<void>>();
  let seenStates: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let polling: Promise<void> | undefined;
  let unsubscribe = () => {};

  const getCopies = () => live().folder.copies ?? {};
  const listLiveSources = () => getSources(forms.documents(), live().folder);

  /** Polls, unless a poll is running. Never rejects. */
  function poll(): Promise<void> {
    polling ??= pollNow()
      .catch((error: unknown) => log.error('content-sources-not-polled', error))
      .finally(() => {
        polling = undefined;
      });
    return polling;
  }

  /** Uses copies that other servers have stored, and starts the requests of sources that are due. */
  async function pollNow(): Promise<void> {
    const states = await store.contentCopies();
    await adoptStored(states);
    reportChanges(states);
    const time = now();
    const sources = listLiveSources();
    for (const source of sources) {
      const dueAt = states.find(({ key }) => key === source.key)?.dueAt ?? 0;
      if (dueAt <= time && !running.has(source.key)) void refresh(source);
    }
    const dueBefore = time - settings.unusedMs;
    const except = sources.map(({ key }) => key);
    if (states.some(({ key, dueAt }) => dueAt < dueBefore && !except.includes(key)))
      await store.forgetContentCopies({ dueBefore, except });
  }

  /** Calls `onChange` if a state differs from the last time. */
  function reportChanges(states: readonly CopyState[]): void {
    const next = JSON.stringify(states.map(({ key, details }) => [key, details]));
    if (seenStates !== undefined && seenStates !== next) onChange(findFaulty(states));
    seenStates = next;
  }

  /** Returns the names of the live lists whose latest answer is not used. */
  function findFaulty(states: readonly CopyState[]): readonly string[] {
    const faulty = states.filter(({ details }) => details.fault !== undefined).map(({ key }) => key);
    return listLiveSources().flatMap(({ list, key }) => (faulty.includes(key) ? [list] : []));
  }

  /** Uses the copies that are newer than those in memory. One that does not fit here stays unused. */
  async function adoptStored(states: readonly CopyState[]): Promise<void> {
    for (const { key, list, revision } of states) {
      if (revision <= (revisions.get(key) ?? 0)) continue;
      revisions.set(key, revision);
      const entries = await store.contentCopyEntries(key);
      if (entries === undefined || isSame(entries, getCopies()[key])) continue;
      const [problem] = await adoptCopies({ ...getCopies(), [key]: entries });
      if (problem) log.warn('content-copy-misfits', { file: `${list}.json`, reason: problem.reason });
    }
  }

  /** Requests a source after a request of it that is running here. Never rejects. */
  function refresh(source: NamedSource): Promise<void> {
    const before = running.get(source.key) ?? Promise.resolve();
    const next = before
      .then(() => refreshNow(source))
      .catch((error: unknown) => log.error('content-not-requested', error))
      .finally(() => {
        if (running.get(source.key) === next) running.delete(source.key);
      });
    running.set(source.key, next);
    return next;
  }

  /** Requests a source now, whenever it is due. */
  async function updateNow(source: NamedSource, accepted: string | undefined): Promise<void> {
    const { key } = source;
    await store.requestContentCopy({ key, now: now(), ...(accepted !== undefined && { accepted }) });
    await refresh(source);
    reportChanges(await store.contentCopies());
  }

  /** Requests a source and stores the result, unless another server does. */
  async function refreshNow(source: NamedSource): Promise<void> {
    const { key, list } = source;
    const time = now();
    const state = await store.claimContentCopy({ key, list, now: time, until: time + settings.leaseMs });
    if (state === undefined) return;
    const known = getCopies()[key];
    const answer = await client.request(source.source, known && state.details);
    const judged = answer.kind === 'unchanged' ? 'unchanged' : await judgeAnswer(answer, { source, state });
    const isChanged = state.revision === 0 || !isSameResult(judged, known);
    await saveResult(source, { state, answer, judged, isChanged });
    await adoptStored(await store.contentCopies());
  }

  /** Stores the result of a request: the good entries, or the fault of the answer. */
  async function saveResult(
    { key, list, source }: NamedSource,
    {
      state: { details: before },
      answer,
      judged,
      isChanged,
    }: {
      readonly state: CopyState;
      readonly answer: FetchedAnswer;
      readonly judged: JudgedEntries | 'unchanged';
      readonly isChanged: boolean;
    },
  ): Promise<void> {
    const time = now();
    const everyMs = source.everyMinutes * 60_000;
    const { fault, ...good } = before;
    const file = `${list}.json`;
    if (judged !== 'unchanged' && !judged.ok) {
      const details = { ...good, fault: { ...judged.fault, since: fault?.since ?? time, at: time } };
      if (fault?.code !== judged.fault.code)
        log.warn('content-not-updated', { file, reason: describeFault(judged.fault) });
      const dueAt = time + Math.min(everyMs, settings.retryMs);
      await store.saveContentCopy({ key, dueAt, details });
      return;
    }
    const dueAt = time + everyMs;
    if (judged === 'unchanged' || !isChanged) {
      if (fault !== undefined) log.info('content-updated-again', { file });
      await store.saveContentCopy({ key, dueAt, details: { ...good, ...pickHeaders(answer), goodAt: time } });
      return;
    }
    const { entries } = judged;
    const details: CopyDetails = {
      ...pickHeaders(answer),
      count: entries.length,
      goodAt: time,
      changedAt: time,
    };
    await store.saveContentCopy({ key, dueAt, details, entries });
    log.info('content-updated', { file, count: entries.length });
  }

  return {
    async view(documents) {
      const states = await store.contentCopies();
      const lists = getSources(documents, live().folder).map(({ list, source, key }) => {
        const { goodAt, changedAt, fault } = states.find((one) => one.key === key)?.details ?? {};
        const entries = getCopies()[key];
        return [
          list,
          {
            source,
            ...(entries && { entries }),
            ...(goodAt !== undefined && { goodAt }),
            ...(changedAt !== undefined && { changedAt }),
            ...(fault && { fault }),
          },
        ] as const;
      });
      const origins = options.origins.map(({ origin, token }) => ({ origin, hasToken: token !== undefined }));
      return { lists: Object.fromEntries(lists), origins };
    },
    listFaulty: async () => findFaulty(await store.contentCopies()),
    async update(list, accepted) {
      const source = listLiveSources().find((one) => one.list === list);
      if (source === undefined) return false;
      const { key } = source;
      const shared = accepted === undefined ? updating.get(key) : undefined;
      const update = shared ?? updateNow(source, accepted);
      if (accepted === undefined) updating.set(key, update);
      await update.finally(() => {
        if (updating.get(key) === update) updating.delete(key);
      });
      return true;
    },
    async tryOut(tried) {
      const isLive = (key: string) => listLiveSources().some((one) => one.key === key);
      const trial = await createSourceTrials(options, isLive)(tried);
      await poll();
      return trial;
    },
    start() {
      void poll();
      timer = setInterval(poll, settings.pollMs).unref();
      // A new version may have a shorter interval, and its editor wants to see the result.
      unsubscribe = forms.onLive(() => {
        const keys = listLiveSources().map(({ key }) => key);
        Promise.all(keys.map((key) => store.requestContentCopy({ key, now: now() }))).catch(
          (error: unknown) => log.error('content-not-requested', error),
        );
      });
    },
    async stop() {
      unsubscribe();
      clearInterval(timer);
      client.stop();
      await Promise.all([polling, ...running.values()]);
    },
  };
}

/** Returns true if entries were judged good and are those that are known. */
function isSameResult(judged: JudgedEntries | 'unchanged', known: readonly unknown[] | undefined): boolean {
  return judged !== 'unchanged' && judged.ok && isSame(judged.entries, known);
}

/** Returns true if two lists are equal, the order of properties included. */
function isSame(one: readonly unknown[], other: readonly unknown[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the headers by which the next request asks for changes only. */
function pickHeaders(answer: FetchedAnswer): Pick<CopyDetails, 'etag' | 'lastModified'> {
  if (answer.kind !== 'answer') return {};
  const { etag, lastModified } = answer;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

/** Returns a fault for the log: its code, and the detail if there is one. Names of entries are not logged. */
function describeFault({ code, values: { status, detail } }: JudgedFault): string {
  return [code, status, detail].filter((one) => one !== undefined).join(' ');
}
