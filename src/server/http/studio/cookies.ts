import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/** A cookie of the studio: of no script, and of no other site's page. */
export interface StudioCookie {
  readonly read: (request: FastifyRequest) => string | undefined;
  /** The header that sets it; with no value it takes it away. `Lax`: also when somebody is led here from another site. */
  readonly header: (
    value: string,
    options: { readonly maxAgeMs: number; readonly isLax?: boolean },
  ) => string;
}

/**
 * Behind TLS its name says that nobody but this host over TLS has set it (RFC 6265bis, "The `__Host-` Prefix"), which takes the path `/`:
 * a page of a sibling domain can then sign nobody in as somebody else.
 */
export function studioCookie(
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
