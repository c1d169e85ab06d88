import type { MailTransport } from '../../delivery/mail/mail-transport.ts';
import type { ServerSettings } from '../../platform/config/settings.ts';
import type { SaveAnswers, SaveDependencies } from './save-answers.ts';

export interface SavingOptions extends Omit<SaveDependencies, 'transport' | 'settings'> {
  readonly dataFolder: string;
  /** Absent: mails are written to files. */
  readonly smtpUrl: string | undefined;
  readonly settings: ServerSettings['resume'];
}

/**
 * Creates the function that saves answers. The modules for mails are loaded on first use, since most servers
 * never need them. `close` aborts mails that are being sent; before the first use it does nothing.
 */
export function createLazySaving({ dataFolder, smtpUrl, settings, ...dependencies }: SavingOptions): {
  readonly saveAnswers: SaveAnswers;
  readonly close: () => void;
} {
  let transport: MailTransport | undefined;
  let opened: Promise<SaveAnswers> | undefined;

  async function loadSaveAnswers(): Promise<SaveAnswers> {
    const [{ createSaveAnswers }, { openMailTransport: openTransport }] = await Promise.all([
      import('./save-answers.ts'),
      import('../../delivery/mail/open-mail-transport.ts'),
    ]);
    transport = openTransport({ dataFolder, smtpUrl, settings });
    return createSaveAnswers({ ...dependencies, transport, settings });
  }

  return {
    async saveAnswers(request) {
      opened ??= loadSaveAnswers();
      return (await opened)(request);
    },
    close: () => transport?.close(),
  };
}
