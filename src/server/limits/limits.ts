import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ServerSettings } from '../config/settings.ts';
import type { TicketContent } from '../secret/ticket.ts';
import { toComparisonKey } from '../store/comparison-key.ts';
import type { Suspicion } from '../store/store.ts';
import type { LimitGrant } from './window.ts';
import { grantedOne, type LimitAsk, type LimitWindows } from './windows.ts';

/** The rate limits (docs/contract.md, "Refusals"; docs/behaviour.md, "Robots"). */
export interface Limits {
  /** Counts one call of `sendContactUs`. Without a valid ticket an address is limited more strictly. */
  consumeSend(request: {
    readonly address: string;
    readonly hasTicket: boolean;
    readonly now: number;
  }): Promise<LimitGrant>;
  consumeUploadTarget(request: { readonly address: string; readonly now: number }): Promise<LimitGrant>;
  /** Counts a report of visitors' steps, by their number. */
  consumeFigures(request: {
    readonly address: string;
    readonly count: number;
    readonly now: number;
  }): Promise<LimitGrant>;
  /** Counts one form that is posted without scripts, to be sent or only rendered again. */
  consumePost(request: { readonly address: string; readonly now: number }): Promise<LimitGrant>;
  consumeSignIn(request: { readonly address: string; readonly now: number }): Promise<LimitGrant>;
  /**
   * Counts one attempt to sign in with a name, or in a browser that knows it. `forgetSignIns` removes the
   * count after a correct one.
   */
  consumeSignInAs(request: { readonly key: string; readonly now: number }): Promise<LimitGrant>;
  forgetSignIns(key: string): Promise<void>;
  /** Counts one request for a new password, which is mailed to the person with this name. */
  consumePasswordRequest(request: {
    readonly address: string;
    readonly name: string;
    readonly now: number;
  }): Promise<LimitGrant>;
  /**
   * Counts one mail with a link for a new password, by its recipient, whichever name or address was given.
   */
  consumePasswordMail(request: { readonly recipient: string; readonly now: number }): Promise<LimitGrant>;
  /** Counts one link to saved answers. The given mail address may be somebody else's. */
  consumeResumeLink(request: {
    readonly address: string;
    readonly recipient: string;
    readonly now: number;
  }): Promise<LimitGrant>;
  /** Counts one receipt to a visitor. The given mail address may be somebody else's. */
  consumeReceipt(request: {
    readonly address: string;
    readonly recipient: string;
    readonly now: number;
  }): Promise<LimitGrant>;
  /** Counts a valid enquiry. One that must be proven counts for no ceiling before it is. */
  countEnquiry(enquiry: CountedEnquiry): Promise<EnquiryCount>;
  /** Counts an enquiry whose page has proven an effort; false above a ceiling. */
  countProvenEnquiry(enquiry: Pick<CountedEnquiry, 'office' | 'page' | 'now'>): Promise<boolean>;
}

export interface EnquiryCount {
  /**
   * The reason for which it looks like a robot's, by the number of similar ones or by its speed; absent if it
   * does not.
   */
  readonly suspicion?: Suspicion | undefined;
  /** True if so many have arrived that the page must prove an effort. */
  readonly isProofDue: boolean;
}

export interface CountedEnquiry {
  readonly address: string;
  readonly office: string;
  /** The path of the page by which it was judged. */
  readonly page: string;
  /** The rendering from which it was sent; absent without a valid ticket. */
  readonly ticket?: Pick<TicketContent, 'path' | 'issuedAt' | 'begunAt'> | undefined;
  /** The time of the earlier rendering of the page on which the visitor began; absent if it was this one. */
  readonly begunAt?: number | undefined;
  readonly now: number;
}

/**
 * Creates limits that count in `windows`. If `isOn` is false, everything is allowed and nothing is suspected.
 */
