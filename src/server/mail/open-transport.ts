import { join } from 'node:path';
import { createFileTransport } from './file-transport.ts';
import type { MailTransport } from './mail-transport.ts';
import { createSmtpTransport, type SmtpTransportOptions } from './smtp-transport.ts';

/** Mails go to the server of `SMTP_URL`; without one they become files in `<dataFolder>/outbox`. */
export function openTransport({
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
    : createFileTransport({ folder: outboxFolder(dataFolder) });
}

/** Where mails become files. */
export function outboxFolder(dataFolder: string): string {
  return join(dataFolder, 'outbox');
}
