import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ServerSettings } from '../config/settings.ts';
import type { TicketNote } from '../secret/ticket.ts';
import { keyOf } from '../store/people-key.ts';
import type { Suspicion } from '../store/store.ts';
import type { Grant } from './window.ts';
import { type Ask, granted, type Windows } from './windows.ts';

/** How much may be asked for (docs/contract.md, "Refusals"; docs/behaviour.md, "Robots"). */
export interface Limits {
  /** One call of `sendContactUs`. Without a ticket that holds, an address may not go on like that for long. */
  takeSend(request: {
    readonly address: string;
    readonly hasTicket: boolean;
    readonly now: number;
  }): Promise<Grant>;
  /** One upload target. */
  takeUploadTarget(request: { readonly address: string; readonly now: number }): Promise<Grant>;
  /** A report of what a visitor did with a form, by how many steps it tells. */
  takeFigures(request: {
    readonly address: string;
    readonly count: number;
    readonly now: number;
  }): Promise<Grant>;
  /** One form that is posted without scripts, sent or only drawn anew. */
  takePost(request: { readonly address: string; readonly now: number }): Promise<Grant>;
  /** One try to sign in. */
  takeSignIn(request: { readonly address: string; readonly now: number }): Promise<Grant>;
  /** One try to sign in under a name, or in a browser that knows it; those that were right count no more once `forgetSignIns` is told. */
  takeSignInAs(request: { readonly key: string; readonly now: number }): Promise<Grant>;
  forgetSignIns(key: string): Promise<void>;
  /** One wish for a new password, which is mailed to whoever has that name. */
  takeWish(request: {
    readonly address: string;
    readonly name: string;
    readonly now: number;
  }): Promise<Grant>;
  /** One mail with a link for a new password, by whichever name or address of theirs somebody has wished for it. */
  takeWishMail(request: { readonly recipient: string; readonly now: number }): Promise<Grant>;
  /** One link to saved answers, for somebody who gives a mail address that need not be theirs. */
  takeResumeLink(request: {
    readonly address: string;
    readonly recipient: string;
    readonly now: number;
  }): Promise<Grant>;
  /** One receipt to a visitor, of an address that need not be theirs. */
  takeReceipt(request: {
    readonly address: string;
    readonly recipient: string;
    readonly now: number;
  }): Promise<Grant>;
  /** Counts a good enquiry. One that has to be proven counts for no ceiling before it is. */
  noteEnquiry(enquiry: CountedEnquiry): Promise<Noted>;
  /** Counts one whose page has proven its effort; false above a ceiling. */
  noteProven(enquiry: Pick<CountedEnquiry, 'office' | 'page' | 'now'>): Promise<boolean>;
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
  readonly ticket?: Pick<TicketNote, 'path' | 'issuedAt' | 'begunAt'> | undefined;
  /** The time of the earlier drawing of the page on which it was begun; absent: it was begun on this one. */
  readonly begunAt?: number | undefined;
  readonly now: number;
}

