import { BlockList, isIPv4 } from 'node:net';

/** IPv4 ranges without public hosts (RFC 6890, "IANA Special-Purpose Address Registries"). */
const special4 = createBlockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Ranges of private networks and of this machine. */
const private4 = createBlockList('ipv4', [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
]);
const private6 = createBlockList('ipv6', ['::1/128', 'fc00::/7']);

/**
 * Addresses of the "instance metadata service", by which clouds give machines their secrets, in addition to
 * 169.254.0.0/16: Alibaba Cloud (100.100.100.200), Azure (168.63.129.16, which looks public), and AWS, Google
 * Cloud, Oracle and Scaleway in IPv6.
 */
const metadata4 = createBlockList('ipv4', ['100.100.100.200/32', '168.63.129.16/32']);
const metadata6 = createBlockList('ipv6', ['fd00:ec2::/32', 'fd20:ce::/32', 'fd00:c1::/32', 'fd00:42::/32']);

/**
 * IPv6 addresses outside of this range are not public (RFC 4291, "Global Unicast"), nor are the special
 * ranges inside.
 */
const global6 = createBlockList('ipv6', ['2000::/3']);
const special6 = createBlockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/**
 * Returns true if a connection to an address is allowed: to a public one, and with `mayBePrivate` to one of a
 * private network or this machine. Other special ranges are never allowed: link-local addresses, metadata
 * services of clouds, addresses that wrap another address. False if the text is no IP address.
 */
export function isAllowedAddress(
  address: string,
  { mayBePrivate }: { readonly mayBePrivate: boolean },
): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if ((family === 'ipv4' ? metadata4 : metadata6).check(address, family)) return false;
  if (family === 'ipv4')
    return !special4.check(address, 'ipv4') || (mayBePrivate && private4.check(address, 'ipv4'));
  const isPublic = global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  return isPublic || (mayBePrivate && private6.check(address, 'ipv6'));
}

/** Returns a list whose `check` is true for the addresses in the ranges, which are in CIDR notation. */
function createBlockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix = ''] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
