import { type Form, type FormType, findText, isSameId, listTextKeys } from '#engine';
import { listArguments } from '#engine/compile/texts.ts';
import { mailFacts } from '#engine/preset/model.ts';
import { findTextLocale } from '#engine/texts/locale.ts';
import type { ReplyStart, ReplyTemplate } from '../../api/inbox.ts';
import { disarmLinks, toInertLine, toInertText } from '../delivery/mail/inert-text.ts';
import { formatMailTime } from '../delivery/mail/prepare-mail.ts';
import { toSoleAddress } from '../delivery/mail/sole-address.ts';
import { type Content, findPage, findSiteByDomain } from '../forms/content/content.ts';
import { findTypeName } from '../forms/content/type-names.ts';
import type { InboxSettings } from '../platform/config/settings.ts';
import { findHolderLabel } from '../preset/enquiries.ts';
import type { InboxEnquiry } from '../store/records/inbox-entry.ts';
import type { MailContent } from '../store/records/mail-queue.ts';
import { findCurrentMailAddresses } from './enquiry-actions.ts';
import { findLongestAnswer } from './enquiry-view.ts';

export interface ReplySources {
  readonly enquiry: InboxEnquiry;
  readonly form: Form;
  readonly content: Content;
  /** The name of the person who replies. */
  readonly person: string;
  readonly desk: Pick<InboxSettings, 'longestReply' | 'longestReplySubject' | 'longestQuote'>;
}

/** Returns what a reply to an enquiry starts from. Undefined if the visitor gave no address to write to. */
export function createReplyStart(sources: ReplySources): ReplyStart | undefined {
  const { enquiry, form, desk } = sources;
  const to = findVisitorAddress(enquiry);
  if (to === undefined) return undefined;
  const replyTo = findReplyAddress(sources);
  return {
    to,
    ...(replyTo !== null && { replyTo }),
    locale: findVisitorLocale(sources),
    languages: Object.keys(form.texts).map((locale) => ({
      locale,
      subject: createSubject(sources, locale),
      templates: listReplyTemplates(sources, locale),
    })),
    quote: createQuote(sources),
    longestSubject: desk.longestReplySubject,
    longestText: desk.longestReply,
  };
}