/** Counts in `windows`; with `isOn` false everything is granted, and nothing looks like a robot's. */
export function createLimits({
  settings,
  isOn,
  isChallenging = false,
  windows,
}: {
  readonly settings: ServerSettings['limits'];
  readonly isOn: boolean;
  /** Has pages prove their effort, limits or not. */
  readonly isChallenging?: boolean;
  readonly windows: Windows;
}): Limits {
  const inOrder = (now: number, asks: readonly Ask[]) =>
    isOn ? windows.takeInOrder(asks, now) : Promise.resolve(granted);
  const signInsOf = (key: string) => ({ window: 'sign-ins-by-name', key });
  return {
    takeSend: ({ now, ...send }) => inOrder(now, sendAsks(settings, send)),
    takeUploadTarget: ({ now, ...asked }) =>
      inOrder(
        now,
        addressAsks(settings, { ...asked, window: 'upload-targets', limit: settings.uploadTargets }),
      ),
    takeFigures: ({ now, ...asked }) =>
      inOrder(now, addressAsks(settings, { ...asked, window: 'figures', limit: settings.figures })),
    takePost: ({ now, ...asked }) =>
      inOrder(now, addressAsks(settings, { ...asked, window: 'posts', limit: settings.posts })),
    takeSignIn: ({ now, ...asked }) =>
      inOrder(now, addressAsks(settings, { ...asked, window: 'sign-ins', limit: settings.signIns })),
    takeSignInAs: ({ key, now }) =>
      inOrder(now, [{ ...signInsOf(key), windowMs: settings.windowMs, limit: settings.signInsByName }]),
    forgetSignIns: async (key) => {
      if (isOn) await windows.forget(signInsOf(key));
    },
    takeWish: ({ now, ...wish }) => inOrder(now, wishAsks(settings, wish)),
    takeWishMail: ({ recipient, now }) =>
      inOrder(now, [
        {
          ...{ window: 'wish-mails', windowMs: settings.wishes.windowMs },
          ...{ key: mailboxKey(recipient, settings.sameDomains), limit: settings.wishes.name },
        },
      ]),
    takeResumeLink: ({ now, ...link }) => inOrder(now, resumeAsks(settings, link)),
    takeReceipt: ({ now, ...receipt }) => inOrder(now, receiptAsks(settings, receipt)),
    async noteEnquiry(enquiry) {
      const { now } = enquiry;
      const ofTicket = isOn ? ticketAsks(settings, enquiry) : [];
      const ceilings = isOn ? ceilingAsks(settings, enquiry) : [];
      const proofs = isChallenging ? proofAsks(settings, enquiry) : [];
      // Ceilings are asked with the rest, but where it has to be known before whether the enquiry is to be proven.
      const grants = await windows.takeEach([...ofTicket, ...(isChallenging ? proofs : ceilings)], now);
      const ofRest = grants.slice(ofTicket.length);
      const suspicion = isOn
        ? ticketSuspicion(settings, enquiry, areGranted(grants.slice(0, ofTicket.length)))
        : undefined;
      if (isChallenging && !areGranted(ofRest)) return { suspicion, isProofDue: true };
      const isWithin = areGranted(isChallenging ? await windows.takeEach(ceilings, now) : ofRest);
      return { suspicion: suspicion ?? (isWithin ? undefined : 'too-many'), isProofDue: false };
    },
    async noteProven(enquiry) {
      return !isOn || areGranted(await windows.takeEach(ceilingAsks(settings, enquiry), enquiry.now));
    },
  };
}

type LimitSettings = ServerSettings['limits'];

function areGranted(grants: readonly Grant[]): boolean {
  return grants.every(({ isGranted }) => isGranted);
}

/** A limit of an address, and of the network that it is in. */
function addressAsks(
  { windowMs, perNetwork }: LimitSettings,
  { address, ...asked }: { readonly address: string } & Pick<Ask, 'window' | 'limit' | 'count'>,
): readonly Ask[] {
  const key = addressKey(address);
  const network = networkKey(key);
  const ofAddress = { ...asked, windowMs, key };
  if (network === undefined) return [ofAddress];
  const ofNetwork = { ...ofAddress, window: `${asked.window}-of-network`, key: network };
  return [ofAddress, { ...ofNetwork, limit: asked.limit * perNetwork }];
}

function sendAsks(
  settings: LimitSettings,
  { address, hasTicket }: { readonly address: string; readonly hasTicket: boolean },
): readonly Ask[] {
  const { windowMs, sends, ceilings, withoutTicket } = settings;
  const asks = [
    ...addressAsks(settings, { address, window: 'sends', limit: sends }),
    { window: 'all-sends', windowMs, key: 'all', limit: ceilings.refused },
  ];
  if (hasTicket) return asks;
  const { sends: limit, windowMs: longer } = withoutTicket;
  return [...asks, { window: 'sends-without-ticket', windowMs: longer, key: addressKey(address), limit }];
}

function wishAsks(
  { wishes: { windowMs, ...limits } }: LimitSettings,
  { address, name }: { readonly address: string; readonly name: string },
): readonly Ask[] {
  const asked = { window: 'wishes', windowMs };
  return [
    { ...asked, key: `address ${addressKey(address)}`, limit: limits.address },
    { ...asked, key: `name ${keyOf(name)}`, limit: limits.name },
    { ...asked, key: 'all', limit: limits.all },
  ];
}

