import { createContext, Script } from 'node:vm';
import { subschemas } from '#engine/json-schema/walk.ts';
import type { JsonSchema } from '#engine/types.ts';
import type { CompiledCheck, ValidatorModule } from '#widgets/validators/validator-module.ts';
import { serverSettings } from '../config/settings.ts';
import { currentRequest } from '../log/request-id.ts';

/** Checking values took longer than anything may that a visitor sends: it was broken off. */
export class JudgingOverrun extends Error {
  override readonly name = 'JudgingOverrun';
  /** The status of the answer, which Fastify reads. */
  readonly statusCode = 503;

  constructor({ key, limitMs }: TypeLimit) {
    super(
      `Cannot judge what was sent: the schema of "${key}" takes more than ${limitMs} ms for it; see "slow-pattern" in "slipway check"`,
    );
  }
}

const { checkMs, schemaMs, quickSize, quickPatterns } = serverSettings.judging;

/** The time that the checks of one type may take together. */
interface TypeLimit {
  readonly key: string;
  readonly limitMs: number;
}

/** The time that checks have taken for whatever is judged at the moment; nothing waits while it is. */
let taken: { ms: number } | undefined;

/**
 * The time that a request's checks outside of any judgement have taken, as those of a page that is drawn: each of a hundred conditions would
 * have a time of its own.
 */
const takenAlone = new WeakMap<object, { ms: number }>();

/** Requests of which a check was broken off: nothing else of theirs is checked, however often an answer begins anew. */
const brokenOff = new WeakSet<object>();

/** Gives everything that a function checks one time together. */
export function withinTime<Result>(work: () => Result): Result {
  if (taken !== undefined) return work();
  taken = { ms: 0 };
  try {
    return work();
  } finally {
    taken = undefined;
  }
}

/**
 * The compiled schemas of a type, each check of which ends in its time. Small values are checked unwatched, since a watch takes a tenth of a
 * millisecond, where all patterns are among those that a test proves to be linear: the proof itself takes more than a start.
 */
export function withinTimeOf(
  { validators }: ValidatorModule,
  { key, schema }: { readonly key: string; readonly schema: JsonSchema },
): ValidatorModule {
  const schemas = [...subschemas(schema)].map((one) => one.schema);
  const isProven = patternsOf(schemas).every((pattern) => quick.has(pattern));
  // A form of thousands of fields takes longer than others, whatever it asks of them.
  const limit = { key, limitMs: Math.max(checkMs, Math.round(schemas.length * schemaMs)) };
  const bounded = (check: CompiledCheck): CompiledCheck => {
    const within: CompiledCheck = (value) => {
      const isValid = isProven && isSmall(value) ? check(value) : inTime(() => check(value), limit);
      within.errors = check.errors ?? null;
      return isValid;
    };
    return Object.assign(within, check);
  };
  return {
    validators: Object.fromEntries(Object.entries(validators).map(([name, check]) => [name, bounded(check)])),
  };
}

const quick: ReadonlySet<string> = new Set(quickPatterns);

function patternsOf(schemas: readonly JsonSchema[]): readonly string[] {
  return schemas.flatMap(({ pattern, patternProperties }) => [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.keys(Object(patternProperties)),
  ]);
}

/** Tells whether values have so few characters, members and items that no check of them takes long, even one that compares all with each other. */
function isSmall(value: unknown): boolean {
  let size = 0;
  const waiting = [value];
  while (waiting.length > 0 && size <= quickSize) {
    const one = waiting.pop();
    if (typeof one === 'string') size += one.length;
    else if (typeof one === 'object' && one !== null)
      for (const [name, inner] of Object.entries(one)) {
        size += name.length + 1;
        waiting.push(inner);
      }
    else size += 1;
  }
  return size <= quickSize;
}

const script = new Script('check()');
const context = createContext({ check: undefined });

/**
 * V8 ends a script at its time wherever it is, a regular expression among it (Node.js, "vm", `timeout`). That time is the clock's: on a
 * machine that does something else it passes without any work. A check that was ended before it had its time of the processor begins
 * anew and gets more of the clock's.
 */
function inTime(check: () => boolean, limit: TypeLimit): boolean {
  const request = currentRequest();
  if (request !== undefined && brokenOff.has(request)) throw new JudgingOverrun(limit);
  const time = taken ?? timeAlone(request);
  const dueMs = limit.limitMs - time.ms;
  let waitMs = dueMs;
  let spentMs = 0;
  for (let tries = 1; dueMs >= 1 && spentMs < 2 * dueMs && tries <= mostTries; tries += 1) {
    const { isValid, ownMs } = tryWithin(check, waitMs);
    if (isValid !== undefined) {
      time.ms += ownMs;
      return isValid;
    }
    if (ownMs > enoughOfTime * dueMs) break;
    spentMs += ownMs;
    waitMs = Math.min(
      longestWait * limit.limitMs,
      (2 * waitMs * dueMs) / Math.max(ownMs, dueMs / longestWait),
    );
  }
  // Nothing is left for the checks that follow.
  time.ms = limit.limitMs;
  if (request !== undefined) brokenOff.add(request);
  throw new JudgingOverrun(limit);
}

function timeAlone(request: object | undefined): { ms: number } {
  const time = (request && takenAlone.get(request)) ?? { ms: 0 };
  if (request !== undefined) takenAlone.set(request, time);
  return time;
}

/** Returns what a check says, unless it was ended, and the milliseconds of the processor that it took. */
function tryWithin(
  check: () => boolean,
  waitMs: number,
): { readonly isValid?: boolean; readonly ownMs: number } {
  const before = process.threadCpuUsage();
  const ownMs = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  context.check = check;
  try {
    const isValid = script.runInContext(context, { timeout: Math.ceil(waitMs) }) === true;
    return { isValid, ownMs: ownMs() };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return { ownMs: ownMs() };
  } finally {
    context.check = undefined;
  }
}

/** A check that had so much of its time and has not ended takes too long: clock and processor are not read at the very same moments. */
const enoughOfTime = 0.8;

/** A check gets at most so many times its time of the clock's, where others have the processor. */
const longestWait = 40;

const mostTries = 6;

function isTimeout(error: unknown): boolean {
  return Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
