import { operationText, sendContactUsOperation } from '#engine';
import { futureEventTitlesOperation } from '#engine/future-event-titles.ts';
import { type Answer, answerOf, objectOf } from '../answers.ts';
import type { TestEnquiry } from '../enquiries.ts';
import { jsonHeaders, type Session } from '../session.ts';

/**
 * Checks the query for the titles of a site's events and returns the titles. Empty if the response is
 * invalid.
 */
export async function checkTitles(session: Session): Promise<readonly string[]> {
  const { endpoints, site, locales, note, ask } = session;
  const exchange = await ask({
    method: 'POST',
    url: endpoints.graphql,
    headers: { ...jsonHeaders, 'Accept-Language': locales[0] ?? 'en' },
    body: JSON.stringify({
      operationName: 'getFutureEventTitles',
      query: titlesQuery,
      variables: { domain: site.domain },
    }),
  });
  noteJson(session, answerOf(exchange));
  const data = Object(objectOf(exchange.text)?.data) as { readonly getFutureEventTitles?: unknown };
  const titles = data.getFutureEventTitles;
  const isList = Array.isArray(titles) && titles.every((title) => typeof title === 'string');
  const isFine = exchange.status >= 200 && exchange.status < 300 && isList;
  note(isFine, {
    code: 'titles',
    why: 'the answer holds no list of texts, or has no status of 2xx',
    exchange,
  });
  return isFine ? titles : [];
}

const titlesQuery = operationText(futureEventTitlesOperation);

/** Sends an enquiry of each type and returns the accepted ones with their answers. */
export async function checkSends(
  session: Session,
  enquiries: readonly TestEnquiry[],
): Promise<readonly { readonly enquiry: TestEnquiry; readonly answer: Answer; readonly key: string }[]> {
  const taken = [];
  for (const enquiry of enquiries) {
    const key = crypto.randomUUID();
    const answer = await session.send(session.enquiryOf(enquiry), { key });
    noteJson(session, answer);
    const why = `an enquiry of the type "${enquiry.type}" is not taken: ${whyNot(answer)}`;
    session.note(answer.isTaken, { code: 'send', why, exchange: answer });
    if (answer.isTaken) taken.push({ enquiry, answer, key });
  }
  return taken;
}

export function whyNot({ status, value, fields, code }: Answer): string {
  if (status === 0) return 'no answer came';
  if (value === undefined) return `the answer (status ${status}) is no JSON`;
  if (value.errors === undefined) return `its status is ${status}, and success is not true with 2xx`;
  const named = fields.length > 0 ? `, naming ${fields.join(', ')}` : '';
  return `it is refused${code === undefined ? '' : ` as ${code}`}${named}`;
}

/** Checks requests that differ from those of a page: permitted ones and invalid ones. */
export async function checkRequests(session: Session, enquiry: TestEnquiry): Promise<void> {
  await nullable(session, enquiry);
  await unknownArgument(session, enquiry);
  await byGet(session);
  await malformed(session);
}

async function nullable(session: Session, enquiry: TestEnquiry): Promise<void> {
  const all = session.enquiryOf(enquiry);
  const given = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null && value !== false),
  );
  const { args, ...operation } = sendContactUsOperation(session.form);
  // Declares the variables with the types of the back end's own schema: `$enquiry_type: Int`.
  const declared = args
    .filter(({ name }) => name in given)
    .map((arg) => ({ ...arg, variableType: arg.type }));
  const answer = await session.send(given, { query: operationText({ ...operation, args: declared }) });
  const why = `with only ${declared.length} arguments declared it is not taken: ${whyNot(answer)}`;
  session.note(answer.isTaken, { code: 'nullable', why, exchange: answer });
}

const unknownName = 'slipway_conform_unknown';

async function unknownArgument(session: Session, enquiry: TestEnquiry): Promise<void> {
  const { args, ...operation } = sendContactUsOperation(session.form);
  const unknown = { name: unknownName, type: 'String', variableType: 'String' };
  const query = operationText({ ...operation, args: [...args, unknown] });
  const answer = await session.send(session.enquiryOf(enquiry, { [unknownName]: 'x' }), { query });
  const isNamed = answer.text.includes(unknownName);
  const why = answer.isTaken
    ? `"${unknownName}" is taken`
    : `"${unknownName}" is answered with status ${answer.status}, and ${isNamed ? 'named' : 'not named'}`;
  session.note(!answer.isTaken && answer.status === 400 && isNamed, {
    code: 'unknown-argument',
    why,
    exchange: answer,
  });
}

async function byGet({ endpoints, site, ask, note }: Session): Promise<void> {
  const url = new URL(endpoints.graphql);
  url.searchParams.set('query', `{ getFutureEventTitles(domain: ${JSON.stringify(site.domain)}) }`);
  const exchange = await ask({ method: 'GET', url, headers: { 'User-Agent': jsonHeaders['User-Agent'] } });
  note(exchange.status === 405, {
    code: 'get',
    why: `it is answered with status ${exchange.status}`,
    exchange,
  });
}

async function malformed({ endpoints, ask, note }: Session): Promise<void> {
  const exchange = await ask({
    method: 'POST',
    url: endpoints.graphql,
    headers: jsonHeaders,
    body: '{"query":',
  });
  const hasErrors = Array.isArray(objectOf(exchange.text)?.errors);
  const isClients = exchange.status >= 400 && exchange.status < 500;
  const why = `it is answered with status ${exchange.status}, ${hasErrors ? 'and' : 'without'} "errors"`;
  note(isClients && hasErrors, { code: 'malformed', why, exchange });
}

function noteJson({ note }: Session, answer: Answer): void {
  const type = answer.headers['content-type'] ?? 'none';
  const isSaid = /^application\/(?:graphql-response\+)?json\b/i.test(type);
  const why = answer.value === undefined ? 'the body is none' : `the Content-Type is ${type}`;
  note(isSaid && answer.value !== undefined, { code: 'json', why, exchange: answer });
}