function resumeAsks(
  { sameDomains, resumeLinks: { windowMs, ...limits } }: LimitSettings,
  { address, recipient }: { readonly address: string; readonly recipient: string },
): readonly Ask[] {
  const asked = { window: 'resume-links', windowMs };
  return [
    { ...asked, key: `address ${addressKey(address)}`, limit: limits.address },
    { ...asked, key: `recipient ${mailboxKey(recipient, sameDomains)}`, limit: limits.recipient },
    { ...asked, key: 'all', limit: limits.all },
  ];
}

function receiptAsks(
  { sameDomains, receipts }: LimitSettings,
  { address, recipient }: { readonly address: string; readonly recipient: string },
): readonly Ask[] {
  return receipts.flatMap(({ windowMs, ...limits }) => {
    const asked = { window: `receipts-in-${windowMs}-ms`, windowMs };
    return [
      { ...asked, key: `address ${addressKey(address)}`, limit: limits.address },
      { ...asked, key: `recipient ${mailboxKey(recipient, sameDomains)}`, limit: limits.recipient },
      { ...asked, key: 'all', limit: limits.all },
    ];
  });
}

/** Above which enquiries are so many that their pages have to prove their effort. */
function proofAsks(
  { windowMs, challenge }: LimitSettings,
  { address, office, page }: CountedEnquiry,
): readonly Ask[] {
  const asked = { window: 'enquiries-to-prove', windowMs };
  return [
    { ...asked, key: `address ${addressKey(address)}`, limit: challenge.address },
    { ...asked, key: `office ${office}`, limit: challenge.office },
    { ...asked, key: `page ${page}`, limit: challenge.page },
    { ...asked, key: 'all', limit: challenge.all },
  ];
}

function ceilingAsks(
  { windowMs, ceilings }: LimitSettings,
  { office, page }: Pick<CountedEnquiry, 'office' | 'page'>,
): readonly Ask[] {
  const asked = { window: 'enquiries', windowMs };
  return [
    { ...asked, key: `office ${office}`, limit: ceilings.office },
    { ...asked, key: `page ${page}`, limit: ceilings.page },
    { ...asked, key: 'all', limit: ceilings.all },
  ];
}

function ticketAsks({ ticket: { sends } }: LimitSettings, { ticket }: CountedEnquiry): readonly Ask[] {
  if (ticket === undefined) return [];
  const key = `${ticket.path} ${ticket.issuedAt}`;
  return [{ window: 'drawings', windowMs: ticketMs, key, limit: sends }];
}

function ticketSuspicion(
  { ticket: { leastAgeMs } }: LimitSettings,
  { ticket, begunAt, now }: CountedEnquiry,
  isGranted: boolean,
): Suspicion | undefined {
  if (ticket === undefined) return undefined;
  if (!isGranted) return 'ticket-worn';
  return now - (begunAt ?? ticket.begunAt ?? ticket.issuedAt) < leastAgeMs ? 'too-fast' : undefined;
}

/** As long as a ticket holds, or a little longer. */
const ticketMs = 86_400_000;

/**
 * Whom a limit counts: an IPv4 address as it is, an IPv6 address by its first 64 bits, since one subscriber has all
 * the addresses below them (RFC 6177): `addressKey('2001:db8::7') // '2001:db8:0:0'`.
 */
export function addressKey(address: string | undefined): string {
  // Fastify knows none of a connection that is gone by the time it is asked.
  const plain = (address ?? '').replace(/%[\s\S]*/, '').toLowerCase();
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain) ?? [];
  if (mapped) return mapped;
  return isIPv6(plain) ? expand(plain).slice(0, 4).join(':') : plain;
}

/**
 * A hash of the mailbox that an address may be one of many of, as mail providers have it: its case, how its letters are written, dots and
 * what follows a `+` in its first part tell no two apart, nor do domains of one provider. `Ada.Lane+boats@example.org` counts as `adalane@example.org`.
 */
function mailboxKey(address: string, sameDomains: LimitSettings['sameDomains']): string {
  const [local = '', domain = ''] = keyOf(address).split('@');
  const ascii = domainToASCII(domain);
  const provider = Object.hasOwn(sameDomains, ascii) ? sameDomains[ascii] : ascii;
  const mailbox = `${local.replace(/\+[\s\S]*/, '').replaceAll('.', '')}@${provider}`;
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
