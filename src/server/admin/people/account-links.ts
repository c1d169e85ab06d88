import { randomUUID } from 'node:crypto';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import type { LinkAnswer } from '../../../api/people.ts';
import { toInertLine, toInertText } from '../../delivery/mail/inert-text.ts';
import type { MailTransport } from '../../delivery/mail/mail-transport.ts';
import type { ServerSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MailContent } from '../../store/records/mail-queue.ts';
import words from './mail-words.json' with { type: 'json' };

/** A link with a one-time token, with which a person creates an account or resets a password. */
export interface AccountLink {
  readonly use: 'invitation' | 'reset';
  readonly token: string;
  /** The mail address. Undefined if the person has none; then the link is returned. */
  readonly to: string | undefined;
  /** The person who invites, or the owner of the account. */
  readonly name: string;
  readonly origin: string;
  /** BCP 47 tag of the mail's language. */
  readonly locale: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** A change of an account that its owner must learn about, in case somebody else made it. */
export interface AccountNotice {
  readonly what: 'email-changed' | 'password-changed' | 'second-factor-removed';
  /** The former mail address. Undefined: there was none, and nothing is sent. */
  readonly to: string | undefined;
  readonly name: string;
  readonly origin: string;
  readonly locale: string;
}

/** An action of somebody else on the draft: it is ready for publishing, or was sent back. */
export interface ReviewNotice extends Omit<AccountNotice, 'what'> {
  readonly what: 'review-requested' | 'review-returned';
  /** Their message, and the number of changes by author. */
  readonly details: { readonly message: string; readonly changes?: string };
}

export interface AccountLinks {
  /** True if mails are sent. Otherwise they are written to files, and links are returned. */
  readonly isMailing: boolean;
  /**
   * Mails a link. Resolves once the mail server has accepted it or failed; never rejects. The answer contains
   * the link if it was not mailed.
   */
  readonly sendLink: (link: AccountLink) => Promise<LinkAnswer>;
  /** Mails a notice in the background. A failure is logged. Does nothing if mails are not sent. */
  readonly sendNotice: (notice: AccountNotice) => void;
  /**
   * Mails a notice about the draft in the background, as `sendNotice` does. A mail that the mail server does not
   * take now is sent again after each delay of `retryMs`, while this server runs.
   */
  readonly sendReviewNotice: (notice: ReviewNotice) => void;
  /** Closes the connection to the mail server, if there is one. */
  readonly close: () => void;
}

export interface AccountLinkOptions {
  readonly dataFolder: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly settings: ServerSettings['people']['mail'];
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Returns the URL of the studio's page for a use: `https://forms.example/studio/reset#TOKEN`. The one-time
 * token is in the fragment, which browsers do not send, so it appears in no log and no referrer (URL
 * Standard, "fragment").
 */
export function createAccountLink(
  use: AccountLink['use'] | 'welcome',
  { origin, token }: Pick<AccountLink, 'origin' | 'token'>,
) {
  return `${origin}/studio/${use}#${token}`;
}

/** Creates the mailer. Its modules are loaded and its connection is opened with the first mail. */
export function openAccountLinks({
  dataFolder,
  smtpUrl,
  mailFrom,
  settings,
  log,
  now,
}: AccountLinkOptions): AccountLinks {
  let transport: MailTransport | undefined;
  /** The retries that are due later. */
  const waiting = new Set<NodeJS.Timeout>();

  function retryLater(delayMs: number, retry: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void retry();
    }, delayMs);
    timer.unref();
    waiting.add(timer);
  }

  /**
   * Sends a mail, or writes it to a file without a mail server. Returns true if it was accepted or written.
   * Logs a failure and returns false; never rejects.
   */
  async function deliverMail(
    to: string,
    content: MailContent,
    retries: readonly number[] = [],
  ): Promise<boolean> {
    try {
      const [{ composeMessage }, { openMailTransport: openTransport }] = await Promise.all([
        import('../../delivery/mail/compose.ts'),
        import('../../delivery/mail/open-mail-transport.ts'),
      ]);
      transport ??= openTransport({ dataFolder, smtpUrl, settings });
      const parts = { id: randomUUID(), at: now(), to, mailFrom, content };
      const delivery = await transport.deliver(await composeMessage(parts));
      if (delivery.kind === 'accepted') return true;
      const [retryMs, ...later] = delivery.kind === 'deferred' ? retries : [];
      if (retryMs !== undefined) retryLater(retryMs, () => deliverMail(to, content, later));
      log.warn('studio-mail-not-sent', delivery.code === undefined ? {} : { code: delivery.code });
    } catch (error) {
      log.error('studio-mail-not-sent', error);
    }
    return false;
  }

