import { BlockList, isIPv4 } from 'node:net';

/** IPv4 addresses that are of no public host (RFC 6890, "IANA Special-Purpose Address Registries"). */
const special4 = listOf('ipv4', [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'] as const),
  ...(['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
]);

/** Of these, and of their like in IPv6, are the hosts of a network of one's own, and this machine. */
const own = listOf('ipv4', ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);
const own6 = listOf('ipv6', ['::1/128', 'fc00::/7']);

/**
 * Where clouds tell machines their secrets, beside 169.254.0.0/16: Alibaba Cloud's (100.100.100.200), Azure's (168.63.129.16, which looks
 * public), those of AWS, Google Cloud, Oracle and Scaleway in IPv6. As their documentation of the "instance metadata service" has them.
 */
const metadata4 = listOf('ipv4', ['100.100.100.200/32', '168.63.129.16/32']);
const metadata6 = listOf('ipv6', ['fd00:ec2::/32', 'fd20:ce::/32', 'fd00:c1::/32', 'fd00:42::/32']);

/** Whatever lies outside of it is no public host in IPv6 (RFC 4291, "Global Unicast"), and some of what lies inside is none. */
const global6 = listOf('ipv6', ['2000::/3']);
const special6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/**
 * Whether an address may be connected to: a public one, and with `mayBePrivate` one of the own network or of this machine. Never one of a
 * link or another where machines in a cloud are told their secrets, and never one that wraps another address.
 */
export function isReachable(address: string, { mayBePrivate }: { readonly mayBePrivate: boolean }): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if ((family === 'ipv4' ? metadata4 : metadata6).check(address, family)) return false;
  if (family === 'ipv4')
    return !special4.check(address, 'ipv4') || (mayBePrivate && own.check(address, 'ipv4'));
  const isPublic = global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  return isPublic || (mayBePrivate && own6.check(address, 'ipv6'));
}

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix = ''] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
