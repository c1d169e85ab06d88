import { findContentFolder } from '../forms/content/shipped-content.ts';
import { BucketError } from '../platform/bucket/bucket-error.ts';
import { type Config, type Environment, StartError } from '../platform/config/config.ts';
import { type ServerSettings, serverSettings } from '../platform/config/settings.ts';
import { countLogLines } from '../platform/health/count-lines.ts';
import { createHealth, type Health } from '../platform/health/health.ts';
import { createMetrics } from '../platform/health/metrics.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { StoreError } from '../store/store-error.ts';

export interface StartOptions {
  readonly config: Config;
  /** The folder of the documents. */
  readonly schemasFolder: string;
  /** If true, the site is rendered from its sources, and saved documents and content are loaded at once. */
  readonly isDev: boolean;
  /** If true, a lost database is created anew; everything else in the data folder stays. */
  readonly isBeginningAnew?: boolean;
  /** The variables that contain the secrets of destinations; absent: those of the process. */
  readonly env?: Environment;
  /** Limits, times and sizes; absent: those of `config/settings.json`. */
  readonly settings?: ServerSettings;
  /** Returns milliseconds since 1970; absent: the system's clock. */
  readonly now?: () => number;
  /** Receives the lines of the log. */
  readonly writeLog: (line: string) => void;
  /** Receives messages for people, one line each. */
  readonly print: (line: string) => void;
}

/** The options of a start with their defaults, and what every part of the server reports to. */
export interface ServerContext extends Required<StartOptions> {
  readonly contentFolder: string;
  readonly log: Log;
  readonly health: Health;
}

/** Completes the options. The lines of the log are counted for the metrics. */
export function createServerContext(options: StartOptions): ServerContext {
  const { config, settings = serverSettings, now = Date.now } = options;
  const metrics = createMetrics();
  const writeLog = countLogLines(options.writeLog, metrics);
  const log = createLog({ write: writeLog, now });
  return {
    ...options,
    isBeginningAnew: options.isBeginningAnew ?? false,
    env: options.env ?? process.env,
    settings,
    now,
    writeLog,
    contentFolder: findContentFolder(config.contentFolder, options.schemasFolder),
    log,
    health: createHealth({ settings: settings.readiness, metrics, now, log }),
  };
}

/**
 * Returns a handler that throws an error as a `StartError` with a line for a person; throws a `StartError` as
 * it is. `what` names the thing that cannot be used.
 */
export function createStartErrorThrower(what: string): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    // The messages of these errors already name the failed action.
    const isWhole = cause instanceof StoreError || cause instanceof BucketError;
    const line = isWhole ? reason : `Cannot use ${what}: ${reason}`;
    throw new StartError([line], { cause });
  };
}
