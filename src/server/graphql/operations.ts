import { fromVariables, type Problem } from '#engine';
import { type Content, futureEventTitles, siteOfDomain } from '../content/content.ts';
import { dayOf } from '../content/situation.ts';
import { plainMessage } from '../judge/messages.ts';
import { RefusedEnquiry } from '../judge/refused-enquiry.ts';
import type { TakeEnquiry } from '../judge/take-enquiry.ts';
import type { RequestContext } from './request-context.ts';
import type { Operations } from './schema.ts';

/** Longer addresses of pages are nobody's. */
const maxUrlLength = 4000;

/** What the operations work with. */
export interface OperationParts {
  readonly takeEnquiry: TakeEnquiry;
  readonly content: () => Content;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** The two operations of the contract ("On the wire"). */
export function createOperations({ takeEnquiry, content, now }: OperationParts): Operations {
  return {
    sendContactUs(args, context) {
      const { domain, submission_url: submissionUrl } = args;
      if (submissionUrl.length > maxUrlLength)
        throw refusal(context, {
          field: 'submission_url',
          code: 'too-long',
          values: { limit: maxUrlLength },
        });
      const values = fromVariables(context.ready.form, args);
      // GraphQL gives arguments in the order of its schema, so that the same enquiry is the same text.
      return takeEnquiry({ ...context, domain, submissionUrl, values, said: JSON.stringify(args) });
    },
    getFutureEventTitles({ domain }, context) {
      const site = siteOfDomain(content(), domain);
      if (site === undefined) throw refusal(context, { field: 'domain', code: 'unknown-domain' });
      return futureEventTitles(content(), site.domain, dayOf(now()));
    },
  };
}

function refusal({ ready, locale }: RequestContext, problem: Problem): RefusedEnquiry {
  const { field, code } = problem;
  const message = plainMessage(ready.form, locale, problem);
  return new RefusedEnquiry('BAD_USER_INPUT', message, { fields: [{ field, code, message }] });
}
