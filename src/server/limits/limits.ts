import { isIPv6 } from 'node:net';
import type { ServerSettings } from '../config/settings.ts';
import { createWindow, type Grant } from './window.ts';

/** How much one address may ask for (docs/contract.md, "Refusals"). */
export interface Limits {
  /** One call of `sendContactUs`. Without a ticket that holds, an address may not go on like that for long. */
  takeSend(request: { readonly address: string; readonly hasTicket: boolean; readonly now: number }): Grant;
  /** One upload target. */
  takeUploadTarget(request: { readonly address: string; readonly now: number }): Grant;
}

/** Counts in memory, each instance on its own; with `isOn` false everything is granted. */
export function createLimits({
  settings,
  isOn,
}: {
  readonly settings: ServerSettings['limits'];
  readonly isOn: boolean;
}): Limits {
  if (!isOn) return { takeSend: () => granted, takeUploadTarget: () => granted };
  const { withoutTicket, addresses } = settings;
  const sends = createWindow(settings);
  const sendsWithoutTicket = createWindow({ windowMs: withoutTicket.windowMs, addresses });
  const uploadTargets = createWindow(settings);
  return {
    takeSend({ address, hasTicket, now }) {
      const key = addressKey(address);
      const grant = sends.take({ key, limit: settings.sends, now });
      if (!grant.isGranted || hasTicket) return grant;
      return sendsWithoutTicket.take({ key, limit: withoutTicket.sends, now });
    },
    takeUploadTarget: ({ address, now }) =>
      uploadTargets.take({ key: addressKey(address), limit: settings.uploadTargets, now }),
  };
}

const granted: Grant = { isGranted: true };

/**
 * Whom a limit counts: an IPv4 address as it is, an IPv6 address by its first 64 bits, since one subscriber has all
 * the addresses below them (RFC 6177): `addressKey('2001:db8::7') // '2001:db8:0:0'`.
 */
function addressKey(address: string): string {
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
