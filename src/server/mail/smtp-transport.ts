import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/settings.ts';
import type { Delivery, MailTransport } from './mail-transport.ts';

/** Hands each mail to the server of an `smtp:` or `smtps:` URL, over as many connections as mails are under way. */
export function createSmtpTransport({
  url,
  settings,
}: {
  readonly url: string;
  readonly settings: Pick<MailSettings, 'concurrency' | 'connectTimeoutMs' | 'silenceTimeoutMs'>;
}): MailTransport {
  const server = createTransport({
    url,
    pool: true,
    maxConnections: settings.concurrency,
    // The outbox tries again by itself, and notes each attempt.
    maxRequeues: 0,
    connectionTimeout: settings.connectTimeoutMs,
    greetingTimeout: settings.connectTimeoutMs,
    socketTimeout: settings.silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ from, to, raw }) {
      try {
        await server.sendMail({ envelope: { from, to: [to] }, raw });
        return { kind: 'accepted' };
      } catch (error) {
        return notAccepted(error);
      }
    },
    close: () => server.close({ force: true }),
  };
}

/** Commands that are about this mail; what is rejected before them (greeting, login) is about the account. */
const commandsOfMail: ReadonlySet<string> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** 530 asks for a login and 503 for another order of commands (RFC 5321, "Reply Codes"): a later try may do. */
const notForGood: ReadonlySet<number> = new Set([503, 530]);

function notAccepted(error: unknown): Delivery {
  const { message, code, responseCode, command } = read(error);
  const isRejected =
    responseCode === undefined
      ? // Rejected before it was sent: no server can take such an address or such a size.
        code === 'EENVELOPE' || code === 'EMESSAGE'
      : responseCode >= 500 && !notForGood.has(responseCode) && commandsOfMail.has(command);
  return {
    kind: isRejected ? 'rejected' : 'deferred',
    reason: message,
    code: responseCode === undefined ? code : String(responseCode),
  };
}

function read(error: unknown) {
  const fields: { readonly [key: string]: unknown } = error instanceof Error ? { ...error } : {};
  return {
    message: error instanceof Error ? error.message : String(error),
    code: String(fields.originalCode ?? fields.code ?? 'unknown'),
    responseCode: typeof fields.responseCode === 'number' ? fields.responseCode : undefined,
    command: String(fields.command ?? ''),
  };
}
