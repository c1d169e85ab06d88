import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface ProviderClaims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/**
 * Starts a real OpenID provider on this machine. It signs people in as the entry of `people` under the name
 * that they type.
 */
export async function startOpenIdProvider({
  clientId,
  clientSecret,
  redirectUri,
  people,
}: {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: () => string;
  readonly people: Readonly<Record<string, ProviderClaims>>;
}): Promise<{ readonly issuer: string; readonly stop: () => Promise<void> }> {
  let answer: ReturnType<Provider['callback']> | undefined;
  const server: Server = createServer((request, response) => {
    answer ??= new Provider(issuer, configuration()).callback();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function configuration(): object {
    return {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri()],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: true,
      pkce: { required: () => true },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...people[id] }),
      }),
      cookies: { keys: ['only in tests'] },
    };
  }

  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * Creates a client that follows redirects and fills in the provider's forms. It stores the cookies of each
 * origin.
 */
export function createBrowser() {
  const jars = new Map<string, Map<string, string>>();

  async function load(
    url: URL,
    init: RequestInit = {},
  ): Promise<{ readonly response: Response; readonly url: URL }> {
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { response, url };
  }

  /**
   * Follows redirects until a page is shown, or, with `isThere`, until a matching address would be loaded.
   */
  async function follow(start: string, isThere: (url: URL) => boolean = () => false): Promise<URL> {
    let at = await load(new URL(start));
    for (let step = 0; step < 20; step++) {
      const location = at.response.headers.get('location');
      if (location !== null) {
        const next = new URL(location, at.url);
        if (isThere(next)) return next;
        at = await load(next);
        continue;
      }
      const form = formIn(await at.response.text());
      if (form === undefined) return at.url;
      const action = new URL(form.action, at.url);
      at = await load(action, { method: 'POST', body: new URLSearchParams(form.fields) });
    }
    throw new Error('Led around without end');
  }

  /** Returns the answer to one of the provider's forms: one requests a name, one consent. */
  function formIn(page: string) {
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    if (action === undefined) return undefined;
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    return { action, fields: { prompt, login: name, password: 'any' } };
  }

  let name = '';
  return {
    follow,
    /** Sets the name with which it signs in at the provider. */
    be(who: string): void {
      name = who;
      jars.clear();
    },
    cookiesOf: (origin: string) =>
      [...(jars.get(origin) ?? [])].map(([key, value]) => `${key}=${value}`).join('; '),
  };
}
