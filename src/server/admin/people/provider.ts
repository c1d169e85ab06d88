import type { Configuration } from 'openid-client';
import type { Config } from '../../platform/config/config.ts';
import { isLoopback } from '../../platform/config/loopback.ts';
import { isMailAddress } from '../../platform/config/variables.ts';
import { issueToken, readToken, type SigningKeys } from '../../platform/secret/signed-token.ts';

/**
 * Signs people in by an external provider (OpenID Connect Core 1.0, "Authentication using the Authorization
 * Code Flow").
 */
export interface SignInProvider {
  /** The host of the provider: `login.example.com`. */
  readonly name: string;
  /**
   * Returns the address to redirect to, and the signed state to store in the browser meanwhile (`note`).
   * @throws Error if the provider cannot be reached.
   */
  readonly start: (request: {
    readonly origin: string;
    /** The path of the studio's page to open afterwards; anything else opens the start page. */
    readonly to: unknown;
  }) => Promise<{ readonly url: string; readonly note: string }>;
  /**
   * Requests the identity of a person who returns to an address (`url`), with the state that the browser has
   * stored (`note`). Undefined if that state is absent, expired or not signed by us.
   * @throws Error if the provider's answer is invalid or does not belong to the state, or if the provider
   *   cannot be reached.
   */
  readonly finish: (request: {
    readonly origin: string;
    readonly url: string;
    readonly note: string | undefined;
  }) => Promise<ProviderIdentity | undefined>;
}

export interface ProviderIdentity {
  /** The issuer and the subject, which never change. */
  readonly subject: string;
  /** The mail address, only if the provider has verified it. */
  readonly email?: string;
  readonly name?: string;
  /** The path of the studio's page to open. */
  readonly to: string;
}

/** The time for which the state of a sign-in is valid. */
export const providerSignInMs = 600_000;

const returnPath = '/studio/oidc/return';

/** Creates the provider. Its configuration is discovered at the first sign-in. */
export function createSignInProvider({
  provider: { issuer, clientId, clientSecret },
  keys,
  now,
}: {
  readonly provider: NonNullable<Config['provider']>;
  readonly keys: SigningKeys;
  readonly now: () => number;
}): SignInProvider {
  const server = new URL(issuer);
  let cachedConfiguration: Promise<Configuration> | undefined;

  /** Requests the provider's configuration. Rejects if the provider cannot be reached. */
  async function discoverConfiguration(): Promise<Configuration> {
    const { discovery, allowInsecureRequests } = await import('openid-client');
    // Without TLS only for a provider on this machine.
    const options = isLoopback(server.hostname) ? { execute: [allowInsecureRequests] } : {};
    return discovery(server, clientId, clientSecret, undefined, options);
  }

  /** Returns the provider's configuration, which is discovered once, and again after a failure. */
  function getConfiguration(): Promise<Configuration> {
    cachedConfiguration ??= discoverConfiguration().catch((error: unknown) => {
      cachedConfiguration = undefined;
      throw error;
    });
    return cachedConfiguration;
  }

  return {
    name: server.host,
    async start({ origin, to }) {
      const client = await import('openid-client');
      const config = await getConfiguration();
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}${returnPath}`,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const values = ['provider', state, nonce, verifier, toStudioPath(to), now() + providerSignInMs];
      return { url: url.href, note: issueToken(values, keys) };
    },
    async finish({ origin, url, note }) {
      const [what, ...values] = (note === undefined ? undefined : readToken(note, keys)) ?? [];
      const [state, nonce, verifier, to, until] = values;
      if (what !== 'provider' || Number(until) <= now()) return undefined;
      const client = await import('openid-client');
      const tokens = await client.authorizationCodeGrant(await getConfiguration(), new URL(url, origin), {
        expectedState: String(state),
        expectedNonce: String(nonce),
        pkceCodeVerifier: String(verifier),
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return undefined;
      // Some providers return the address only there.
      const identityClaims = claims.email_verified === undefined ? await fetchUserInfo() : claims;
      const { email, email_verified: isVerified, name } = identityClaims;
      return {
        subject: `${claims.iss} ${claims.sub}`,
        to: String(to),
        // Other characters are refused: this server may treat addresses as equal that the provider treats as
        // different.
        ...(isVerified === true && typeof email === 'string' && isMailAddress(email) && { email }),
        ...(typeof name === 'string' && { name }),
      };

      /**
       * Requests the claims of the user info endpoint; returns those of the ID token if the provider has no
       * such endpoint.
       */
      async function fetchUserInfo(): Promise<Readonly<Record<string, unknown>>> {
        const config = await getConfiguration();
        if (config.serverMetadata().userinfo_endpoint === undefined) return claims ?? {};
        return client.fetchUserInfo(config, tokens.access_token, String(claims?.sub));
      }
    },
  };
}

/**
 * Returns a path with its query if it leads to a page of the studio. Returns the start page for any other
 * address or value: `toStudioPath('//evil.example') // '/studio'`.
 */
function toStudioPath(to: unknown): string {
  const base = 'http://studio.invalid';
  const url = typeof to === 'string' && to.startsWith('/') ? URL.parse(to, base) : null;
  if (url === null || url.origin !== base) return '/studio';
  const isPage = /^\/studio(?:\/(?!api\/|oidc\/)|$)/.test(url.pathname);
  return isPage ? `${url.pathname}${url.search}` : '/studio';
}
