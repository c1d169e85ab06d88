import { lookUpLocale } from '#engine';
import words from './delivery-words.json' with { type: 'json' };

/**
 * Reasons why a mail is not accepted, with the pattern that recognizes each: replies of mail servers (RFC
 * 3463), and system errors. The first match counts.
 */
const reasonPatterns = [
  ['full', /\b[45]\.2\.2\b|\b(?:mailbox|inbox).*full|over ?quota/i],
  [
    'unknown-address',
    /\b5\.1\.[0-36]\b|\b(?:user|recipient|mailbox|address)\b.*\b(?:unknown|not? (?:exist|found|such))|\b(?:unknown|no such) (?:user|recipient|mailbox|address)/i,
  ],
  ['too-large', /\b5\.3\.4\b|\b5\.2\.3\b|\b552\b|too (?:large|big)/i],
  ['sign-in', /\bEAUTH\b|\b53[045]\b|\binvalid login|\bauthentication\b/i],
  ['unsafe', /\bESOCKET\b.*\b(?:tls|ssl)|certificate|\bstarttls\b|\btls\b/i],
  [
    'unreachable',
    /\bE(?:CONNREFUSED|TIMEDOUT|TIMEOUT|HOSTUNREACH|NETUNREACH|CONNRESET|CONNECTION|DNS|AI_AGAIN)\b|\bENOTFOUND\b|timed? ?out|greeting never/i,
  ],
  ['blocked', /\b5\.7\.\d+\b|\b554\b|spam|blocked|blacklist|policy/i],
  ['no-recipient', /no recipient/i],
  ['unknown-address', /\b550\b/],
  ['later', /\b4\d\d\b|\b4\.\d\.\d+\b|greylist|try (?:again|later)|temporar/i],
] as const satisfies readonly (readonly [name: string, pattern: RegExp])[];

type DeliveryReason = (typeof reasonPatterns)[number][0] | 'other' | 'unknown-address-of-visitor';

/** The type requires a message for each reason in each language. */
const messagesByLanguage: Readonly<Record<string, Readonly<Record<DeliveryReason, string>>>> = words;

/**
 * Explains why a mail was not accepted, in the nearest available language, else in English.
 * `explainDeliveryFailure('550 5.1.1 …', 'en') // 'There is no such address. …'`
 * @param reply The reply of the mail server, or the system error.
 * @param to The addressee: what helps against an address that does not exist depends on it.
 */
export function explainDeliveryFailure(
  reply: string,
  locale: string,
  to: 'recipient' | 'visitor' = 'recipient',
): string {
  const found = reasonPatterns.find(([, pattern]) => pattern.test(reply))?.[0] ?? 'other';
  const reason = found === 'unknown-address' && to === 'visitor' ? 'unknown-address-of-visitor' : found;
  return (messagesByLanguage[lookUpLocale(locale, Object.keys(messagesByLanguage)) ?? 'en'] ?? words.en)[
    reason
  ];
}
