import { join } from 'node:path';
import { createFileTransport } from './file-transport.ts';
import type { MailTransport } from './mail-transport.ts';
import { createSmtpTransport, type SmtpTransportOptions } from './smtp-transport.ts';

/**
 * Opens the transport for the server of `SMTP_URL`; without one, mails are written to `<dataFolder>/outbox`.
 */
export function openMailTransport({
  dataFolder,
  smtpUrl,
  settings,
}: {
  readonly dataFolder: string;
  readonly smtpUrl: string | undefined;
  readonly settings: SmtpTransportOptions['settings'];
}): MailTransport {
  return smtpUrl
    ? createSmtpTransport({ url: smtpUrl, settings })
    : createFileTransport({ folder: getOutboxFolder(dataFolder) });
}

export function getOutboxFolder(dataFolder: string): string {
  return join(dataFolder, 'outbox');
}
