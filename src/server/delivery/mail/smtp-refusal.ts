/** A mail server's reply by which it refuses a command. */
export interface SmtpReply {
  /** RFC 5321, "Reply Codes". */
  readonly code: number;
  /** The refused command, as Nodemailer names it: `RCPT TO`. */
  readonly command: string;
  readonly text: string;
}

/**
 * Returns true if the mail server will never accept mail for this address; only a refused `RCPT TO` can mean
 * that. Other refusals are retried, because they can end by themselves or after a repair: a full mailbox, a
 * block list, a refused sender or login.
 */
export function isPermanentRefusal({ code, command, text }: SmtpReply): boolean {
  if (code < 500 || command !== 'RCPT TO') return false;
  const status = enhancedStatus.exec(text)?.[0];
  if (status !== undefined) return addressStatuses.has(status);
  return addressCodes.has(code) && !temporaryWords.test(text);
}

/** An enhanced status code of a permanent failure (RFC 3463, "Enhanced Mail System Status Codes"). */
const enhancedStatus = /\b5\.\d{1,3}\.\d{1,3}\b/;

/**
 * Status codes of addresses that do not exist (any more): RFC 3463, 3.2 and 3.3 (a disabled mailbox); RFC
 * 7505 (`Null MX`).
 */
const addressStatuses: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/**
 * Reply codes with the same meaning, without a status code: no such mailbox, not local, invalid name, a
 * domain that accepts no mail (RFC 5321, 4.2.3; RFC 7504).
 */
const addressCodes: ReadonlySet<number> = new Set([550, 551, 553, 556]);

/** Words by which servers without status codes show that the 550 is not about the address. */
const temporaryWords =
  /\b(?:full|quota|storage|spam\w*|block(?:ed|list\w*)?|black ?list\w*|dnsbl|rbl|listed|reputation|policy|relay\w*|denied|sender|spf|dkim|dmarc|ip|greylist\w*|later|temporar\w*)\b/i;
