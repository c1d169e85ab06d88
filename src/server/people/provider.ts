import type { Configuration } from 'openid-client';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { isMailAddress } from '../config/variables.ts';
import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';

/** Signing in by another's sign-in (OpenID Connect Core 1.0, "Authentication using the Authorization Code Flow"). */
export interface Provider {
  /** Its host: `login.example.com`. */
  readonly name: string;
  /** Where somebody is led to, and the note that their browser keeps meanwhile. @throws where the provider cannot be reached. */
  readonly start: (request: {
    readonly origin: string;
    /** Where they go on afterwards. */
    readonly to: unknown;
  }) => Promise<{ readonly url: string; readonly note: string }>;
  /** What came of it, of the address that they come back to; undefined: the note is none of this browser's. @throws where anything does not hold. */
  readonly finish: (request: {
    readonly origin: string;
    readonly url: string;
    readonly note: string | undefined;
  }) => Promise<Identity | undefined>;
}

/** Who somebody is to the provider. */
export interface Identity {
  /** Its issuer and their subject, which stay the same whatever else changes. */
  readonly subject: string;
  /** Only one that the provider has verified. */
  readonly email?: string;
  readonly name?: string;
  readonly to: string;
}

/** How long somebody may take to sign in there. */
export const providerMs = 600_000;

/** Where the provider leads people back to. */
const returnPath = '/studio/oidc/return';

/** Asks a provider, whose addresses are looked up when somebody first signs in. */
export function createProvider({
  provider: { issuer, clientId, clientSecret },
  keys,
  now,
}: {
  readonly provider: NonNullable<Config['provider']>;
  readonly keys: Keys;
  readonly now: () => number;
}): Provider {
  const server = new URL(issuer);
  let known: Promise<Configuration> | undefined;

  async function discovered(): Promise<Configuration> {
    const { discovery, allowInsecureRequests } = await import('openid-client');
    // Without TLS nowhere but on this machine.
    const options = isLoopback(server.hostname) ? { execute: [allowInsecureRequests] } : {};
    return discovery(server, clientId, clientSecret, undefined, options);
  }

  function configuration(): Promise<Configuration> {
    known ??= discovered().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    name: server.host,
    async start({ origin, to }) {
      const client = await import('openid-client');
      const config = await configuration();
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: `${origin}${returnPath}`, scope: 'openid email profile', state, nonce },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const values = ['provider', state, nonce, verifier, pathInside(to), now() + providerMs];
      return { url: url.href, note: issueToken(values, keys) };
    },
    async finish({ origin, url, note }) {
      const [what, ...kept] = (note === undefined ? undefined : readToken(note, keys)) ?? [];
      const [state, nonce, verifier, to, until] = kept;
      if (what !== 'provider' || Number(until) <= now()) return undefined;
      const client = await import('openid-client');
      const tokens = await client.authorizationCodeGrant(await configuration(), new URL(url, origin), {
        ...{ expectedState: String(state), expectedNonce: String(nonce) },
        ...{ pkceCodeVerifier: String(verifier), idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (claims === undefined) return undefined;
      // Some tell the address only there.
      const told = claims.email_verified === undefined ? await userInfo() : claims;
      const { email, email_verified: isVerified, name } = told;
      return {
        ...{ subject: `${claims.iss} ${claims.sub}`, to: String(to) },
        // Letters that are written like others in the eyes of this server may be another's there.
        ...(isVerified === true && typeof email === 'string' && isMailAddress(email) && { email }),
        ...(typeof name === 'string' && { name }),
      };

      async function userInfo(): Promise<Readonly<Record<string, unknown>>> {
        const config = await configuration();
        if (config.serverMetadata().userinfo_endpoint === undefined) return claims ?? {};
        return client.fetchUserInfo(config, tokens.access_token, String(claims?.sub));
      }
    },
  };
}

/** A page of the studio, and nothing else that an address may be made to say: `pathInside('//evil.example') // '/studio'`. */
function pathInside(to: unknown): string {
  const base = 'http://studio.invalid';
  const url = typeof to === 'string' && to.startsWith('/') ? URL.parse(to, base) : null;
  if (url === null || url.origin !== base) return '/studio';
  const isPage = /^\/studio(?:\/(?!api\/|oidc\/)|$)/.test(url.pathname);
  return isPage ? `${url.pathname}${url.search}` : '/studio';
}
