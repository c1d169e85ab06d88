import { getSubmitName, officeField, operationText } from '#engine';
import { listQueries } from '#engine/exchange/sdl.ts';
import { futureEventTitlesOperation } from '#engine/yard/wire/future-event-titles.ts';
import { parseGraphqlAnswer, parseJsonObject } from '../conform/answers.ts';
import { recordJsonFormat } from '../conform/checks/operations.ts';
import { checkRefused } from '../conform/checks/refusals.ts';
import type { TestEnquiry } from '../conform/enquiries.ts';
import { type ConformanceSession, jsonHeaders } from '../conform/session.ts';
import type { FetchedTitles } from './content.ts';

/**
 * Checks the query for the titles of a site's events and returns the titles. Empty if the response is
 * invalid, or if the form has no such query.
 */
export async function checkEventTitles(session: ConformanceSession): Promise<FetchedTitles> {
  const { form, endpoints, site, locales, record, sendRequest } = session;
  if (!listQueries(form).some(({ operation }) => operation === futureEventTitlesOperation)) {
    session.skip(['titles'], 'the form offers no events');
    return { titles: [] };
  }
  const exchange = await sendRequest({
    method: 'POST',
    url: endpoints.graphql,
    headers: { ...jsonHeaders, 'Accept-Language': locales[0] ?? 'en' },
    body: JSON.stringify({
      operationName: futureEventTitlesOperation.name,
      query: titlesQuery,
      variables: { domain: site.domain },
    }),
  });
  recordJsonFormat(session, parseGraphqlAnswer(exchange, getSubmitName(form)));
  const data = Object(parseJsonObject(exchange.text)?.data) as Readonly<Record<string, unknown>>;
  const titles = data[futureEventTitlesOperation.name];
  const isList = Array.isArray(titles) && titles.every((title) => typeof title === 'string');
  const isFine = exchange.status >= 200 && exchange.status < 300 && isList;
  record(isFine, {
    code: 'titles',
    why: 'the answer contains no list of texts, or its status is not 2xx',
    exchange,
  });
  return { titles: isFine ? titles : [] };
}

const titlesQuery = operationText(futureEventTitlesOperation);

/**
 * Checks that an unknown office is refused. Records the requirement as skipped if the enquiry has no office.
 */
export async function checkUnknownOffice(session: ConformanceSession, enquiry: TestEnquiry): Promise<void> {
  const code = 'unknown-office';
  if (enquiry.variables[officeField] === null || enquiry.variables[officeField] === undefined)
    return session.skip([code], `the type "${enquiry.type}" asks for no office on this site`);
  await checkRefused(session, {
    enquiry,
    code,
    field: officeField,
    changes: { [officeField]: '987654321' },
  });
}
