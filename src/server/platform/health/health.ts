import type { Log } from '../log/log.ts';
import type { Metrics } from './metrics.ts';

/**
 * Readiness and metrics for an operator's programs: whether enquiries can be stored and mails are sent in
 * time. Every part of the server adds its own checks and metrics once, while it starts.
 */
export interface Health extends Metrics {
  /** Adds a check, which runs from the next reading on. */
  readonly addCheck: (check: ReadinessCheck) => void;
  /**
   * Returns all failing checks in the order in which they were added; only warnings if the server is ready.
   * Results are cached for a short time. While the server is stopping, the first entry is `stopping`.
   */
  readonly findTroubles: () => Promise<readonly ReadinessTrouble[]>;
  /** Makes the server not ready, whatever its checks return, because it is stopping. */
  readonly startStopping: () => void;
}

/** A check of one part of the server. */
export interface ReadinessCheck {
  /** In kebab-case: `free-space`. Operators' alerts and docs/runbook.md use it. */
  readonly name: string;
  /**
   * True if a failure does not affect readiness: every instance would fail, and removing one would help
   * nobody. Absent: readiness depends on it.
   */
  readonly isWarning?: true;
  /**
   * Returns the problem as our own text, with numbers; undefined if there is none. A check that rejects or
   * times out counts as failing.
   */
  readonly findTrouble: () => Promise<string | undefined> | string | undefined;
}

/** The options of the checks and gauges of a queue. */
export interface QueueHealthOptions<QueueStore> {
  readonly health: Pick<Health, 'addCheck' | 'addGauge'>;
  /** The calls that return the figures of the queue. */
  readonly store: QueueStore;
  /** The time in milliseconds after which a waiting item is reported. */
  readonly alarmMs: number;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** A failing check, as in the answer of `/readyz`. */
export interface ReadinessTrouble {
  /** The name of the check. */
  readonly check: string;
  readonly reason: string;
  readonly isWarning?: true;
}

/** Returns true if all failing checks are warnings, or none fails. */
export function isReadyDespite(troubles: readonly ReadinessTrouble[]): boolean {
  return troubles.every(({ isWarning }) => isWarning);
}

export interface ReadinessSettings {
  /** The time for which results of checks are cached, in milliseconds. */
  readonly freshMs: number;
  /** The time limit of a check, in milliseconds. */
  readonly patienceMs: number;
}

const stopping: ReadinessTrouble = { check: 'stopping', reason: 'the server is about to stop' };

/**
 * Creates the health of a server, without checks yet, and adds two gauges to `metrics`: the numbers of
 * failing checks and of warnings. Each change of the failing checks is one line of the log.
 */
export function createHealth({
  settings,
  metrics,
  now,
  log,
}: {
  readonly settings: ReadinessSettings;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly log: Log;
}): Health {
  const checks: ReadinessCheck[] = [];
  let isStopping = false;
  let known: readonly ReadinessTrouble[] = [];
  let latest: { readonly at: number; readonly troubles: Promise<readonly ReadinessTrouble[]> } | undefined;

  /** Runs all checks at the same time, logs the changes since the last run, and returns the failing ones. */
  async function runChecks(): Promise<readonly ReadinessTrouble[]> {
    const found = await Promise.all(checks.map((check) => runCheck(check, settings.patienceMs, log)));
    const troubles = found.filter((trouble) => trouble !== undefined);
    logTroubleChanges({ before: known, after: troubles, log });
    known = troubles;
    return troubles;
  }

  metrics.addGauge({
    name: 'slipway_readiness_troubles',
    help: 'Checks of /readyz that fail',
    read: async () => (await findTroubles()).filter(({ isWarning }) => !isWarning).length,
  });
  metrics.addGauge({
    name: 'slipway_readiness_warnings',
    help: 'Warnings of /readyz: the server is ready nevertheless',
    read: async () => (await findTroubles()).filter(({ isWarning }) => isWarning).length,
  });

  /**
   * Returns the failing checks, cached for `freshMs` and shared by concurrent calls. While the server is
   * stopping, `stopping` is the first of them.
   */
  async function findTroubles(): Promise<readonly ReadinessTrouble[]> {
    const isFresh = latest !== undefined && Math.abs(now() - latest.at) < settings.freshMs;
    if (latest === undefined || !isFresh) latest = { at: now(), troubles: runChecks() };
    const found = await latest.troubles;
    return isStopping ? [stopping, ...found] : found;
  }

  return {
    ...metrics,
    findTroubles: findTroubles,
    addCheck: (check) => checks.push(check),
    startStopping() {
      isStopping = true;
    },
  };
}

/**
 * Runs a check and returns its trouble; undefined if it finds none. A check that throws or exceeds the time
 * limit counts as failing; a thrown error is logged.
 */
async function runCheck(
  { name, findTrouble, isWarning }: ReadinessCheck,
  patienceMs: number,
  log: Log,
): Promise<ReadinessTrouble | undefined> {
  const createTrouble = (reason: string) => ({ check: name, reason, ...(isWarning && { isWarning }) });
  const timeout = Promise.withResolvers<string>();
  const timer = setTimeout(timeout.resolve, patienceMs, 'there was no answer in time').unref();
  try {
    const reason = await Promise.race([findTrouble(), timeout.promise]);
    return reason === undefined ? undefined : createTrouble(reason);
  } catch (error) {
    log.error('check-failed', error, { reason: name });
    return createTrouble('it could not be checked; see the log');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Logs each check that fails now and did not before, and each that does not fail any more. A check that fails
 * again for another reason is not logged.
 */
function logTroubleChanges({
  before,
  after,
  log,
}: {
  readonly before: readonly ReadinessTrouble[];
  readonly after: readonly ReadinessTrouble[];
  readonly log: Log;
}): void {
  const includesCheck = (troubles: readonly ReadinessTrouble[], name: string) =>
    troubles.some(({ check }) => check === name);
  for (const { check: code, reason, isWarning } of after) {
    if (includesCheck(before, code)) continue;
    // A load balancer notices a server that is not ready. A warning is noticed only in the log, so it is an
    // error there.
    if (isWarning) log.error('readiness-warning', new ReadinessWarning(), { code, reason });
    else log.warn('not-ready', { code, reason });
  }
  for (const { check: code, isWarning } of before)
    if (!includesCheck(after, code)) log.info(isWarning ? 'warning-over' : 'ready-again', { code });
}

/** The error that is logged for a warning; its message is empty, because the log line has the reason. */
class ReadinessWarning extends Error {
  override readonly name = 'NotWell';
}
