import type { Log } from '../log/log.ts';
import type { Metrics } from './metrics.ts';

/**
 * Readiness and metrics for an operator's programs: whether enquiries can be stored and mails are sent in
 * time. Every part of the server adds its own checks and metrics once, while it starts.
 */
export interface Health extends Metrics {
  /** Adds a check on which readiness depends, or which only warns. */
  readonly addCheck: (check: ReadinessCheck) => void;
  /**
   * Returns all failing checks in the order in which they were added; only warnings if the server is ready.
   */
  readonly troubles: () => Promise<readonly Trouble[]>;
  /** Makes the server not ready, whatever its checks return, because it is stopping. */
  readonly startStopping: () => void;
}

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
  readonly look: () => Promise<string | undefined> | string | undefined;
}

/** A failing check, as in the answer of `/readyz`. */
export interface Trouble {
  readonly check: string;
  readonly reason: string;
  readonly isWarning?: true;
}

/** Returns true if a server with these failing checks accepts enquiries and sends mails in time. */
export function isReadyDespite(troubles: readonly Trouble[]): boolean {
  return troubles.every(({ isWarning }) => isWarning);
}

export interface ReadinessSettings {
  readonly freshMs: number;
  /** The time limit of a check, in milliseconds. */
  readonly patienceMs: number;
}

const stopping: Trouble = { check: 'stopping', reason: 'the server is about to stop' };

/**
 * Creates the health of a server, without checks yet. Each change of the failing checks is one line of the
 * log.
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
  let known: readonly Trouble[] = [];
  let latest: { readonly at: number; readonly troubles: Promise<readonly Trouble[]> } | undefined;

  async function look(): Promise<readonly Trouble[]> {
    const found = await Promise.all(checks.map((check) => troubleOf(check, settings.patienceMs, log)));
    const troubles = found.filter((trouble) => trouble !== undefined);
    tellChanges({ before: known, after: troubles, log });
    known = troubles;
    return troubles;
  }

  metrics.addGauge({
    name: 'slipway_readiness_troubles',
    help: 'Checks of /readyz that fail',
    read: async () => (await troubles()).filter(({ isWarning }) => !isWarning).length,
  });
  metrics.addGauge({
    name: 'slipway_readiness_warnings',
    help: 'Warnings of /readyz: the server is ready all the same',
    read: async () => (await troubles()).filter(({ isWarning }) => isWarning).length,
  });

  async function troubles(): Promise<readonly Trouble[]> {
    const isFresh = latest !== undefined && Math.abs(now() - latest.at) < settings.freshMs;
    if (latest === undefined || !isFresh) latest = { at: now(), troubles: look() };
    const found = await latest.troubles;
    return isStopping ? [stopping, ...found] : found;
  }

  return {
    ...metrics,
    troubles,
    addCheck: (check) => checks.push(check),
    startStopping() {
      isStopping = true;
    },
  };
}

async function troubleOf(
  { name, look, isWarning }: ReadinessCheck,
  patienceMs: number,
  log: Log,
): Promise<Trouble | undefined> {
  const trouble = (reason: string) => ({ check: name, reason, ...(isWarning && { isWarning }) });
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(late.resolve, patienceMs, 'there was no answer in time').unref();
  try {
    const reason = await Promise.race([look(), late.promise]);
    return reason === undefined ? undefined : trouble(reason);
  } catch (error) {
    log.error('check-failed', error, { reason: name });
    return trouble('it could not be looked at; the log says why');
  } finally {
    clearTimeout(timer);
  }
}

/** Logs a change once, however often readiness is asked. */
function tellChanges({
  before,
  after,
  log,
}: {
  readonly before: readonly Trouble[];
  readonly after: readonly Trouble[];
  readonly log: Log;
}): void {
  const named = (troubles: readonly Trouble[], name: string) => troubles.some(({ check }) => check === name);
  for (const { check: code, reason, isWarning } of after) {
    if (named(before, code)) continue;
    // A load balancer notices a server that is not ready. A warning is noticed only in the log, so it is an
    // error there.
    if (isWarning) log.error('readiness-warning', new NotWell(), { code, reason });
    else log.warn('not-ready', { code, reason });
  }
  for (const { check: code, isWarning } of before)
    if (!named(after, code)) log.info(isWarning ? 'warning-over' : 'ready-again', { code });
}

/** A check warns; `/readyz` has the reason. */
class NotWell extends Error {
  override readonly name = 'NotWell';
}
