import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ServerSettings } from '../platform/config/settings.ts';
import { type CountedKeys, countedKeys } from '../platform/secret/challenge.ts';
import type { TicketContent } from '../platform/secret/ticket.ts';
import { toComparisonKey } from '../store/records/comparison-key.ts';
import type { Suspicion } from '../store/records/new-enquiry.ts';
import type { LimitGrant } from './window.ts';
import { grantedOne, type LimitWindows, type WindowRequest } from './windows.ts';

/** The rate limits (docs/contract.md, "Refusals"; docs/behaviour.md, "Robots"). */
export interface Limits {
  /** Counts one call of the mutation that sends a form. Without a valid ticket an address is limited more strictly. */
  consumeSend(request: {
    readonly address: string;
    readonly hasTicket: boolean;
    readonly now: number;
  }): Promise<LimitGrant>;
  /** Counts one request for an upload target. */
  consumeUploadTarget(request: { readonly address: string; readonly now: number }): Promise<LimitGrant>;
  /** Counts a report of visitors' steps, by their number. */
  consumeFigures(request: {
    readonly address: string;
    readonly count: number;
    readonly now: number;
  }): Promise<LimitGrant>;
  /** Counts one form that is posted without scripts, to be sent or only rendered again. */
  consumePost(request: { readonly address: string; readonly now: number }): Promise<LimitGrant>;
  /** Counts one request to a link to a preview, valid or not. */
  consumePreview(request: { readonly address: string; readonly now: number }): Promise<LimitGrant>;
  /** Counts one attempt to sign in from an address, with whatever name. */
  consumeSignIn(request: { readonly address: string; readonly now: number }): Promise<LimitGrant>;
  /**
   * Counts one attempt to sign in with a name, or in a browser in which the person has signed in before.
   * `forgetSignIns` resets the count after a successful attempt.
   */
  consumeSignInAs(request: { readonly key: string; readonly now: number }): Promise<LimitGrant>;
  /** Resets the count of `consumeSignInAs` for a key. */
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
  /**
   * Counts a valid enquiry. If its page must prove an effort first, the enquiry does not count towards the
   * ceilings yet.
   */
  countEnquiry(enquiry: CountedEnquiry): Promise<EnquiryCount>;
  /** Counts an enquiry whose page has proven an effort. Returns false above a ceiling. */
  countProvenEnquiry(enquiry: CountedKeys & Pick<CountedEnquiry, 'now'>): Promise<boolean>;
}

export interface EnquiryCount {
  /**
   * The reason why the enquiry looks like spam: too many similar ones, or too fast. Absent if it does not.
   */
  readonly suspicion?: Suspicion | undefined;
  /** True if so many have arrived that the page must prove an effort. */
  readonly isProofDue: boolean;
}

export interface CountedEnquiry extends CountedKeys {
  readonly address: string;
  /** The ticket of the page that sent the enquiry; absent if it is not valid. */
  readonly ticket?: Pick<TicketContent, 'path' | 'issuedAt' | 'begunAt'> | undefined;
  /** The time of the rendering with which the visitor began; absent if it was this one. */
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
  /**
   * Counts requests in order, up to the first that is refused, and returns that refusal or a grant. Grants
   * everything if the limits are off.
   */
  const consumeIfOn = (now: number, asks: readonly WindowRequest[]) =>
    isOn ? windows.consumeInOrder(asks, now) : Promise.resolve(grantedOne);
  /** Returns the window of `consumeSignInAs` with a key. */
  const toSignInKey = (key: string) => ({ window: 'sign-ins-by-name', key });
  return {
    consumeSend: ({ now, ...send }) => consumeIfOn(now, listSubmissionLimits(settings, send)),
    consumeUploadTarget: ({ now, ...asked }) =>
      consumeIfOn(
        now,
        listAddressLimits(settings, { ...asked, window: 'upload-targets', limit: settings.uploadTargets }),
      ),
    consumeFigures: ({ now, ...asked }) =>
      consumeIfOn(now, listAddressLimits(settings, { ...asked, window: 'figures', limit: settings.figures })),
    consumePost: ({ now, ...asked }) =>
      consumeIfOn(now, listAddressLimits(settings, { ...asked, window: 'posts', limit: settings.posts })),
    consumePreview: ({ now, ...asked }) =>
      consumeIfOn(
        now,
        listAddressLimits(settings, { ...asked, window: 'previews', limit: settings.previews }),
      ),
    consumeSignIn: ({ now, ...asked }) =>
      consumeIfOn(
        now,
        listAddressLimits(settings, { ...asked, window: 'sign-ins', limit: settings.signIns }),
      ),
    consumeSignInAs: ({ key, now }) =>
      consumeIfOn(now, [{ ...toSignInKey(key), windowMs: settings.windowMs, limit: settings.signInsByName }]),
    forgetSignIns: async (key) => {
      if (isOn) await windows.forget(toSignInKey(key));
    },
    consumePasswordRequest: ({ now, ...wish }) => consumeIfOn(now, listPasswordRequestLimits(settings, wish)),
    consumePasswordMail: ({ recipient, now }) =>
      consumeIfOn(now, [
        {
          window: 'wish-mails',
          windowMs: settings.wishes.windowMs,
          key: toMailboxKey(recipient, settings.sameDomains),
          limit: settings.wishes.name,
        },
      ]),
    consumeResumeLink: ({ now, ...link }) => consumeIfOn(now, listResumeLinkLimits(settings, link)),
    consumeReceipt: ({ now, ...receipt }) => consumeIfOn(now, listReceiptLimits(settings, receipt)),
    async countEnquiry(enquiry) {
      const { now } = enquiry;
      const ofTicket = isOn ? listTicketLimits(settings, enquiry) : [];
      const ceilings = isOn ? listCeilings(settings, enquiry) : [];
      const proofs = isChallenging ? listProofLimits(settings, enquiry) : [];
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
      return !isOn || areAllGranted(await windows.consumeEach(listCeilings(settings, enquiry), enquiry.now));
    },
  };
}

