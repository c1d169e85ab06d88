/** What a mail server said to a command that it refused. */
export interface SmtpReply {
  /** RFC 5321, "Reply Codes". */
  readonly code: number;
  /** What it was said to: `RCPT TO`. */
  readonly command: string;
  /** Its words, as they came. */
  readonly text: string;
}

/**
 * Whether a refusal says that this address, or this message, will never be taken. Everything else may pass by itself or by what an
 * operator mends, and is worth another try: a mailbox that is full, a block list, a sender or a login that is refused.
 */
export function isForGood({ code, command, text }: SmtpReply): boolean {
  if (code < 500 || command !== 'RCPT TO') return false;
  const status = enhancedStatus.exec(text)?.[0];
  if (status !== undefined) return addressStatuses.has(status);
  return addressCodes.has(code) && !passingWords.test(text);
}

/** RFC 3463, "Enhanced Mail System Status Codes", of a permanent failure. */
const enhancedStatus = /\b5\.\d{1,3}\.\d{1,3}\b/;

/** Of those, what says that there is no such address any more: RFC 3463, 3.2 and 3.3 (a mailbox that is disabled); RFC 7505 (`Null MX`). */
const addressStatuses: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** Without such a status: no such mailbox, not here, no such name, a domain that takes no mail (RFC 5321, 4.2.3; RFC 7504). */
const addressCodes: ReadonlySet<number> = new Set([550, 551, 553, 556]);

/** Servers that know no status say in words that 550 is not about the address. */
const passingWords =
  /\b(?:full|quota|storage|spam\w*|block(?:ed|list\w*)?|black ?list\w*|dnsbl|rbl|listed|reputation|policy|relay\w*|denied|sender|spf|dkim|dmarc|ip|greylist\w*|later|temporar\w*)\b/i;
