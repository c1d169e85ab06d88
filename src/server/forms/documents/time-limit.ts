import { createContext, Script } from 'node:vm';
import { iterateSchemas } from '#engine/json-schema/walk.ts';
import type { JsonSchema } from '#engine/model/types.ts';
import type { CompiledCheck, ValidatorModule } from '#widgets/validators/validator-module.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { getCurrentRequest } from '../../platform/log/request-id.ts';

/** The error of a check that takes too long; the request is answered with 503. */
export class CheckTimeoutError extends Error {
  override readonly name = 'CheckTimeoutError';
  readonly statusCode = 503;

  constructor({ key, limitMs }: TypeLimit) {
    super(
      `Cannot validate a submission: the schema of "${key}" takes more than ${limitMs} ms for it; see "slow-pattern" in "slipway check"`,
    );
  }
}

const { checkMs, schemaMs, quickSize, quickPatterns } = serverSettings.judging;

/** The key of an enquiry type, and the milliseconds of processor time for its checks. */
interface TypeLimit {
  readonly key: string;
  readonly limitMs: number;
}

/**
 * The time that checks have used in the current call of `withinTime`. That call is synchronous, so one
 * variable suffices.
 */
let usedTime: { ms: number } | undefined;

/**
 * The time that a request's checks have used outside of `withinTime`, for example while a page is rendered:
 * otherwise each of a hundred conditions would have its own limit.
 */
const usedTimeByRequest = new WeakMap<object, { ms: number }>();

/** Requests with an aborted check. Nothing else of them is checked, even if their answer is created again. */
const abortedRequests = new WeakSet<object>();

/**
 * Runs a synchronous function and returns its result. All checks by `limitChecks` inside it share one time
 * limit; a nested call shares the limit of the outer one.
 * @throws CheckTimeoutError if the checks together exceed the limit.
 */
export function withinTime<Result>(work: () => Result): Result {
  if (usedTime !== undefined) return work();
  usedTime = { ms: 0 };
  try {
    return work();
  } finally {
    usedTime = undefined;
  }
}

/**
 * Returns the compiled schemas of a type with a time limit: a check throws a `CheckTimeoutError` if it, and
 * the checks before it in the same `withinTime` call or request, take too long together. Small values are
 * checked without a limit, which is faster, if all patterns are `quickPatterns`: a test proves them to be
 * linear.
 */
export function limitChecks(
  { validators }: ValidatorModule,
  { key, schema }: { readonly key: string; readonly schema: JsonSchema },
): ValidatorModule {
  const schemas = [...iterateSchemas(schema)].map((one) => one.schema);
  const isProven = collectPatterns(schemas).every((pattern) => quickPatternSet.has(pattern));
  // A form of thousands of fields takes longer than others, whatever its schemas are.
  const limit = { key, limitMs: Math.max(checkMs, Math.round(schemas.length * schemaMs)) };
  /** Returns a check with the same result and `errors`, but with the time limit. */
  const limitCheck = (check: CompiledCheck): CompiledCheck => {
    const limitedCheck: CompiledCheck = (value) => {
      const isValid = isProven && isSmall(value) ? check(value) : runWithinTime(() => check(value), limit);
      limitedCheck.errors = check.errors ?? null;
      return isValid;
    };
    return Object.assign(limitedCheck, check);
  };
  return {
    validators: Object.fromEntries(
      Object.entries(validators).map(([name, check]) => [name, limitCheck(check)]),
    ),
  };
}

const quickPatternSet: ReadonlySet<string> = new Set(quickPatterns);

/** Returns the regular expressions in `pattern` and `patternProperties` of the schemas. */
function collectPatterns(schemas: readonly JsonSchema[]): readonly string[] {
  return schemas.flatMap(({ pattern, patternProperties }) => [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.keys(Object(patternProperties)),
  ]);
}

/**
 * Returns true if values have so few characters, members and items that any check is fast, even one that
 * compares all of them with each other.
 */
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
 * Runs a check in the time that is left, and returns its result. V8's time limit can interrupt even a regular
 * expression (Node.js, "vm", `timeout`). V8 measures clock time, so a check that was interrupted before it
 * had its share of processor time is repeated with a longer limit.
 * @throws CheckTimeoutError if the check takes too long, or if one of the same request did before.
 */
function runWithinTime(check: () => boolean, limit: TypeLimit): boolean {
  const request = getCurrentRequest();
  if (request !== undefined && abortedRequests.has(request)) throw new CheckTimeoutError(limit);
  const time = usedTime ?? getOrCreateRequestTime(request);
  const dueMs = limit.limitMs - time.ms;
  let waitMs = dueMs;
  let spentMs = 0;
  for (let tries = 1; dueMs >= 1 && spentMs < 2 * dueMs && tries <= mostTries; tries += 1) {
    const { isValid, ownMs } = runInterruptibly(check, waitMs);
    if (isValid !== undefined) {
      time.ms += ownMs;
      return isValid;
    }
    if (ownMs > processorShare * dueMs) break;
    spentMs += ownMs;
    waitMs = Math.min(
      mostWaitFactor * limit.limitMs,
      (2 * waitMs * dueMs) / Math.max(ownMs, dueMs / mostWaitFactor),
    );
  }
  // No time is left for further checks.
  time.ms = limit.limitMs;
  if (request !== undefined) abortedRequests.add(request);
  throw new CheckTimeoutError(limit);
}

/**
 * Returns the object with the time that a request's checks have used, which the caller changes; a new one
 * without a request.
 */
function getOrCreateRequestTime(request: object | undefined): { ms: number } {
  const time = (request && usedTimeByRequest.get(request)) ?? { ms: 0 };
  if (request !== undefined) usedTimeByRequest.set(request, time);
  return time;
}

/**
 * Runs a check and interrupts it after `waitMs` of clock time. Returns its result, absent if it was
 * interrupted, and the milliseconds of processor time that it used. Other errors of the check are thrown.
 */
function runInterruptibly(
  check: () => boolean,
  waitMs: number,
): { readonly isValid?: boolean; readonly ownMs: number } {
  const before = process.threadCpuUsage();
  /** Returns the processor time of this thread since the start of the check, in milliseconds. */
  const measureOwnMs = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  context.check = check;
  try {
    const isValid = script.runInContext(context, { timeout: Math.ceil(waitMs) }) === true;
    return { isValid, ownMs: measureOwnMs() };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return { ownMs: measureOwnMs() };
  } finally {
    context.check = undefined;
  }
}

/**
 * A check that used this share of its time without ending is too slow. It is less than 1 because clock and
 * processor time are not read at the same moment.
 */
const processorShare = 0.8;

/** The factor by which the clock limit may exceed the processor limit on a busy machine. */
const mostWaitFactor = 40;

const mostTries = 6;

function isTimeout(error: unknown): boolean {
  return Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