type LimitSettings = ServerSettings['limits'];

/** Returns true if all are granted, also if there are none. */
function areAllGranted(grants: readonly LimitGrant[]): boolean {
  return grants.every(({ isGranted }) => isGranted);
}

/**
 * Returns the limits of an IP address: its own, and for IPv6 also `perNetwork` times as much for its /48
 * network.
 */
function listAddressLimits(
  { windowMs, perNetwork }: LimitSettings,
  { address, ...asked }: { readonly address: string } & Pick<WindowRequest, 'window' | 'limit' | 'count'>,
): readonly WindowRequest[] {
  const key = toAddressKey(address);
  const network = toNetworkKey(key);
  const ofAddress = { ...asked, windowMs, key };
  if (network === undefined) return [ofAddress];
  const ofNetwork = { ...ofAddress, window: `${asked.window}-of-network`, key: network };
  return [ofAddress, { ...ofNetwork, limit: asked.limit * perNetwork }];
}

/**
 * Returns the limits of a submission: of its address and of all submissions together, and a stricter one
 * without a ticket.
 */
function listSubmissionLimits(
  settings: LimitSettings,
  { address, hasTicket }: { readonly address: string; readonly hasTicket: boolean },
): readonly WindowRequest[] {
  const { windowMs, sends, ceilings, withoutTicket } = settings;
  const asks = [
    ...listAddressLimits(settings, { address, window: 'sends', limit: sends }),
    { window: 'all-sends', windowMs, key: 'all', limit: ceilings.refused },
  ];
  if (hasTicket) return asks;
  const { sends: limit, windowMs: longer } = withoutTicket;
  return [...asks, { window: 'sends-without-ticket', windowMs: longer, key: toAddressKey(address), limit }];
}

/** Returns the limits of requests for a new password: by address, by name, and of all together. */
function listPasswordRequestLimits(
  { wishes: { windowMs, ...limits } }: LimitSettings,
  { address, name }: { readonly address: string; readonly name: string },
): readonly WindowRequest[] {
  const asked = { window: 'wishes', windowMs };
  return [
    { ...asked, key: `address ${toAddressKey(address)}`, limit: limits.address },
    { ...asked, key: `name ${toComparisonKey(name)}`, limit: limits.name },
    { ...asked, key: 'all', limit: limits.all },
  ];
}

/** Returns the limits of links to saved answers: by address, by recipient, and of all together. */
function listResumeLinkLimits(
  { sameDomains, resumeLinks: { windowMs, ...limits } }: LimitSettings,
  { address, recipient }: { readonly address: string; readonly recipient: string },
): readonly WindowRequest[] {
  const asked = { window: 'resume-links', windowMs };
  return [
    { ...asked, key: `address ${toAddressKey(address)}`, limit: limits.address },
    { ...asked, key: `recipient ${toMailboxKey(recipient, sameDomains)}`, limit: limits.recipient },
    { ...asked, key: 'all', limit: limits.all },
  ];
}

