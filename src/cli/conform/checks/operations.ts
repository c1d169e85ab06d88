import { getSubmitName, operationText, submitOperation } from '#engine';
import { listQueries } from '#engine/exchange/sdl.ts';
import { futureEventTitlesOperation } from '#engine/yard/wire/future-event-titles.ts';
import { type ConformanceAnswer, parseGraphqlAnswer, parseJsonObject } from '../answers.ts';
import type { TestEnquiry } from '../enquiries.ts';
import { type ConformanceSession, jsonHeaders } from '../session.ts';

/**
 * Checks the query for the titles of a site's events and returns the titles. Empty if the response is
 * invalid, or if the form has no such query.
 */
export async function checkEventTitles(session: ConformanceSession): Promise<readonly string[]> {
  const { form, endpoints, site, locales, record, sendRequest } = session;
  if (!listQueries(form).some(({ operation }) => operation === futureEventTitlesOperation)) {
    session.skip(['titles'], 'the form offers no events');
    return [];
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
  return isFine ? titles : [];
}

const titlesQuery = operationText(futureEventTitlesOperation);

/**
 * Sends each enquiry once and records if it is accepted. Returns the accepted ones with their answer and
 * idempotency key.
 */
export async function checkSends(
  session: ConformanceSession,
  enquiries: readonly TestEnquiry[],
): Promise<
  readonly { readonly enquiry: TestEnquiry; readonly answer: ConformanceAnswer; readonly key: string }[]
> {
  const taken = [];
  for (const enquiry of enquiries) {
    const key = crypto.randomUUID();
    const answer = await session.send(session.buildVariables(enquiry), { key });
    recordJsonFormat(session, answer);
    const why = `an enquiry of the type "${enquiry.type}" is not accepted: ${explainRejection(answer)}`;
    session.record(answer.isAccepted, { code: 'send', why, exchange: answer });
    if (answer.isAccepted) taken.push({ enquiry, answer, key });
  }
  return taken;
}

/**
 * Returns a clause that explains why an enquiry was not accepted, for a report. Only for an answer that is
 * not accepted.
 */
export function explainRejection({ status, value, fields, code }: ConformanceAnswer): string {
  if (status === 0) return 'no answer came';
  if (value === undefined) return `the answer (status ${status}) is not JSON`;
  if (value.errors === undefined) return `its status is ${status}, and success is not true with 2xx`;
  const named = fields.length > 0 ? `, naming ${fields.join(', ')}` : '';
  return `it is refused${code === undefined ? '' : ` as ${code}`}${named}`;
}

/**
 * Checks requests that no page sends: an enquiry without its null and false arguments, which must be
 * accepted, and three that must be refused: an unknown argument, a query by GET and malformed JSON.
 */
export async function checkRequests(session: ConformanceSession, enquiry: TestEnquiry): Promise<void> {
  await checkOmittedArguments(session, enquiry);
  await checkUnknownArgument(session, enquiry);
  await checkGetRefused(session);
  await checkMalformedJson(session);
}

/** Checks that an enquiry is accepted without its null and false arguments. */
async function checkOmittedArguments(session: ConformanceSession, enquiry: TestEnquiry): Promise<void> {
  const all = session.buildVariables(enquiry);
  const given = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null && value !== false),
  );
  const { args, ...operation } = submitOperation(session.form);
  // Declares the variables with the types of the back end's own schema: `$enquiry_type: Int`.
  const declared = args
    .filter(({ name }) => name in given)
    .map((arg) => ({ ...arg, variableType: arg.type }));
  const answer = await session.send(given, { query: operationText({ ...operation, args: declared }) });
  const why = `with only ${declared.length} arguments declared it is not accepted: ${explainRejection(answer)}`;
  session.record(answer.isAccepted, { code: 'nullable', why, exchange: answer });
}

const unknownName = 'slipway_conform_unknown';

/** Checks that an unknown argument is refused by name with the status 400. */
async function checkUnknownArgument(session: ConformanceSession, enquiry: TestEnquiry): Promise<void> {
  const { args, ...operation } = submitOperation(session.form);
  const unknown = { name: unknownName, type: 'String', variableType: 'String' };
  const query = operationText({ ...operation, args: [...args, unknown] });
  const answer = await session.send(session.buildVariables(enquiry, { [unknownName]: 'x' }), { query });
  const isNamed = answer.text.includes(unknownName);
  const why = answer.isAccepted
    ? `"${unknownName}" is accepted`
    : `"${unknownName}" is answered with status ${answer.status}, and ${isNamed ? 'named' : 'not named'}`;
  session.record(!answer.isAccepted && answer.status === 400 && isNamed, {
    code: 'unknown-argument',
    why,
    exchange: answer,
  });
}

/** Checks that a query by GET is refused with the status 405. */
async function checkGetRefused({ endpoints, sendRequest, record }: ConformanceSession): Promise<void> {
  const url = new URL(endpoints.graphql);
  url.searchParams.set('query', '{ __typename }');
  const exchange = await sendRequest({
    method: 'GET',
    url,
    headers: { 'User-Agent': jsonHeaders['User-Agent'] },
  });
  record(exchange.status === 405, {
    code: 'get',
    why: `it is answered with status ${exchange.status}`,
    exchange,
  });
}

/** Checks that a body that is not JSON is answered with a status of 4xx and `errors`. */
async function checkMalformedJson({ endpoints, sendRequest, record }: ConformanceSession): Promise<void> {
  const exchange = await sendRequest({
    method: 'POST',
    url: endpoints.graphql,
    headers: jsonHeaders,
    body: '{"query":',
  });
  const hasErrors = Array.isArray(parseJsonObject(exchange.text)?.errors);
  const isClientError = exchange.status >= 400 && exchange.status < 500;
  const why = `it is answered with status ${exchange.status}, ${hasErrors ? 'and' : 'without'} "errors"`;
  record(isClientError && hasErrors, { code: 'malformed', why, exchange });
}

/** Checks that the body is a JSON object and that its `Content-Type` says so. */
function recordJsonFormat({ record }: ConformanceSession, answer: ConformanceAnswer): void {
  const type = answer.headers['content-type'] ?? 'none';
  const hasJsonType = /^application\/(?:graphql-response\+)?json\b/i.test(type);
  const why = answer.value === undefined ? 'the body is not JSON' : `the Content-Type is ${type}`;
  record(hasJsonType && answer.value !== undefined, { code: 'json', why, exchange: answer });
}
