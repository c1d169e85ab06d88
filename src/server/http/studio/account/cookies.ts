import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';

/** A cookie of the studio. Scripts cannot read it, and other sites cannot send it. */
export interface StudioCookie {
  /** Returns the value of the cookie in a request; undefined if the request has none. */
  readonly read: (request: FastifyRequest) => string | undefined;
  /**
   * Returns the value of the `Set-Cookie` header. An empty cookie value deletes the cookie; no value is
   * encoded. `isLax` also sends the cookie when another site links or redirects to the studio.
   */
  readonly header: (
    value: string,
    options: { readonly maxAgeMs: number; readonly isLax?: boolean },
  ) => string;
}

/**
 * Defines a cookie. With TLS its name proves that this host has set it over TLS (RFC 6265bis, "The `__Host-`
 * Prefix"; it requires the path `/`). So a page of a sibling domain cannot sign anybody in as somebody else.
 */
export function defineStudioCookie(
  name: 'studio' | 'studio-device' | 'studio-provider',
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
): StudioCookie {
  const isSecure = publicOrigin?.startsWith('https:') ?? false;
  const full = `${isSecure ? '__Host-' : ''}slipway-${name}`;
  return {
    read({ headers: { cookie = '' } }) {
      const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
      return pairs.find(([given]) => given === full)?.[1];
    },
    header: (value, { maxAgeMs, isLax = false }) =>
      [
        `${full}=${value}`,
        isSecure ? 'Path=/' : 'Path=/studio',
        'HttpOnly',
        `SameSite=${isLax ? 'Lax' : 'Strict'}`,
        `Max-Age=${value === '' ? 0 : Math.floor(maxAgeMs / 1000)}`,
        ...(isSecure ? ['Secure'] : []),
      ].join('; '),
  };
}