/**
 * Returns the limits of receipts by address, by recipient, and of all together, each for every configured
 * period.
 */
function listReceiptLimits(
  { sameDomains, receipts }: LimitSettings,
  { address, recipient }: { readonly address: string; readonly recipient: string },
): readonly WindowRequest[] {
  return receipts.flatMap(({ windowMs, ...limits }) => {
    const asked = { window: `receipts-in-${windowMs}-ms`, windowMs };
    return [
      { ...asked, key: `address ${toAddressKey(address)}`, limit: limits.address },
      { ...asked, key: `recipient ${toMailboxKey(recipient, sameDomains)}`, limit: limits.recipient },
      { ...asked, key: 'all', limit: limits.all },
    ];
  });
}

/**
 * Returns the limits above which a page must prove an effort: by address, by each counted key, and of all
 * enquiries together.
 */
function listProofLimits(
  { windowMs, challenge }: LimitSettings,
  enquiry: CountedEnquiry,
): readonly WindowRequest[] {
  const asked = { window: 'enquiries-to-prove', windowMs };
  return [
    { ...asked, key: `address ${toAddressKey(enquiry.address)}`, limit: challenge.address },
    ...countedKeys.map((name) => ({ ...asked, key: `${name} ${enquiry[name]}`, limit: challenge[name] })),
    { ...asked, key: 'all', limit: challenge.all },
  ];
}

/** Returns the limits above which an enquiry is suspected: by each counted key, and of all enquiries together. */
function listCeilings({ windowMs, ceilings }: LimitSettings, enquiry: CountedKeys): readonly WindowRequest[] {
  const asked = { window: 'enquiries', windowMs };
  return [
    ...countedKeys.map((name) => ({ ...asked, key: `${name} ${enquiry[name]}`, limit: ceilings[name] })),
    { ...asked, key: 'all', limit: ceilings.all },
  ];
}

/** Returns the limit of submissions with the same ticket; empty without a ticket. */
function listTicketLimits(
  { ticket: { sends } }: LimitSettings,
  { ticket }: CountedEnquiry,
): readonly WindowRequest[] {
  if (ticket === undefined) return [];
  const key = `${ticket.path} ${ticket.issuedAt}`;
  return [{ window: 'drawings', windowMs: ticketMs, key, limit: sends }];
}

/**
 * Returns the reason why a submission looks like spam by its ticket: used too often or too soon. Undefined if
 * it does not, or has no ticket.
 * @param isWithinLimit False if the ticket was used more often than its limit.
 */
function assessTicket(
  { ticket: { leastAgeMs } }: LimitSettings,
  { ticket, begunAt, now }: CountedEnquiry,
  isWithinLimit: boolean,
): Suspicion | undefined {
  if (ticket === undefined) return undefined;
  if (!isWithinLimit) return 'ticket-worn';
  return now - (begunAt ?? ticket.begunAt ?? ticket.issuedAt) < leastAgeMs ? 'too-fast' : undefined;
}

/** At least the lifetime of a ticket. */
const ticketMs = 86_400_000;

/**
 * Returns the rate-limit key of a client: the IPv4 address, or the /64 prefix of an IPv6 address, because one
 * subscriber has all addresses of it (RFC 6177): `toAddressKey('2001:db8::7') // '2001:db8:0:0'`. An IPv4
 * address in IPv6 form counts as IPv4. Empty if the address is unknown.
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
 * Returns the first 48 bits of an IPv6 address key, which one customer may have (RFC 6177); undefined for
 * IPv4.
 */
function toNetworkKey(address: string): string | undefined {
  const [a, b, c, d] = address.split(':');
  return d === undefined ? undefined : [a, b, c].join(':');
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function expandIpv6(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const left = splitIpv6Groups(head);
  if (tail === undefined) return left;
  const right = splitIpv6Groups(tail);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/**
 * Splits a part of an IPv6 address into groups without leading zeros. A dotted tail becomes two groups `0`.
 */
function splitIpv6Groups(text: string): readonly string[] {
  const parts = text.split(':').filter((part) => part !== '');
  return parts.flatMap((part) => (part.includes('.') ? ['0', '0'] : [part.replace(/^0+(?=.)/, '')]));
}
