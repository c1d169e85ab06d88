import { operationText } from '#engine';
import { listQueries } from '#engine/exchange/sdl.ts';
import type { HttpExchange } from '../call.ts';
import { type ConformanceSession, jsonHeaders } from '../session.ts';
import type { ConformanceTarget } from './uploads.ts';

/**
 * Checks that pages of the site may call the back end from their origin (Fetch Standard, "CORS protocol"),
 * and that another origin may not.
 * @param target The target of uploads. Undefined: preflights of uploads are recorded as skipped.
 */
export async function checkOrigins(
  session: ConformanceSession,
  target: ConformanceTarget | undefined,
): Promise<void> {
  const { endpoints, site, record } = session;
  const origin = `https://${site.domain}`;
  /** Sends a preflight from the origin `from` that asks for a method and headers. */
  const sendPreflight = (url: URL, from: string, method: string, headers: string) =>
    session.sendRequest({
      method: 'OPTIONS',
      url,
      headers: {
        Origin: from,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': headers,
        'User-Agent': jsonHeaders['User-Agent'],
      },
    });

  const ours = await sendPreflight(endpoints.graphql, origin, 'POST', pageHeaders);
  const lack = explainMissingPermission(ours, { origin, method: 'POST', headers: pageHeaders });
  record(lack === undefined, { code: 'preflight', why: lack ?? '', exchange: ours });

  const query = listQueries(session.form)[0]?.operation;
  const answered = await session.sendRequest({
    method: 'POST',
    url: endpoints.graphql,
    headers: { ...jsonHeaders, Origin: origin },
    body: JSON.stringify(
      query
        ? { operationName: query.name, query: operationText(query), variables: { domain: site.domain } }
        : { query: '{ __typename }' },
    ),
  });
  const why = `Access-Control-Allow-Origin is ${answered.headers[allowOriginHeader] ?? 'missing'}`;
  record(allowsOrigin(answered, origin), { code: 'allow-origin', why, exchange: answered });

  const stranger = 'https://slipway-conform.invalid';
  const strange = await sendPreflight(endpoints.graphql, stranger, 'POST', pageHeaders);
  const whyStrange = `Access-Control-Allow-Origin is ${strange.headers[allowOriginHeader]}`;
  record(!allowsOrigin(strange, stranger), { code: 'foreign-origin', why: whyStrange, exchange: strange });

  if (target === undefined) return session.skip(['upload-preflight'], 'there is no target');
  const call = await sendPreflight(endpoints.uploads, origin, 'POST', 'content-type');
  const put = await sendPreflight(target.url, origin, target.method, 'content-type');
  const whyCall = explainMissingPermission(call, { origin, method: 'POST', headers: 'content-type' });
  const whyPut = explainMissingPermission(put, { origin, method: target.method, headers: 'content-type' });
  const exchange = whyCall === undefined ? put : call;
  record((whyCall ?? whyPut) === undefined, {
    code: 'upload-preflight',
    why: whyCall ?? whyPut ?? '',
    exchange,
  });
}

/** The non-simple headers of a page without a ticket, in the order in which browsers list them. */
const pageHeaders = 'accept-language,content-type,idempotency-key,slipway-trap';

const allowOriginHeader = 'access-control-allow-origin';

/** True if the response allows this origin or any origin. */
function allowsOrigin({ headers }: HttpExchange, origin: string): boolean {
  return headers[allowOriginHeader] === origin || headers[allowOriginHeader] === '*';
}

interface PreflightRequest {
  readonly origin: string;
  readonly method: string;
  /** Names in lower case, separated by commas without spaces. */
  readonly headers: string;
}

/** Returns a clause about the first thing that a preflight does not allow. Undefined if it allows all. */
function explainMissingPermission(
  exchange: HttpExchange,
  { origin, method, headers }: PreflightRequest,
): string | undefined {
  const { status, headers: responseHeaders } = exchange;
  if (status < 200 || status > 299) return `the preflight is answered with status ${status}`;
  if (!allowsOrigin(exchange, origin))
    return `${allowOriginHeader} is ${responseHeaders[allowOriginHeader] ?? 'missing'}`;
  const methods = splitHeaderList(responseHeaders['access-control-allow-methods']);
  // These methods need no permission (Fetch Standard, "CORS-safelisted method").
  const needsNone = ['get', 'head', 'post'].includes(method.toLowerCase());
  if (!needsNone && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `access-control-allow-methods lacks ${method}`;
  const names = splitHeaderList(responseHeaders['access-control-allow-headers']);
  const missing = headers.split(',').filter((name) => !names.includes(name) && !names.includes('*'));
  return missing.length === 0 ? undefined : `access-control-allow-headers lacks ${missing.join(', ')}`;
}

/** Returns the entries of a comma-separated header in lower case. */
function splitHeaderList(header = ''): readonly string[] {
  return header.split(',').map((name) => name.trim().toLowerCase());
}
