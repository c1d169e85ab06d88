import { domainToASCII } from 'node:url';
import { isMailAddress } from '../config/variables.ts';

/**
 * The one mailbox that a text is the address of, its domain in ASCII; undefined for everything else that a mail server could take for
 * several, or for another: lists and groups, names and comments beside an address, quoted first parts, routes (`a%b@c`, `a!b@c`), machines
 * without a domain and addresses of the network. `soleAddress('ada@bücher.example') // 'ada@xn--bcher-kva.example'`
 */
export function soleAddress(text: string): string | undefined {
  const [local = '', domain = '', ...more] = text.trim().split('@');
  if (more.length > 0 || !/^[^\s%!]+$/.test(local) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain))
    return undefined;
  const ascii = domainToASCII(domain);
  const address = `${local}@${ascii}`;
  return isMailAddress(address) && /\.[a-z\d-]{2,}$/i.test(ascii) && !/\.\d+$/.test(ascii)
    ? address
    : undefined;
}
