import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { ServerSettings } from '../config/settings.ts';
import type { Suspicion } from '../store/store.ts';
import { createWindow, type Grant } from './window.ts';

/** How much may be asked for (docs/contract.md, "Refusals"; docs/behaviour.md, "Robots"). */
export interface Limits {
  /** One call of `sendContactUs`. Without a ticket that holds, an address may not go on like that for long. */
  takeSend(request: { readonly address: string; readonly hasTicket: boolean; readonly now: number }): Grant;
  /** One upload target. */
  takeUploadTarget(request: { readonly address: string; readonly now: number }): Grant;
  /** A report of what a visitor did with a form, by how many steps it tells. */
  takeFigures(request: { readonly address: string; readonly count: number; readonly now: number }): Grant;
  /** One form that is posted without scripts, sent or only drawn anew. */
  takePost(request: { readonly address: string; readonly now: number }): Grant;
  /** One try to sign in. */
  takeSignIn(request: { readonly address: string; readonly now: number }): Grant;
  /** One try to sign in under a name, or in a browser that knows it; those that were right count no more once `forgetSignIns` is told. */
  takeSignInAs(request: { readonly key: string; readonly now: number }): Grant;
  forgetSignIns(key: string): void;
  /** One wish for a new password, which is mailed to whoever has that name. */
  takeWish(request: { readonly address: string; readonly name: string; readonly now: number }): Grant;
  /** One link to saved answers, for somebody who gives a mail address that need not be theirs. */
  takeResumeLink(request: {
    readonly address: string;
    readonly recipient: string;
    readonly now: number;
  }): Grant;
  /** One receipt to a visitor, of an address that need not be theirs. */
  takeReceipt(request: { readonly address: string; readonly recipient: string; readonly now: number }): Grant;
  /** Counts a good enquiry. One that has to be proven counts for no ceiling before it is. */
  noteEnquiry(enquiry: CountedEnquiry): Noted;
  /** Counts one whose page has proven its effort; false above a ceiling. */
  noteProven(enquiry: Pick<CountedEnquiry, 'office' | 'page' | 'now'>): boolean;
}

/** What the counting of an enquiry finds. */
export interface Noted {
  /** Why it looks like a robot's, if that is how many there are like it, or how soon it came. */
  readonly suspicion?: Suspicion | undefined;
  /** There are so many that its page has to prove its effort. */
  readonly isProofDue: boolean;
}

/** What of a good enquiry is counted. */
export interface CountedEnquiry {
  readonly address: string;
  readonly office: string;
  /** Path of the page that it was judged by. */
  readonly page: string;
  /** The drawing that it was sent from; absent without a ticket that holds. */
  readonly ticket?: { readonly path: string; readonly issuedAt: number } | undefined;
  readonly now: number;
}

/** Counts in memory, each instance on its own; with `isOn` false everything is granted, and nothing looks like a robot's. */
export function createLimits({
  settings,
  isOn,
  isChallenging = false,
}: {
  readonly settings: ServerSettings['limits'];
  readonly isOn: boolean;
  /** Has pages prove their effort, limits or not. */
  readonly isChallenging?: boolean;
}): Limits {
  const isProofDue = isChallenging ? proofCounter(settings) : () => false;
  if (!isOn)
    return {
      takeSend: () => granted,
      takeUploadTarget: () => granted,
      takeFigures: () => granted,
      takePost: () => granted,
      takeSignIn: () => granted,
      takeSignInAs: () => granted,
      forgetSignIns: () => undefined,
      takeWish: () => granted,
      takeResumeLink: () => granted,
      takeReceipt: () => granted,
      noteEnquiry: (enquiry) => ({ isProofDue: isProofDue(enquiry) }),
      noteProven: () => true,
    };
  const isWithinCeilings = ceilingCounter(settings);
  const ticketSuspicion = ticketCounter(settings);
  const { withoutTicket, addresses } = settings;
  const [takeSend, takeUploadTarget, takeFigures, takePost, takeSignIn] = [
    perAddress(settings, settings.sends),
    perAddress(settings, settings.uploadTargets),
    perAddress(settings, settings.figures),
    perAddress(settings, settings.posts),
    perAddress(settings, settings.signIns),
  ];
  const signInsAs = createWindow(settings);
  const sendsWithoutTicket = createWindow({ windowMs: withoutTicket.windowMs, addresses });
  const allSends = createWindow(settings);
  return {
    takeSend({ address, hasTicket, now }) {
      const grant = takeSend({ address, now });
      if (!grant.isGranted) return grant;
      const inAll = allSends.take({ key: 'all', limit: settings.ceilings.refused, now });
      if (!inAll.isGranted || hasTicket) return inAll;
      return sendsWithoutTicket.take({ key: addressKey(address), limit: withoutTicket.sends, now });
    },
    takeUploadTarget,
    takeFigures,
    takePost,
    takeSignIn,
    takeSignInAs: ({ key, now }) => signInsAs.take({ key, limit: settings.signInsByName, now }),
    forgetSignIns: signInsAs.forget,
    takeWish: wishCounter(settings),
    takeResumeLink: resumeCounter(settings),
    takeReceipt: receiptCounter(settings),
    noteEnquiry(enquiry) {
      const ofTicket = ticketSuspicion(enquiry);
      if (isProofDue(enquiry)) return { suspicion: ofTicket, isProofDue: true };
      const isWithin = isWithinCeilings(enquiry);
      return { suspicion: ofTicket ?? (isWithin ? undefined : 'too-many'), isProofDue: false };
    },
    noteProven: isWithinCeilings,
  };
}

type TakeAsAddress = (request: {
  readonly address: string;
  readonly count?: number;
  readonly now: number;
}) => Grant;

