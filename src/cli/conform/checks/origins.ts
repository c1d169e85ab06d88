import type { Exchange } from '../call.ts';
import { jsonHeaders, type Session } from '../session.ts';
import type { Target } from './uploads.ts';

/** Whether pages of the sites may call from where they are (Fetch Standard, "CORS protocol"), and no others. */
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

/** What a page sends that no back end has given a ticket; in the order in which browsers name them. */
const sentHeaders = 'accept-language,content-type,idempotency-key,slipway-trap';

const allowed = 'access-control-allow-origin';

function allows({ headers }: Exchange, origin: string): boolean {
  return headers[allowed] === origin || headers[allowed] === '*';
}

interface Wanted {
  readonly origin: string;
  readonly method: string;
  /** In lower case, separated by commas. */
  readonly headers: string;
}

/** What a preflight's answer does not allow; undefined: all of it. */
function lacking(exchange: Exchange, { origin, method, headers }: Wanted): string | undefined {
  const { status, headers: came } = exchange;
  if (status < 200 || status > 299) return `the preflight is answered with status ${status}`;
  if (!allows(exchange, origin)) return `${allowed} is ${came[allowed] ?? 'missing'}`;
  const methods = listed(came['access-control-allow-methods']);
  // These need no leave (Fetch Standard, "CORS-safelisted method").
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
