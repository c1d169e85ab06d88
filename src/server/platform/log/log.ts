import { toInertJson } from './inert-json.ts';
import { getCurrentRequestId } from './request-id.ts';

/**
 * Writes one JSON line per event: `{"time":"...","level":"info","event":"enquiry-accepted","id":"..."}`. The
 * possible keys are a closed list, so that no name, address, telephone number, message or file name is ever
 * logged.
 */
export interface Log {
  info(event: LogEvent, facts?: LogFacts): void;
  /** Logs a failure from which the server recovers. */
  warn(event: LogEvent, facts?: LogFacts): void;
  /**
   * Logs a failure that an operator must examine: the error's class, code and source position, never its
   * message.
   */
  error(event: LogEvent, failure: unknown, facts?: LogFacts): void;
}

/** The name of an event in kebab-case: `enquiry-accepted`. Always a literal, never a text from outside. */
export type LogEvent = Lowercase<string>;

/** All possible keys of a line. Add only keys that can never contain personal data. */
export interface LogFacts {
  readonly id?: string;
  readonly reference?: string;
  readonly method?: string;
  /** A route or page of this server, never an address as a visitor sent it. */
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly code?: string;
  /** Names of fields, never their values. */
  readonly fields?: readonly string[];
  readonly operation?: string;
  readonly enquiryType?: string | number;
  readonly site?: string | number;
  readonly office?: string | number | null;
  readonly formHash?: string;
  readonly version?: number;
  readonly count?: number;
  readonly bytes?: number;
  readonly attempts?: number;
  readonly retryAfterS?: number;
  /** The reason, as our own text. */
  readonly reason?: string;
  readonly destination?: string;
  /** A document or content file of this installation. */
  readonly file?: string;
  readonly pointer?: string;
  readonly signal?: string;
}

/** Creates a log that calls `write` with each line, without its line end. */
export function createLog({
  write,
  now,
}: {
  readonly write: (line: string) => void;
  readonly now: () => number;
}): Log {
  /** Writes a line with the time, and with the id of the current request if there is one. */
  const writeLine = (level: string, event: LogEvent, facts: object) => {
    const requestId = getCurrentRequestId();
    const time = new Date(now()).toISOString();
    write(toInertJson({ time, level, event, ...facts, ...(requestId && { requestId }) }));
  };
  return {
    info: (event, facts = {}) => writeLine('info', event, facts),
    warn: (event, facts = {}) => writeLine('warn', event, facts),
    error: (event, failure, facts = {}) =>
      writeLine('error', event, { ...facts, ...describeFailure(failure) }),
  };
}

/**
 * Returns an error's class (with that of its cause), code and source position; only the type of a value that
 * is no `Error`. The message is left out, because it may quote what a visitor sent, as those of JSON and
 * GraphQL do.
 */
function describeFailure(failure: unknown): {
  readonly error: string;
  readonly errorCode?: string;
  readonly at?: string;
} {
  if (!(failure instanceof Error)) return { error: typeof failure };
  const code = 'code' in failure ? failure.code : undefined;
  const at = failure.stack?.match(/^ {4}at .+$/m)?.[0].trim();
  const cause = failure.cause instanceof Error ? ` < ${describeFailure(failure.cause).error}` : '';
  return {
    error: `${failure.name}${cause}`,
    ...(typeof code === 'string' || typeof code === 'number' ? { errorCode: String(code) } : {}),
    ...(at ? { at } : {}),
  };
}
