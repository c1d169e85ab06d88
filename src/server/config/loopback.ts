import { isIPv4 } from 'node:net';

/** Returns true if a host name or address means this machine (RFC 6761, "localhost"; RFC 5735; RFC 4291). */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '[::1]' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  );
}
