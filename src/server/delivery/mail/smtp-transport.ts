import { createTransport } from 'nodemailer';
import { isLoopback } from '../../platform/config/loopback.ts';
import type { MailSettings } from '../../platform/config/settings.ts';
import type { MailDelivery, MailTransport } from './mail-transport.ts';
import { isPermanentRefusal } from './smtp-refusal.ts';

export interface SmtpTransportOptions {
  readonly url: string;
  readonly settings: Pick<MailSettings, 'concurrency' | 'connectTimeoutMs' | 'silenceTimeoutMs'>;
}

/**
 * Creates a transport that sends each mail to the server of an `smtp:` or `smtps:` URL, over as many
 * connections as mails are sent at a time.
 */
export function createSmtpTransport({ url, settings }: SmtpTransportOptions): MailTransport {
  const server = createTransport({
    url,
    pool: true,
    maxConnections: settings.concurrency,
    // The outbox retries and records each attempt.
    maxRequeues: 0,
    requireTLS: requiresTls(url),
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
        return toFailedDelivery(error);
      }
    },
    /** Does nothing, because nothing is stored here. */
    forget: async () => {},
    /** Closes all connections, also those of running attempts. */
    close: () => server.close({ force: true }),
  };
}

/**
 * Returns true if the URL has a password and its host is another machine, so that the password is never sent
 * in plain text. A URL with `?requireTLS=false` overrides this.
 */
function requiresTls(url: string): boolean {
  const { hostname, password } = new URL(url);
  return password !== '' && !isLoopback(hostname);
}

/**
 * Returns the result of a failed attempt, with its reason and code: `rejected` if the address will never
 * accept mail, else `deferred`.
 */
function toFailedDelivery(error: unknown): MailDelivery {
  const { message, response, code, responseCode, command } = readSmtpError(error);
  // Refused before sending: no server can accept such an address.
  const isRejected =
    responseCode === undefined
      ? code === 'EENVELOPE'
      : isPermanentRefusal({ code: responseCode, command, text: response });
  return {
    kind: isRejected ? 'rejected' : 'deferred',
    reason: message,
    code: responseCode === undefined ? code : String(responseCode),
  };
}

/**
 * Returns the fields of an error of Nodemailer. `responseCode` is that of the server's reply; undefined
 * without one. Other absent fields are empty, and an absent `code` is `unknown`.
 */
function readSmtpError(error: unknown) {
  const fields: { readonly [key: string]: unknown } = error instanceof Error ? { ...error } : {};
  return {
    message: error instanceof Error ? error.message : String(error),
    response: String(fields.response ?? ''),
    code: String(fields.originalCode ?? fields.code ?? 'unknown'),
    responseCode: typeof fields.responseCode === 'number' ? fields.responseCode : undefined,
    command: String(fields.command ?? ''),
  };
}