export function createLimits({
  settings,
  isOn,
  isChallenging = false,
  windows,
}: {
  readonly settings: ServerSettings['limits'];
  readonly isOn: boolean;
  /** If true, pages must prove an effort, even if `isOn` is false. */
  readonly isChallenging?: boolean;
  readonly windows: LimitWindows;
}): Limits {
  const consumeInOrder = (now: number, asks: readonly LimitAsk[]) =>
    isOn ? windows.consumeInOrder(asks, now) : Promise.resolve(grantedOne);
  const toSignInKey = (key: string) => ({ window: 'sign-ins-by-name', key });
  return {
    consumeSend: ({ now, ...send }) => consumeInOrder(now, createSendAsks(settings, send)),
    consumeUploadTarget: ({ now, ...asked }) =>
      consumeInOrder(
        now,
        createAddressAsks(settings, { ...asked, window: 'upload-targets', limit: settings.uploadTargets }),
      ),
    consumeFigures: ({ now, ...asked }) =>
      consumeInOrder(
        now,
        createAddressAsks(settings, { ...asked, window: 'figures', limit: settings.figures }),
      ),
    consumePost: ({ now, ...asked }) =>
      consumeInOrder(now, createAddressAsks(settings, { ...asked, window: 'posts', limit: settings.posts })),
    consumeSignIn: ({ now, ...asked }) =>
      consumeInOrder(
        now,
        createAddressAsks(settings, { ...asked, window: 'sign-ins', limit: settings.signIns }),
      ),
    consumeSignInAs: ({ key, now }) =>
      consumeInOrder(now, [
        { ...toSignInKey(key), windowMs: settings.windowMs, limit: settings.signInsByName },
      ]),
    forgetSignIns: async (key) => {
      if (isOn) await windows.forget(toSignInKey(key));
    },
    consumePasswordRequest: ({ now, ...wish }) => consumeInOrder(now, createPasswordAsks(settings, wish)),
    consumePasswordMail: ({ recipient, now }) =>
      consumeInOrder(now, [
        {
          window: 'wish-mails',
          windowMs: settings.wishes.windowMs,
          key: toMailboxKey(recipient, settings.sameDomains),
          limit: settings.wishes.name,
        },
      ]),
    consumeResumeLink: ({ now, ...link }) => consumeInOrder(now, createResumeAsks(settings, link)),
    consumeReceipt: ({ now, ...receipt }) => consumeInOrder(now, createReceiptAsks(settings, receipt)),
    async countEnquiry(enquiry) {
      const { now } = enquiry;
      const ofTicket = isOn ? createTicketAsks(settings, enquiry) : [];
      const ceilings = isOn ? createCeilingAsks(settings, enquiry) : [];
      const proofs = isChallenging ? createProofAsks(settings, enquiry) : [];
      // Ceilings are counted in the same call, except if the result decides first whether the enquiry must be
      // proven.
      const grants = await windows.consumeEach([...ofTicket, ...(isChallenging ? proofs : ceilings)], now);
      const ofRest = grants.slice(ofTicket.length);
      const suspicion = isOn
        ? assessTicket(settings, enquiry, areAllGranted(grants.slice(0, ofTicket.length)))
        : undefined;
      if (isChallenging && !areAllGranted(ofRest)) return { suspicion, isProofDue: true };
      const isWithin = areAllGranted(isChallenging ? await windows.consumeEach(ceilings, now) : ofRest);
      return { suspicion: suspicion ?? (isWithin ? undefined : 'too-many'), isProofDue: false };
    },
    async countProvenEnquiry(enquiry) {
      return (
        !isOn || areAllGranted(await windows.consumeEach(createCeilingAsks(settings, enquiry), enquiry.now))
      );
    },
  };
}

type LimitSettings = ServerSettings['limits'];

function areAllGranted(grants: readonly LimitGrant[]): boolean {
  return grants.every(({ isGranted }) => isGranted);
}

function createAddressAsks(
  { windowMs, perNetwork }: LimitSettings,
  { address, ...asked }: { readonly address: string } & Pick<LimitAsk, 'window' | 'limit' | 'count'>,
): readonly LimitAsk[] {
  const key = toAddressKey(address);
  const network = toNetworkKey(key);
  const ofAddress = { ...asked, windowMs, key };
  if (network === undefined) return [ofAddress];
  const ofNetwork = { ...ofAddress, window: `${asked.window}-of-network`, key: network };
  return [ofAddress, { ...ofNetwork, limit: asked.limit * perNetwork }];
}

function createSendAsks(
  settings: LimitSettings,
  { address, hasTicket }: { readonly address: string; readonly hasTicket: boolean },
): readonly LimitAsk[] {
  const { windowMs, sends, ceilings, withoutTicket } = settings;
  const asks = [
    ...createAddressAsks(settings, { address, window: 'sends', limit: sends }),
    { window: 'all-sends', windowMs, key: 'all', limit: ceilings.refused },
  ];
  if (hasTicket) return asks;
  const { sends: limit, windowMs: longer } = withoutTicket;
  return [...asks, { window: 'sends-without-ticket', windowMs: longer, key: toAddressKey(address), limit }];
}

function createPasswordAsks(
  { wishes: { windowMs, ...limits } }: LimitSettings,
  { address, name }: { readonly address: string; readonly name: string },
): readonly LimitAsk[] {
  const asked = { window: 'wishes', windowMs };
  return [
    { ...asked, key: `address ${toAddressKey(address)}`, limit: limits.address },
    { ...asked, key: `name ${toComparisonKey(name)}`, limit: limits.name },
    { ...asked, key: 'all', limit: limits.all },
  ];
}

function createResumeAsks(
  { sameDomains, resumeLinks: { windowMs, ...limits } }: LimitSettings,
  { address, recipient }: { readonly address: string; readonly recipient: string },
): readonly LimitAsk[] {
  const asked = { window: 'resume-links', windowMs };
  return [
    { ...asked, key: `address ${toAddressKey(address)}`, limit: limits.address },
    { ...asked, key: `recipient ${toMailboxKey(recipient, sameDomains)}`, limit: limits.recipient },
    { ...asked, key: 'all', limit: limits.all },
  ];
}

