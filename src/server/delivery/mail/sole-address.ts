import { domainToASCII } from 'node:url';
import { isMailAddress } from '../../platform/config/variables.ts';

/**
 * Returns the only mailbox of a text, its domain in ASCII; undefined for anything that a mail server could
 * read as several addresses or as another one: lists and groups, names and comments beside an address, quoted
 * local parts, routes (`a%b@c`, `a!b@c`), hosts without a domain and IP addresses.
 * `toSoleAddress('ada@bücher.example') // 'ada@xn--bcher-kva.example'`
 */
export function toSoleAddress(text: string): string | undefined {
  const [local = '', domain = '', ...more] = text.trim().split('@');
  if (more.length > 0 || !/^[^\s%!]+$/.test(local) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain))
    return undefined;
  const ascii = domainToASCII(domain);
  const address = `${local}@${ascii}`;
  return isMailAddress(address) && /\.[a-z\d-]{2,}$/i.test(ascii) && !/\.\d+$/.test(ascii)
    ? address
    : undefined;
}
