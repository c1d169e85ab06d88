import { isIPv4 } from 'node:net';

/**
 * Returns true if a host means this machine: `localhost`, an address in 127.0.0.0/8, `::1` or `[::1]` (RFC
 * 6761, "localhost"; RFC 5735; RFC 4291). Host names are not resolved.
 */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '[::1]' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  );
}