/** A limit of each address, and of the network that it is in. */
function perAddress(settings: ServerSettings['limits'], limit: number): TakeAsAddress {
  const byAddress = createWindow(settings);
  const byNetwork = createWindow(settings);
  return ({ address, ...what }) => {
    const key = addressKey(address);
    const network = networkKey(key);
    const grant = byAddress.take({ ...what, key, limit });
    if (!grant.isGranted || network === undefined) return grant;
    return byNetwork.take({ ...what, key: network, limit: limit * settings.perNetwork });
  };
}

function resumeCounter({ addresses, resumeLinks }: ServerSettings['limits']): Limits['takeResumeLink'] {
  const take = mailCounter({ addresses, windowMs: resumeLinks.windowMs });
  return ({ address, recipient, now }) =>
    take(now, [
      { key: `address ${addressKey(address)}`, limit: resumeLinks.address },
      { key: `recipient ${recipient.toLowerCase()}`, limit: resumeLinks.recipient },
      { key: 'all', limit: resumeLinks.all },
    ]);
}

function receiptCounter({ addresses, receipts }: ServerSettings['limits']): Limits['takeReceipt'] {
  const windows = receipts.map(({ windowMs, ...limits }) => ({
    ...limits,
    take: mailCounter({ addresses, windowMs }),
  }));
  return ({ address, recipient, now }) => {
    for (const { take, ...limits } of windows) {
      const grant = take(now, [
        { key: `address ${addressKey(address)}`, limit: limits.address },
        { key: `recipient ${mailboxKey(recipient)}`, limit: limits.recipient },
        { key: 'all', limit: limits.all },
      ]);
      if (!grant.isGranted) return grant;
    }
    return granted;
  };
}

function wishCounter({ addresses, wishes }: ServerSettings['limits']): Limits['takeWish'] {
  const take = mailCounter({ addresses, windowMs: wishes.windowMs });
  return ({ address, name, now }) =>
    take(now, [
      { key: `address ${addressKey(address)}`, limit: wishes.address },
      { key: `name ${name.toLowerCase()}`, limit: wishes.name },
      { key: 'all', limit: wishes.all },
    ]);
}

/** Several limits at once: what is over one of them counts for none that is asked after it. */
function mailCounter(
  window: Parameters<typeof createWindow>[0],
): (now: number, limits: readonly { readonly key: string; readonly limit: number }[]) => Grant {
  const mails = createWindow(window);
  return (now, limits) => {
    for (const limit of limits) {
      const grant = mails.take({ ...limit, now });
      if (!grant.isGranted) return grant;
    }
    return granted;
  };
}

/** Whether enquiries are so many that their pages have to prove their effort. */
function proofCounter({
  windowMs,
  addresses,
  challenge,
}: ServerSettings['limits']): (enquiry: CountedEnquiry) => boolean {
  const enquiries = createWindow({ windowMs, addresses });
  return ({ address, office, page, now }) => {
    const isWithin = (key: string, limit: number) => enquiries.take({ key, limit, now }).isGranted;
    return [
      isWithin(`address ${addressKey(address)}`, challenge.address),
      isWithin(`office ${office}`, challenge.office),
      isWithin(`page ${page}`, challenge.page),
      isWithin('all', challenge.all),
    ].includes(false);
  };
}

function ceilingCounter({ windowMs, addresses, ceilings }: ServerSettings['limits']): Limits['noteProven'] {
  const enquiries = createWindow({ windowMs, addresses });
  return ({ office, page, now }) => {
    const isWithin = (key: string, limit: number) => enquiries.take({ key, limit, now }).isGranted;
    return ![
      isWithin(`office ${office}`, ceilings.office),
      isWithin(`page ${page}`, ceilings.page),
      isWithin('all', ceilings.all),
    ].includes(false);
  };
}

function ticketCounter({
  addresses,
  ticket: worn,
}: ServerSettings['limits']): (enquiry: CountedEnquiry) => Suspicion | undefined {
  const drawings = createWindow({ windowMs: ticketMs, addresses });
  return ({ ticket, now }) => {
    if (ticket === undefined) return undefined;
    const key = `${ticket.path} ${ticket.issuedAt}`;
    if (!drawings.take({ key, limit: worn.sends, now }).isGranted) return 'ticket-worn';
    return now - ticket.issuedAt < worn.leastAgeMs ? 'too-fast' : undefined;
  };
}

/** As long as a ticket holds, or a little longer. */
const ticketMs = 86_400_000;

const granted: Grant = { isGranted: true };

/**
 * Whom a limit counts: an IPv4 address as it is, an IPv6 address by its first 64 bits, since one subscriber has all
 * the addresses below them (RFC 6177): `addressKey('2001:db8::7') // '2001:db8:0:0'`.
 */
export function addressKey(address: string | undefined): string {
  // Fastify knows none of a connection that is gone by the time it is asked.
  const plain = (address ?? '').replace(/%.*$/, '').toLowerCase();
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain) ?? [];
  if (mapped) return mapped;
  return isIPv6(plain) ? expand(plain).slice(0, 4).join(':') : plain;
}

/**
 * A hash of the mailbox that an address may be one of many of, as mail providers have it: its case, dots and what follows a `+` in its
 * first part tell no two apart. `Ada.Lane+boats@example.org` counts as `adalane@example.org`.
 */
function mailboxKey(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const mailbox = `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
  return createHash('sha256').update(mailbox).digest('base64url');
}

/** The first 48 bits of an IPv6 address, which one customer may have (RFC 6177); undefined for IPv4. */
function networkKey(address: string): string | undefined {
  const [a, b, c, d] = address.split(':');
  return d === undefined ? undefined : [a, b, c].join(':');
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
