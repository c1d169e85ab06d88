import { inertJson } from './inert-json.ts';
import { currentRequestId } from './request-id.ts';

/**
 * Writes one JSON line per event: `{"time":"...","level":"info","event":"enquiry-accepted","id":"..."}`. What may
 * stand in a line is a closed list, so that no name, address, telephone number, message or file name gets into one.
 */
export interface Log {
  info(event: LogEvent, facts?: LogFacts): void;
  /** Something went wrong, and the server lives on. */
  warn(event: LogEvent, facts?: LogFacts): void;
  /** Something that an operator must look at; `failure` is told by its class, its code and its place, never its words. */
  error(event: LogEvent, failure: unknown, facts?: LogFacts): void;
}

/** What happened, in kebab-case: `enquiry-accepted`. A literal, never a text that came from outside. */
export type LogEvent = Lowercase<string>;

/** Everything that a line may hold. Add a key only for what can never be about a person. */
export interface LogFacts {
  /** Id of an enquiry or of a photo. */
  readonly id?: string;
  readonly reference?: string;
  readonly method?: string;
  /** A route or a page of ours, never an address as a visitor wrote it. */
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  /** Stable code of a problem or of a refusal. */
  readonly code?: string;
  /** Names of fields, never their values. */
  readonly fields?: readonly string[];
  readonly operation?: string;
  readonly enquiryType?: string | number;
  readonly site?: string | number;
  readonly office?: string | number | null;
  readonly formHash?: string;
  /** Number of a version of the form. */
  readonly version?: number;
  readonly count?: number;
  readonly bytes?: number;
  readonly attempts?: number;
  readonly retryAfterS?: number;
  /** Why, in words of ours. */
  readonly reason?: string;
  /** Id of a destination of the content. */
  readonly destination?: string;
  /** A document or content file of ours. */
  readonly file?: string;
  readonly pointer?: string;
  readonly signal?: string;
}

/** A log that hands each line on, without its line end. The clock gives milliseconds since 1970 UTC. */
export function createLog({
  write,
  now,
}: {
  readonly write: (line: string) => void;
  readonly now: () => number;
}): Log {
  const line = (level: string, event: LogEvent, facts: object) => {
    const requestId = currentRequestId();
    const time = new Date(now()).toISOString();
    write(inertJson({ time, level, event, ...facts, ...(requestId && { requestId }) }));
  };
  return {
    info: (event, facts = {}) => line('info', event, facts),
    warn: (event, facts = {}) => line('warn', event, facts),
    error: (event, failure, facts = {}) => line('error', event, { ...facts, ...describe(failure) }),
  };
}

/** The words of an error may quote what a visitor sent (JSON's and GraphQL's do), its class, code and place do not. */
function describe(failure: unknown): {
  readonly error: string;
  readonly errorCode?: string;
  readonly at?: string;
} {
  if (!(failure instanceof Error)) return { error: typeof failure };
  const code = 'code' in failure ? failure.code : undefined;
  const at = failure.stack?.match(/^ {4}at .+$/m)?.[0].trim();
  const cause = failure.cause instanceof Error ? ` < ${describe(failure.cause).error}` : '';
  return {
    error: `${failure.name}${cause}`,
    ...(typeof code === 'string' || typeof code === 'number' ? { errorCode: String(code) } : {}),
    ...(at ? { at } : {}),
  };
}
