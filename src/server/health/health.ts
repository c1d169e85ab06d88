import type { Log } from '../log/log.ts';
import type { Metrics } from './metrics.ts';

/**
 * What an operator's programs ask: whether an enquiry could be stored and mails go out in time, and how much of what there is.
 * Every part of the server adds the checks and the metrics that it knows of, once, while it starts.
 */
export interface Health extends Metrics {
  /** Adds something that readiness depends on, or that somebody is to be warned of. */
  readonly addCheck: (check: ReadinessCheck) => void;
  /** Everything that is wrong, in the order in which checks were added; nothing but warnings while the server is ready. */
  readonly troubles: () => Promise<readonly Trouble[]>;
  /** From now on the server is not ready, whatever its checks say: it stops. */
  readonly startStopping: () => void;
}

/** One thing that is looked at. */
export interface ReadinessCheck {
  /** In kebab-case: `free-space`. Operators' alerts and docs/runbook.md name it. */
  readonly name: string;
  /**
   * Somebody has to look, and the server is ready all the same: what every instance would find, and none mends by being left out. Absent:
   * readiness depends on it.
   */
  readonly isWarning?: true;
  /**
   * What is wrong, in words and numbers of ours; nothing where all is well. One that rejects, or does not answer in time, is wrong as
   * well.
   */
  readonly look: () => Promise<string | undefined> | string | undefined;
}

/** Something that is wrong, as `/readyz` tells it. */
export interface Trouble {
  readonly check: string;
  readonly reason: string;
  /** The server is ready all the same; absent: it is not. */
  readonly isWarning?: true;
}

/** Whether a server with these troubles takes enquiries, and has mails go out in time. */
export function isReadyDespite(troubles: readonly Trouble[]): boolean {
  return troubles.every(({ isWarning }) => isWarning);
}

/** How readiness is asked. */
export interface ReadinessSettings {
  /** How long an answer holds: who asks more often hears it again. */
  readonly freshMs: number;
  /** How long a check may take. */
  readonly patienceMs: number;
}

const stopping: Trouble = { check: 'stopping', reason: 'the server is about to stop' };

/** Health of one server, without checks as yet. Each change of what is wrong is one line of the log. */
export function createHealth({
  settings,
  metrics,
  now,
  log,
}: {
  readonly settings: ReadinessSettings;
  readonly metrics: Metrics;
  /** Milliseconds since 1970 UTC. */
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

/** Whoever watches hears of a change once, however often readiness is asked. */
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
    // Who is not ready is noticed by whoever sends visitors; nothing else tells of a warning to those who watch the log.
    if (isWarning) log.error('readiness-warning', new NotWell(), { code, reason });
    else log.warn('not-ready', { code, reason });
  }
  for (const { check: code, isWarning } of before)
    if (!named(after, code)) log.info(isWarning ? 'warning-over' : 'ready-again', { code });
}

/** Something has to be mended that leaves the server ready: `/readyz` says what. */
class NotWell extends Error {
  override readonly name = 'NotWell';
}
