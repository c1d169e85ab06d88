import type { ServerSettings } from '../config/settings.ts';
import type { MailTransport } from '../mail/mail-transport.ts';
import type { SaveAnswers, SavingDependencies } from './save-answers.ts';

/** What answers are saved with, and how its mails go out. */
export interface SavingOptions extends Omit<SavingDependencies, 'transport' | 'settings'> {
  readonly dataFolder: string;
  /** Absent: mails become files. */
  readonly smtpUrl: string | undefined;
  readonly settings: ServerSettings['resume'];
}

/**
 * Saves answers; what composes and sends mails is loaded when somebody first does, since most servers never do. `close` breaks off what
 * is still being sent.
 */
export function openSaving({ dataFolder, smtpUrl, settings, ...dependencies }: SavingOptions): {
  readonly saveAnswers: SaveAnswers;
  readonly close: () => void;
} {
  let transport: MailTransport | undefined;
  let opened: Promise<SaveAnswers> | undefined;

  async function open(): Promise<SaveAnswers> {
    const [{ createSaveAnswers }, { openTransport }] = await Promise.all([
      import('./save-answers.ts'),
      import('../mail/open-transport.ts'),
    ]);
    transport = openTransport({ dataFolder, smtpUrl, settings });
    return createSaveAnswers({ ...dependencies, transport, settings });
  }

  return {
    async saveAnswers(request) {
      opened ??= open();
      return (await opened)(request);
    },
    close: () => transport?.close(),
  };
}
