import { randomUUID } from 'node:crypto';
import { formattingLocale } from '#engine/locale.ts';
import type { LinkAnswer } from '../../studio/protocol-people.ts';
import type { ServerSettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { inertLine } from '../mail/inert.ts';
import type { MailTransport } from '../mail/mail-transport.ts';
import type { MailContent } from '../store/mail-queue.ts';
import words from './mail-words.json' with { type: 'json' };

/** A link that somebody is to have. */
export interface SentLink {
  readonly use: 'invitation' | 'reset';
  readonly word: string;
  /** Their mail address; undefined: they have none, and the link is handed over. */
  readonly to: string | undefined;
  /** Who invites, or whose account it is. */
  readonly name: string;
  /** What links begin with. */
  readonly origin: string;
  /** BCP 47 tag of the mail's language. */
  readonly locale: string;
  readonly expiresAt: number;
}

/** Something about somebody's account that they are to hear of, should it not have been them. */
export interface Notice {
  readonly what: 'email-changed' | 'password-changed' | 'second-factor-removed';
  /** Where they had their mail before; undefined: nowhere, and nothing is sent. */
  readonly to: string | undefined;
  readonly name: string;
  readonly origin: string;
  readonly locale: string;
}

/** Sends links and notices to people. */
export interface Links {
  /** Mails are sent; otherwise they become files, and links are handed over. */
  readonly isMailing: boolean;
  /** Resolves with whether it was mailed, once the mail server has taken it; never rejects. */
  readonly send: (link: SentLink) => Promise<LinkAnswer>;
  /** Mails a notice, where mails are sent; nobody waits for it, and one that is not taken stands in the log. */
  readonly tell: (notice: Notice) => void;
  readonly close: () => void;
}

/** How mails with links go out. */
export interface LinkOptions {
  readonly dataFolder: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly settings: ServerSettings['people']['mail'];
  readonly log: Log;
  readonly now: () => number;
}

/**
 * The address of a page in front of the door: its word stands behind the `#`, which no browser sends, no proxy logs and no referrer tells
 * (URL Standard, "fragment").
 */
export function linkTo(
  use: SentLink['use'] | 'welcome',
  { origin, word }: Pick<SentLink, 'origin' | 'word'>,
) {
  return `${origin}/studio/${use}#${word}`;
}

/** Sends by `SMTP_URL`; what composes mails is loaded with the first. */
export function openLinks({ dataFolder, smtpUrl, mailFrom, settings, log, now }: LinkOptions): Links {
  let transport: MailTransport | undefined;

  /** Whether it was taken. Never rejects. */
  async function deliver(to: string, content: MailContent): Promise<boolean> {
    try {
      const [{ composeMessage }, { openTransport }] = await Promise.all([
        import('../mail/compose.ts'),
        import('../mail/open-transport.ts'),
      ]);
      transport ??= openTransport({ dataFolder, smtpUrl, settings });
      const parts = { id: randomUUID(), at: now(), to, mailFrom, content };
      const delivery = await transport.deliver(await composeMessage(parts));
      if (delivery.kind === 'accepted') return true;
      log.warn('studio-mail-not-sent', delivery.code === undefined ? {} : { code: delivery.code });
    } catch (error) {
      log.error('studio-mail-not-sent', error);
    }
    return false;
  }

  return {
    isMailing: smtpUrl !== undefined,
    async send(sent) {
      const { expiresAt, to } = sent;
      const link = linkTo(sent.use, sent);
      if (to === undefined) return { isMailed: false, link, expiresAt };
      const isTaken = await deliver(to, linkMail(sent, link));
      return isTaken && smtpUrl !== undefined
        ? { isMailed: true, expiresAt }
        : { isMailed: false, link, expiresAt };
    },
    tell(notice) {
      if (notice.to !== undefined && smtpUrl !== undefined) void deliver(notice.to, noticeMail(notice));
    },
    close: () => transport?.close(),
  };
}

type MailWords = (typeof words)['en'];

/** The words of a mail, in one line each. */
function wordsOf({ name, origin, locale }: Pick<Notice, 'name' | 'origin' | 'locale'>) {
  const [language] = locale.split('-');
  const said: MailWords = (words as Readonly<Record<string, MailWords>>)[language ?? ''] ?? words.en;
  const given = { by: name, name, site: domainOf(origin) };
  return (key: keyof MailWords) =>
    inertLine(
      said[key].replaceAll(/\{(by|name|site)\}/g, (_whole, value: keyof typeof given) => given[value]),
    );
}

function domainOf(origin: string): string {
  return new URL(origin).host;
}

function noticeMail(notice: Notice): MailContent {
  const { what, origin, locale } = notice;
  const text = wordsOf(notice);
  return {
    ...{ locale, domain: domainOf(origin), replyTo: null, rows: [], details: [] },
    words: {
      subject: text(`${what}.subject`),
      heading: text(`${what}.heading`),
      intro: text(`${what}.intro`),
      reply: text('notice.note'),
    },
    action: { label: text('notice.action'), link: `${origin}/studio/account` },
  };
}

function linkMail(sent: SentLink, link: string): MailContent {
  const { use, origin, locale, expiresAt } = sent;
  const text = wordsOf(sent);
  const until = new Intl.DateTimeFormat(formattingLocale(locale), {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', timeZoneName: undefined },
  }).format(expiresAt);
  return {
    ...{ locale, domain: domainOf(origin), replyTo: null, rows: [] },
    words: {
      subject: text(`${use}.subject`),
      heading: text(`${use}.heading`),
      intro: text(`${use}.intro`),
      reply: text(`${use}.note`),
    },
    action: { label: text(`${use}.action`), link },
    details: [{ label: text('until'), value: inertLine(`${until} UTC`) }],
  };
}
