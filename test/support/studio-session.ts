import type { EnquiryRight } from '../../src/studio/protocol-people.ts';
import { studioPassword } from './studio-password.ts';

/** What the studio's own page says of itself with every request that changes something. */
export const ownPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

/** Somebody in the studio, or a program, over HTTP. */
export interface StudioSession {
  /** What their requests carry. */
  readonly cookie: string;
  readonly get: <Answer>(path: string) => Promise<Answer>;
  /** The answer whole, whatever its status; `path` is below `/studio/api/`. */
  readonly ask: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<Response>;
  /** The body of an answer that has to be good. */
  readonly post: <Answer>(path: string, body: unknown) => Promise<Answer>;
}

/** Signs in over HTTP: the header `Cookie` of whoever did. @throws where the server refuses. */
export async function signInTo(
  url: string,
  given: { readonly name?: string; readonly password?: string; readonly code?: string } = {},
): Promise<string> {
  const response = await fetch(new URL('/studio/api/sign-in', url), {
    method: 'POST',
    headers: ownPage,
    body: JSON.stringify({ name: 'owner', password: studioPassword, ...given }),
  });
  if (!response.ok) throw new Error(`Cannot sign in: ${response.status} ${await response.text()}`);
  return cookieOf(response);
}

/** The header `Cookie` that a browser sends after an answer. */
export function cookieOf(response: Response): string {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return pairs.filter((pair) => !pair.endsWith('=')).join('; ');
}

/** Whoever has a cookie, or with `authorization` a token. */
export function sessionWith(url: string, headers: Readonly<Record<string, string>>): StudioSession {
  const ask: StudioSession['ask'] = (method, path, body) =>
    fetch(new URL(`/studio/api/${path}`, url), {
      method,
      headers:
        body === undefined ? { 'sec-fetch-site': 'same-origin', ...headers } : { ...ownPage, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    cookie: headers.cookie ?? '',
    ask,
    get: async (path) => good(await ask('GET', path)),
    post: async (path, body) => good(await ask('POST', path, body)),
  };
}

async function good<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`The studio answers ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** A password that does. */
export const goodPassword = 'four brown herons at dusk';

/** Has an owner invite somebody, who accepts. */
export async function joined(
  url: string,
  owner: StudioSession,
  {
    name,
    ...reach
  }: {
    readonly name: string;
    readonly role: string;
    readonly enquiries?: EnquiryRight;
    readonly types?: readonly string[];
    readonly sites?: readonly string[];
  },
): Promise<StudioSession> {
  const email = `${name.toLowerCase().replaceAll(/\W/g, '.')}@example.com`;
  const { link = '' } = await owner.post<{ readonly link?: string }>('invitations', { email, ...reach });
  const accepted = await sessionWith(url, {}).ask('POST', 'invitation/accept', {
    word: wordOf(link),
    name,
    password: goodPassword,
  });
  if (!accepted.ok) throw new Error(`Cannot join: ${accepted.status} ${await accepted.text()}`);
  return sessionWith(url, { cookie: cookieOf(accepted) });
}

/** What stands behind the `#` of a link. */
export function wordOf(link: string): string {
  return link.split('#')[1] ?? '';
}
