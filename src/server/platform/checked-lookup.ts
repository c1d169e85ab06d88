import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress } from './reachable-address.ts';

/**
 * Returns false for a host that is an address to which a connection is not allowed. Such a host is never looked
 * up, so that it is not checked there.
 */
export function isAllowedHost({ hostname }: URL, limits: { readonly mayBePrivate: boolean }): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return !isIP(address) || isAllowedAddress(address, limits);
}

/**
 * Returns a DNS lookup that fails with `UnreachableAddress` if the name has no address or one that is not
 * allowed. The connection uses the addresses of this lookup, so the check cannot be bypassed by a second one.
 */
export function createCheckedLookup(
  limits: { readonly mayBePrivate: boolean },
  resolveName: typeof lookUp = lookUp,
): LookupFunction {
  return (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowedAddress(address, limits)))
        return done(new UnreachableAddress(), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

/** The address, or one that the host name resolves to, is not allowed. */
export class UnreachableAddress extends Error {
  override readonly name = 'UnreachableAddress';
}
