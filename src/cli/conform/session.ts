import { randomUUID } from 'node:crypto';
import { type Form, operationText, type Site, sendContactUsOperation } from '#engine';
import { type Answer, answerOf } from './answers.ts';
import { type Caller, CannotGoOn, type Exchange, type Sent } from './call.ts';
import type { TestEnquiry, Variables } from './enquiries.ts';
import type { RequirementCode } from './requirements.ts';

export interface Endpoints {
  readonly graphql: URL;
  readonly uploads: URL;
}

export interface Breach {
  readonly code: RequirementCode;
  /** The explanation, one sentence without a full stop. */
  readonly why: string;
  readonly exchange: Exchange;
}

/** The differences between a send and that of a page. */
export interface SendOptions {
  /** The idempotency key. `null` sends none; absent creates a new one. */
  readonly key?: string | null;
  readonly locale?: string;
  readonly query?: string;
}

/** A check of one back end, with the results so far. */
export interface Session {
  readonly form: Form;
  readonly site: Site;
  readonly endpoints: Endpoints;
  readonly locales: readonly string[];
  /** Sends an enquiry with the headers of a page. */
  readonly send: (variables: Variables, options?: SendOptions) => Promise<Answer>;
  /** Sends any other request. */
  readonly ask: (sent: Sent) => Promise<Exchange>;
  /** Records if a requirement is met. One breach is enough: a later success does not remove it. */
  readonly note: (holds: boolean, breach: Breach) => void;
  readonly skip: (codes: readonly RequirementCode[], why: string) => void;
  readonly enquiryOf: (variables: TestEnquiry, changes?: Variables) => Variables;
}

/** The results, by requirement. */
export interface Results {
  readonly held: ReadonlySet<RequirementCode>;
  readonly breaches: ReadonlyMap<RequirementCode, Breach>;
  readonly skipped: ReadonlyMap<RequirementCode, string>;
  /** Returns the number of accepted enquiries. Enquiries with the same reference count once. */
  readonly taken: () => number;
  /** The reason why the check ended early. Absent if it is complete. */
  readonly brokenOff?: BrokenOff;
}

export interface BrokenOff {
  readonly reason: string;
  /** The last request that reached the back end, often the one that caused the end. */
  readonly last?: Exchange;
}

export function beginSession(
  { form, site, endpoints, locales }: Pick<Session, 'form' | 'site' | 'endpoints' | 'locales'>,
  caller: Caller,
): { readonly session: Session; readonly results: Results } {
  const held = new Set<RequirementCode>();
  const breaches = new Map<RequirementCode, Breach>();
  const skipped = new Map<RequirementCode, string>();
  const references = new Set<string>();
  let unnamed = 0;
  const wholeQuery = operationText(sendContactUsOperation(form));
  const ask = async (sent: Sent) => {
    const exchange = await caller.call(sent);
    refuseLimit(exchange);
    return exchange;
  };
  const session: Session = {
    ...{ form, site, endpoints, locales, ask },
    async send(variables, { key = randomUUID(), locale = locales[0] ?? 'en', query = wholeQuery } = {}) {
      const headers = {
        ...jsonHeaders,
        'Accept-Language': locale,
        ...(key !== null && { 'Idempotency-Key': key }),
      };
      const body = JSON.stringify({ operationName: 'sendContactUs', query, variables });
      const answer = answerOf(await ask({ method: 'POST', url: endpoints.graphql, headers, body }));
      if (answer.isTaken && answer.reference) references.add(answer.reference);
      if (answer.isTaken && !answer.reference) unnamed += 1;
      return answer;
    },
    note(holds, breach) {
      if (!holds && !breaches.has(breach.code)) breaches.set(breach.code, breach);
      if (holds && !breaches.has(breach.code)) held.add(breach.code);
      else held.delete(breach.code);
    },
    skip(codes, why) {
      for (const code of codes) if (!held.has(code) && !breaches.has(code)) skipped.set(code, why);
    },
    enquiryOf: ({ variables }, changes = {}) => ({
      domain: site.domain,
      submission_url: `https://${site.domain}/slipway-conform`,
      ...variables,
      ...changes,
    }),
  };
  return { session, results: { held, breaches, skipped, taken: () => references.size + unnamed } };
}

export const jsonHeaders = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'User-Agent': 'slipway-conform',
} as const;

/**
 * Throws `CannotGoOn` if the back end limits our requests: then the remaining requirements cannot be checked.
 */
function refuseLimit({ status, headers }: Exchange): void {
  if (status !== 429) return;
  const after = headers['retry-after'];
  throw new CannotGoOn(
    `Cannot go on: the back end has had too many requests from here (429); try again${after === undefined ? ' later' : ` in ${after} seconds`}, or switch its limit off meanwhile`,
  );
}