  return {
    isMailing: smtpUrl !== undefined,
    async sendLink(sent) {
      const { expiresAt, to } = sent;
      const link = createAccountLink(sent.use, sent);
      if (to === undefined) return { isMailed: false, link, expiresAt };
      const isAccepted = await deliverMail(to, createLinkMail(sent, link));
      return isAccepted && smtpUrl !== undefined
        ? { isMailed: true, expiresAt }
        : { isMailed: false, link, expiresAt };
    },
    sendNotice(notice) {
      if (notice.to !== undefined && smtpUrl !== undefined)
        void deliverMail(notice.to, createNoticeMail(notice));
    },
    sendReviewNotice(notice) {
      if (notice.to !== undefined && smtpUrl !== undefined)
        void deliverMail(notice.to, createReviewMail(notice), settings.retryMs);
    },
    close() {
      for (const retry of waiting) clearTimeout(retry);
      waiting.clear();
      transport?.close();
    },
  };
}

type AccountMailTexts = (typeof words)['en'];

/**
 * Returns a function that formats the text of a key with the name and the host inserted, as one line that is
 * safe in a header. Languages without texts get the English ones.
 */
function createTextFormatter({ name, origin, locale }: Pick<AccountNotice, 'name' | 'origin' | 'locale'>) {
  const [language] = locale.split('-');
  const texts: AccountMailTexts =
    (words as Readonly<Record<string, AccountMailTexts>>)[language ?? ''] ?? words.en;
  const given = { by: name, name, site: getHost(origin) };
  return (key: keyof AccountMailTexts) =>
    toInertLine(
      texts[key].replaceAll(/\{(by|name|site)\}/g, (_whole, value: keyof typeof given) => given[value]),
    );
}

function getHost(origin: string): string {
  return new URL(origin).host;
}

/** Returns the mail of a notice, with a link to the account's page. */
function createNoticeMail(notice: AccountNotice): MailContent {
  const { what, origin, locale } = notice;
  const text = createTextFormatter(notice);
  return {
    locale,
    domain: getHost(origin),
    replyTo: null,
    rows: [],
    details: [],
    words: {
      subject: text(`${what}.subject`),
      heading: text(`${what}.heading`),
      intro: text(`${what}.intro`),
      reply: text('notice.note'),
    },
    action: { label: text('notice.action'), link: `${origin}/studio/account` },
  };
}

/** Returns the mail of a notice about the draft, with a link to the page on which it is published. */
function createReviewMail(notice: ReviewNotice): MailContent {
  const { what, origin, locale, details } = notice;
  const text = createTextFormatter(notice);
  return {
    locale,
    domain: getHost(origin),
    replyTo: null,
    rows: [],
    details: [
      { label: text('review.message'), value: toInertText(details.message) },
      { label: text('review.changes'), value: toInertLine(details.changes ?? '') },
    ].filter(({ value }) => value !== ''),
    words: {
      subject: text(`${what}.subject`),
      heading: text(`${what}.heading`),
      intro: text(`${what}.intro`),
      reply: text('review.note'),
    },
    action: { label: text('review.action'), link: `${origin}/studio/publish` },
  };
}

/** Returns the mail of a link, with the time in UTC until which it is valid. */
function createLinkMail(sent: AccountLink, link: string): MailContent {
  const { use, origin, locale, expiresAt } = sent;
  const text = createTextFormatter(sent);
  const until = new Intl.DateTimeFormat(toFormattingLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    timeZoneName: undefined,
  }).format(expiresAt);
  return {
    locale,
    domain: getHost(origin),
    replyTo: null,
    rows: [],
    words: {
      subject: text(`${use}.subject`),
      heading: text(`${use}.heading`),
      intro: text(`${use}.intro`),
      reply: text(`${use}.note`),
    },
    action: { label: text(`${use}.action`), link },
    details: [{ label: text('until'), value: toInertLine(`${until} UTC`) }],
  };
}
