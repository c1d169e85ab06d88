import { isIPv6 } from 'node:net';

/**
 * Whom a limit counts: an IPv4 address as it is, an IPv6 address by its first 64 bits, since one subscriber has all
 * the addresses below them (RFC 6177): `addressKey('2001:db8::7') // '2001:db8:0:0'`.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain) ?? [];
  if (mapped) return mapped;
  return isIPv6(plain) ? expand(plain).slice(0, 4).join(':') : plain;
}

/** The groups of an IPv6 address, the `::` filled with zeros. A dotted tail counts as two groups. */
function expand(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const left = groups(head);
  if (tail === undefined) return left;
  const right = groups(tail);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

function groups(text: string): readonly string[] {
  const parts = text.split(':').filter((part) => part !== '');
  return parts.flatMap((part) => (part.includes('.') ? ['0', '0'] : [part.replace(/^0+(?=.)/, '')]));
}
