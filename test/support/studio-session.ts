import type { EnquiryRight } from '../../src/api/people.ts';
import { studioPassword } from './studio-password.ts';

/** The headers that the studio's page sends with every change. */
export const ownPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

/** A person in the studio, or a program, over HTTP. */
export interface StudioSession {
  readonly cookie: string;
  readonly get: <Answer>(path: string) => Promise<Answer>;
  /** Returns the response, whatever its status. `path` is below `/studio/api/`. */
  readonly ask: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<Response>;
  readonly post: <Answer>(path: string, body: unknown) => Promise<Answer>;
}

/**
 * Signs in over HTTP and returns the `Cookie` header.
 * @throws If the server refuses.
 */
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
  return toCookieHeader(response);
}

/** Returns the `Cookie` header that a browser sends after a response. */
export function toCookieHeader(response: Response): string {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return pairs.filter((pair) => !pair.endsWith('=')).join('; ');
}

/** Creates the session of a cookie, or with `authorization` of a token. */
export function createStudioSession(url: string, headers: Readonly<Record<string, string>>): StudioSession {
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
    get: async (path) => readSuccess(await ask('GET', path)),
    post: async (path, body) => readSuccess(await ask('POST', path, body)),
  };
}

async function readSuccess<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`The studio answers ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export const goodPassword = 'four brown herons at dusk';

/** Lets an owner invite somebody, who accepts. */
export async function inviteAndJoin(
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
  const accepted = await createStudioSession(url, {}).ask('POST', 'invitation/accept', {
    word: getLinkToken(link),
    name,
    password: goodPassword,
  });
  if (!accepted.ok) throw new Error(`Cannot join: ${accepted.status} ${await accepted.text()}`);
  return createStudioSession(url, { cookie: toCookieHeader(accepted) });
}

/** Returns the fragment of a link, which contains a token. */
export function getLinkToken(link: string): string {
  return link.split('#')[1] ?? '';
}
