import { randomUUID } from 'node:crypto';
import { type Form, operationText, type Site, submitOperation } from '#engine';
import { type ConformanceAnswer, parseGraphqlAnswer } from './answers.ts';
import { type Caller, ConformanceAbortedError, type HttpExchange, type OutgoingRequest } from './call.ts';
import type { TestEnquiry, Variables } from './enquiries.ts';
import type { RequirementCode } from './requirements.ts';

export interface BackEndEndpoints {
  readonly graphql: URL;
  readonly uploads: URL;
}

/** A request whose response does not meet a requirement. */
export interface Breach {
  readonly code: RequirementCode;
  /** The explanation, one sentence without a full stop. */
  readonly why: string;
  readonly exchange: HttpExchange;
}

/** Changes to the request that a page would send. */
export interface SendOptions {
  /** The idempotency key. `null` sends none; absent creates a new one. */
  readonly key?: string | null;
  /** The value of `Accept-Language`. Absent: the first of the session's locales. */
  readonly locale?: string;
  /** The GraphQL operation. Absent: the mutation with all arguments of the form. */
  readonly query?: string;
}

export interface ConformanceSession {
  readonly form: Form;
  readonly site: Site;
  readonly endpoints: BackEndEndpoints;
  /** The languages of the form, the fallback language first. */
  readonly locales: readonly string[];
  /** Sends an enquiry with the headers of a page. Throws `ConformanceAbortedError` for status 429. */
  readonly send: (variables: Variables, options?: SendOptions) => Promise<ConformanceAnswer>;
  /** Sends any other request. Throws `ConformanceAbortedError` for status 429. */
  readonly sendRequest: (sent: OutgoingRequest) => Promise<HttpExchange>;
  /**
   * Records a requirement as met or not, even if it was skipped before. After its first breach, a requirement
   * stays unmet. `breach` is recorded only if `isMet` is false.
   */
  readonly record: (isMet: boolean, breach: Breach) => void;
  /** Records that requirements were not checked, except those that already have a result. */
  readonly skip: (codes: readonly RequirementCode[], why: string) => void;
  /** Returns the variables of an enquiry as a page of the site sends them, with `changes` applied. */
  readonly buildVariables: (variables: TestEnquiry, changes?: Variables) => Variables;
}

export interface ConformanceResults {
  /** The requirements that are met. */
  readonly held: ReadonlySet<RequirementCode>;
  readonly breaches: ReadonlyMap<RequirementCode, Breach>;
  /** The requirements that were not checked, each with the reason. */
  readonly skipped: ReadonlyMap<RequirementCode, string>;
  /** Returns the number of accepted enquiries. Enquiries with the same reference count once. */
  readonly countAccepted: () => number;
  /** The reason why the check ended early. Absent if it is complete. */
  readonly brokenOff?: EarlyEnd;
}

export interface EarlyEnd {
  readonly reason: string;
  /** The last request that reached the back end, often the one that caused the end. */
  readonly last?: HttpExchange;
}

/**
 * Creates a session that sends the requests of the checks. `results` changes with everything that the session
 * records.
 */
export function createConformanceSession(
  { form, site, endpoints, locales }: Pick<ConformanceSession, 'form' | 'site' | 'endpoints' | 'locales'>,
  caller: Caller,
): { readonly session: ConformanceSession; readonly results: ConformanceResults } {
  const held = new Set<RequirementCode>();
  const breaches = new Map<RequirementCode, Breach>();
  const skipped = new Map<RequirementCode, string>();
  const references = new Set<string>();
  let acceptedWithoutReference = 0;
  const mutation = submitOperation(form);
  const wholeQuery = operationText(mutation);
  /** Sends a request. Throws `ConformanceAbortedError` for status 429. */
  const sendLimitedRequest = async (sent: OutgoingRequest) => {
    const exchange = await caller.call(sent);
    throwIfRateLimited(exchange);
    return exchange;
  };
  const session: ConformanceSession = {
    form,
    site,
    endpoints,
    locales,
    sendRequest: sendLimitedRequest,
    async send(variables, { key = randomUUID(), locale = locales[0] ?? 'en', query = wholeQuery } = {}) {
      const headers = {
        ...jsonHeaders,
        'Accept-Language': locale,
        ...(key !== null && { 'Idempotency-Key': key }),
      };
      const body = JSON.stringify({ operationName: mutation.name, query, variables });
      const answer = parseGraphqlAnswer(
        await sendLimitedRequest({ method: 'POST', url: endpoints.graphql, headers, body }),
        mutation.name,
      );
      if (answer.isAccepted && answer.reference) references.add(answer.reference);
      if (answer.isAccepted && !answer.reference) acceptedWithoutReference += 1;
      return answer;
    },
    record(isMet, breach) {
      skipped.delete(breach.code);
      if (!isMet && !breaches.has(breach.code)) breaches.set(breach.code, breach);
      if (isMet && !breaches.has(breach.code)) held.add(breach.code);
      else held.delete(breach.code);
    },
    skip(codes, why) {
      for (const code of codes) if (!held.has(code) && !breaches.has(code)) skipped.set(code, why);
    },
    buildVariables: ({ variables }, changes = {}) => ({
      domain: site.domain,
      submission_url: `https://${site.domain}/slipway-conform`,
      ...variables,
      ...changes,
    }),
  };
  return {
    session,
    results: { held, breaches, skipped, countAccepted: () => references.size + acceptedWithoutReference },
  };
}

/** The headers of every request with a JSON body. */
export const jsonHeaders = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'User-Agent': 'slipway-conform',
} as const;

/** Throws `ConformanceAbortedError` for status 429: the remaining requirements cannot be checked then. */
function throwIfRateLimited({ status, headers }: HttpExchange): void {
  if (status !== 429) return;
  const after = headers['retry-after'];
  throw new ConformanceAbortedError(
    `Cannot continue: the back end refuses further requests from this machine (429); try again${after === undefined ? ' later' : ` in ${after} seconds`}, or disable its limit in the meantime`,
  );
}