/** The words of a reply, as the person sent them. */
export interface ReplyText {
  readonly locale: string;
  readonly subject: string;
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Returns the content of the mail with a reply: safe words, the quote if it is wanted, and the address for answers. */
export function prepareReplyMail(
  { locale, subject, text, isQuoted }: ReplyText,
  sources: ReplySources,
): MailContent {
  const { enquiry, form } = sources;
  const quote = isQuoted ? createQuote(sources) : '';
  const at = formatMailTime(Date.parse(enquiry.receivedAt), locale);
  const heading = findText(form, locale, listTextKeys(findType(sources)?.key, 'mail.quoted'), { at });
  const address = findReplyAddress(sources);
  return {
    locale,
    domain: enquiry.domain,
    replyTo: address === null ? null : { name: findHolderLabel(sources.content, enquiry) ?? '', address },
    words: {
      subject: toInertLine(subject),
      heading: '',
      intro: toInertText(text),
      // Older forms do not have this text.
      ...(quote !== '' && heading !== undefined && { reply: toInertLine(heading) }),
    },
    rows: quote === '' ? [] : [{ label: '', value: quote }],
    details: [],
  };
}

/** Returns the only address of the visitor that a mail can be sent to; undefined if there is none. */
export function findVisitorAddress({ visitor }: InboxEnquiry): string | undefined {
  return visitor?.email === undefined ? undefined : toSoleAddress(visitor.email);
}

/** Returns the first placeholder in a text, such as `{name}`; undefined if there is none. */
export function findPlaceholder(text: string): string | undefined {
  return /\{\s*[a-z][\w.-]*\s*\}/i.exec(text)?.[0];
}

/** Returns the name of each template of a type, sorted: `mail.replies.‹name›.text` is its text. */
function listTemplateNames({ texts }: Form, typeKey: string | undefined): readonly string[] {
  const names = Object.values(texts).flatMap((ofLocale) =>
    Object.keys(ofLocale).flatMap((key) => {
      const [, type, name] = templateKey.exec(key) ?? [];
      return name !== undefined && (type === undefined || type === typeKey) ? [name] : [];
    }),
  );
  return [...new Set(names)].sort();
}

const templateKey = /^(?:forms\.([^.]+)\.)?mail\.replies\.([^.]+)\.text$/;

/** Returns the templates of the enquiry's type in a language, filled in. */
function listReplyTemplates(sources: ReplySources, locale: string): readonly ReplyTemplate[] {
  const type = findType(sources);
  return listTemplateNames(sources.form, type?.key).map((id) => {
    /** Returns a part of the template; undefined if it has none. */
    const getPart = (part: string) =>
      fillText(sources, locale, listTextKeys(type?.key, `mail.replies.${id}.${part}`));
    return {
      id,
      name: getPart('name') ?? id,
      subject: toInertLine(getPart('subject') ?? createSubject(sources, locale)),
      text: toInertText(getPart('text') ?? ''),
    };
  });
}

/** Returns a text with its placeholders replaced; those without a value stay, in braces. */
function fillText(sources: ReplySources, locale: string, keys: readonly string[]): string | undefined {
  const { form } = sources;
  const known = getPlaceholderValues(sources, locale);
  const names = keys.flatMap((key) =>
    Object.values(form.texts).flatMap((texts) => listArguments(texts[key] ?? '')),
  );
  const values = Object.fromEntries(names.map((name) => [name, known.get(name)?.trim() || `{${name}}`]));
  return findText(form, locale, keys, values);
}

/** Returns the values of the placeholders; those without a value are absent. */
function getPlaceholderValues(
  { enquiry, content, person, form }: ReplySources,
  locale: string,
): ReadonlyMap<string, string | undefined> {
  return new Map([
    ['name', toInertLine(enquiry.visitor?.name ?? '')],
    ['reference', enquiry.reference],
    ...mailFacts.map((fact) => [fact, findHolderLabel(content, enquiry)] as const),
    ['person', toInertLine(person)],
    ['type', findTypeName({ form, content }, enquiry.enquiryType, locale)],
    ['domain', enquiry.domain],
  ]);
}

/** Returns the subject without a template: `Re: Boat valuation (K7Q-M4X-HP9)`. */
function createSubject({ enquiry, form, content }: ReplySources, locale: string): string {
  const type = findTypeName({ form, content }, enquiry.enquiryType, locale);
  return toInertLine(`Re: ${type} (${enquiry.reference})`);
}

/** Returns the start of the visitor's message, without links. */
function createQuote({ enquiry, desk: { longestQuote } }: ReplySources): string {
  const characters = [
    ...toInertText(
      findLongestAnswer(enquiry)
        .slice(0, longestQuote * 2)
        .toWellFormed(),
    ),
  ];
  const isCut = characters.length > longestQuote;
  return disarmLinks(isCut ? `${characters.slice(0, longestQuote).join('')}…` : characters.join('')).trim();
}

/** Returns the language of the page from which it was sent, else of its site, as one that the form has. */
function findVisitorLocale({ enquiry, form, content }: ReplySources): string {
  const path = URL.parse(enquiry.submissionUrl)?.pathname ?? '';
  const locale = findPage(content, path)?.locale ?? findSiteByDomain(content, enquiry.domain)?.locale;
  return findTextLocale(form, locale ?? form.settings.fallbackLocale);
}

/** Returns the address for the visitor's answers: of whoever has the enquiry now, else of its site. */
function findReplyAddress({ form, content, enquiry }: ReplySources): string | null {
  return findCurrentMailAddresses({ form, content }, enquiry).to;
}

/** Returns the type of the enquiry; undefined if the form no longer has it. */
function findType({ form, enquiry }: ReplySources): FormType | undefined {
  return form.types.find(({ id }) => isSameId(id, enquiry.enquiryType));
}