function createReceiptAsks(
  { sameDomains, receipts }: LimitSettings,
  { address, recipient }: { readonly address: string; readonly recipient: string },
): readonly LimitAsk[] {
  return receipts.flatMap(({ windowMs, ...limits }) => {
    const asked = { window: `receipts-in-${windowMs}-ms`, windowMs };
    return [
      { ...asked, key: `address ${toAddressKey(address)}`, limit: limits.address },
      { ...asked, key: `recipient ${toMailboxKey(recipient, sameDomains)}`, limit: limits.recipient },
      { ...asked, key: 'all', limit: limits.all },
    ];
  });
}

function createProofAsks(
  { windowMs, challenge }: LimitSettings,
  { address, office, page }: CountedEnquiry,
): readonly LimitAsk[] {
  const asked = { window: 'enquiries-to-prove', windowMs };
  return [
    { ...asked, key: `address ${toAddressKey(address)}`, limit: challenge.address },
    { ...asked, key: `office ${office}`, limit: challenge.office },
    { ...asked, key: `page ${page}`, limit: challenge.page },
    { ...asked, key: 'all', limit: challenge.all },
  ];
}

function createCeilingAsks(
  { windowMs, ceilings }: LimitSettings,
  { office, page }: Pick<CountedEnquiry, 'office' | 'page'>,
): readonly LimitAsk[] {
  const asked = { window: 'enquiries', windowMs };
  return [
    { ...asked, key: `office ${office}`, limit: ceilings.office },
    { ...asked, key: `page ${page}`, limit: ceilings.page },
    { ...asked, key: 'all', limit: ceilings.all },
  ];
}

function createTicketAsks(
  { ticket: { sends } }: LimitSettings,
  { ticket }: CountedEnquiry,
): readonly LimitAsk[] {
  if (ticket === undefined) return [];
  const key = `${ticket.path} ${ticket.issuedAt}`;
  return [{ window: 'drawings', windowMs: ticketMs, key, limit: sends }];
}

function assessTicket(
  { ticket: { leastAgeMs } }: LimitSettings,
  { ticket, begunAt, now }: CountedEnquiry,
  isGranted: boolean,
): Suspicion | undefined {
  if (ticket === undefined) return undefined;
  if (!isGranted) return 'ticket-worn';
  return now - (begunAt ?? ticket.begunAt ?? ticket.issuedAt) < leastAgeMs ? 'too-fast' : undefined;
}

/** At least the lifetime of a ticket. */
const ticketMs = 86_400_000;

/**
 * Returns the rate-limit key of a client: the IPv4 address, or the /64 prefix of an IPv6 address, because one
 * subscriber has all addresses of it (RFC 6177): `toAddressKey('2001:db8::7') // '2001:db8:0:0'`.
 */
export function toAddressKey(address: string | undefined): string {
  // Fastify has no address if the connection is closed already.
  const plain = (address ?? '').replace(/%[\s\S]*/, '').toLowerCase();
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain) ?? [];
  if (mapped) return mapped;
  return isIPv6(plain) ? expandIpv6(plain).slice(0, 4).join(':') : plain;
}

/**
 * Returns a hash of the mailbox of an address. Providers ignore case, dots and `+` suffixes in the local
 * part, different encodings of the same letters, and some have several domains; all these variants share one
 * key. `Ada.Lane+boats@example.org` counts as `adalane@example.org`.
 */
function toMailboxKey(address: string, sameDomains: LimitSettings['sameDomains']): string {
  const [local = '', domain = ''] = toComparisonKey(address).split('@');
  const ascii = domainToASCII(domain);
  const provider = Object.hasOwn(sameDomains, ascii) ? sameDomains[ascii] : ascii;
  const mailbox = `${local.replace(/\+[\s\S]*/, '').replaceAll('.', '')}@${provider}`;
  return createHash('sha256').update(mailbox).digest('base64url');
}

/**
 * Returns the first 48 bits of an IPv6 address, which one customer may have (RFC 6177); undefined for IPv4.
 */
function toNetworkKey(address: string): string | undefined {
  const [a, b, c, d] = address.split(':');
  return d === undefined ? undefined : [a, b, c].join(':');
}

/** Returns the groups of an IPv6 address with `::` expanded. A dotted tail counts as two groups. */
function expandIpv6(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const left = splitGroups(head);
  if (tail === undefined) return left;
  const right = splitGroups(tail);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

function splitGroups(text: string): readonly string[] {
  const parts = text.split(':').filter((part) => part !== '');
  return parts.flatMap((part) => (part.includes('.') ? ['0', '0'] : [part.replace(/^0+(?=.)/, '')]));
}
