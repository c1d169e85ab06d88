import type { Exchange } from '../call.ts';
import { jsonHeaders, type Session } from '../session.ts';
import type { Target } from './uploads.ts';

/**
 * Checks that pages of the sites may call the back end from their origins (Fetch Standard, "CORS protocol"),
 * and that no other origin may.
 */
export async function checkOrigins(session: Session, target: Target | undefined): Promise<void> {
  const { endpoints, site, note } = session;
  const origin = `https://${site.domain}`;
  const preflight = (url: URL, from: string, method: string, headers: string) =>
    session.ask({
      ...{ method: 'OPTIONS', url },
      headers: {
        Origin: from,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': headers,
        'User-Agent': jsonHeaders['User-Agent'],
      },
    });

  const ours = await preflight(endpoints.graphql, origin, 'POST', sentHeaders);
  const lack = lacking(ours, { origin, method: 'POST', headers: sentHeaders });
  note(lack === undefined, { code: 'preflight', why: lack ?? '', exchange: ours });

  const answered = await session.ask({
    ...{ method: 'POST', url: endpoints.graphql },
    headers: { ...jsonHeaders, Origin: origin },
    body: JSON.stringify({
      operationName: 'getFutureEventTitles',
      query: 'query getFutureEventTitles($domain: String!) { getFutureEventTitles(domain: $domain) }',
      variables: { domain: site.domain },
    }),
  });
  const why = `Access-Control-Allow-Origin is ${answered.headers[allowed] ?? 'missing'}`;
  note(allows(answered, origin), { code: 'allow-origin', why, exchange: answered });

  const stranger = 'https://slipway-conform.invalid';
  const strange = await preflight(endpoints.graphql, stranger, 'POST', sentHeaders);
  const whyStrange = `Access-Control-Allow-Origin is ${strange.headers[allowed]}`;
  note(!allows(strange, stranger), { code: 'foreign-origin', why: whyStrange, exchange: strange });

  if (target === undefined) return session.skip(['upload-preflight'], 'there is no target');
  const call = await preflight(endpoints.uploads, origin, 'POST', 'content-type');
  const put = await preflight(target.url, origin, target.method, 'content-type');
  const whyCall = lacking(call, { origin, method: 'POST', headers: 'content-type' });
  const whyPut = lacking(put, { origin, method: target.method, headers: 'content-type' });
  const exchange = whyCall === undefined ? put : call;
  note((whyCall ?? whyPut) === undefined, {
    code: 'upload-preflight',
    why: whyCall ?? whyPut ?? '',
    exchange,
  });
}

/** The non-simple headers of a page without a ticket, in the order in which browsers list them. */
const sentHeaders = 'accept-language,content-type,idempotency-key,slipway-trap';

const allowed = 'access-control-allow-origin';

function allows({ headers }: Exchange, origin: string): boolean {
  return headers[allowed] === origin || headers[allowed] === '*';
}

interface Wanted {
  readonly origin: string;
  readonly method: string;
  readonly headers: string;
}

/** Returns what the response to a preflight does not allow. Undefined if it allows everything. */
function lacking(exchange: Exchange, { origin, method, headers }: Wanted): string | undefined {
  const { status, headers: came } = exchange;
  if (status < 200 || status > 299) return `the preflight is answered with status ${status}`;
  if (!allows(exchange, origin)) return `${allowed} is ${came[allowed] ?? 'missing'}`;
  const methods = listed(came['access-control-allow-methods']);
  // These methods need no permission (Fetch Standard, "CORS-safelisted method").
  const needsNone = ['get', 'head', 'post'].includes(method.toLowerCase());
  if (!needsNone && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `access-control-allow-methods lacks ${method}`;
  const names = listed(came['access-control-allow-headers']);
  const missing = headers.split(',').filter((name) => !names.includes(name) && !names.includes('*'));
  return missing.length === 0 ? undefined : `access-control-allow-headers lacks ${missing.join(', ')}`;
}

function listed(header = ''): readonly string[] {
  return header.split(',').map((name) => name.trim().toLowerCase());
}
