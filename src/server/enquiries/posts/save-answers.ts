import { randomUUID } from 'node:crypto';
import { formatText, type Plan, pageQueries, toDraftValues, typeField, type Values } from '#engine';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import { composeMessage } from '../../delivery/mail/compose.ts';
import { toInertLine } from '../../delivery/mail/inert-text.ts';
import type { MailDelivery, MailTransport } from '../../delivery/mail/mail-transport.ts';
import { toSoleAddress } from '../../delivery/mail/sole-address.ts';
import { getValueLocale, type PageVisit } from '../../forms/content/visit.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import type { Limits } from '../../limits/limits.ts';
import type { ResumeSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SaveRefusal } from '../../platform/refusal.ts';
import { createSecretToken, hashSecretToken } from '../../platform/secret/secret-token.ts';
import type { MailContent } from '../../store/records/mail-queue.ts';
import type { SavedAnswers } from '../../store/records/stored-answers.ts';
import type { Store } from '../../store/store.ts';
import { planSentValues } from '../judge/judgement.ts';

export interface SaveRequest {
  readonly visit: PageVisit;
  /** The form that the visitor saw, else the current one. */
  readonly ready: CompiledForm;
  readonly values: Values;
  /** As the visitor wrote it. */
  readonly email: string;
  /** The public origin of this server, for the link. */
  readonly outsideOrigin: string;
  /** The visitor's network address, for the limits. */
  readonly address: string;
}

/** The result; `until` is the day on which the link expires, formatted for the page's locale. */
export type SaveOutcome =
  | { readonly isSaved: true; readonly until: string }
  | { readonly isSaved: false; readonly refusal: SaveRefusal };

/** Stores answers, and mails the link to their visitor. */
export type SaveAnswers = (request: SaveRequest) => Promise<SaveOutcome>;

export interface SaveDependencies {
  readonly store: Pick<Store, 'saveAnswers'>;
  readonly limits: Pick<Limits, 'consumeResumeLink'>;
  readonly transport: MailTransport;
  /** `SLIPWAY_MAIL_FROM`. */
  readonly mailFrom: string | undefined;
  readonly settings: Pick<ResumeSettings, 'maxBytes'>;
  readonly log: Log;
  readonly now: () => number;
}

const dayMs = 86_400_000;

/**
 * Creates the function that stores answers and mails the link to them. It returns a refusal if the page does
 * not offer that, the address is invalid, the answers are too large, a limit is exceeded, or the store or the
 * mail server fails, which is logged. It waits for the mail server, so that "the link is on its way" is true
 * when the visitor reads it (docs/behaviour.md, "Save and return later").
 */
export function createSaveAnswers(dependencies: SaveDependencies): SaveAnswers {
  const { store, limits, settings, log, now } = dependencies;
  return async (request) => {
    const { visit, ready } = request;
    const plan = planSentValues(ready, visit, request.values);
    const isOffered = plan.isSectionShown && visit.page.inSteps;
    const days = isOffered ? plan.type?.resume?.days : undefined;
    if (plan.type === undefined || days === undefined) return toRefusedOutcome({ code: 'not-resumable' });
    const email = toSoleAddress(request.email);
    if (email === undefined) return toRefusedOutcome({ code: 'bad-address' });
    // All values are JSON: they arrived as JSON or as texts.
    const values = toDraftValues(ready.form, request.values) as SavedAnswers['values'];
    if (Buffer.byteLength(JSON.stringify(values)) > settings.maxBytes)
      return toRefusedOutcome({ code: 'answers-too-large' });
    const savedAt = now();
    const { address } = request;
    const grant = await limits.consumeResumeLink({ address, recipient: email, now: savedAt });
    if (!grant.isGranted)
      return toRefusedOutcome({ code: 'too-many-requests', retryAfterS: grant.retryAfterS });
    const [token, expiresAt] = [createSecretToken(), savedAt + days * dayMs];
    const until = formatDay(getValueLocale(visit), expiresAt);
    try {
      await store.saveAnswers({
        hash: hashSecretToken(token),
        savedAt,
        expiresAt,
        path: visit.page.path,
        enquiryType: plan.type.id,
        email,
        values,
      });
      const delivery = await sendLink({ request, plan, email, token, until, savedAt }, dependencies);
      return delivery.kind === 'accepted' ? { isSaved: true, until } : toFailedOutcome(delivery, log);
    } catch (error) {
      log.error('answers-not-saved', error);
      return toRefusedOutcome({ code: 'not-saved' });
    }
  };
}

/** Sends the mail with the link, and returns the answer of the mail server, also if it is a failure. */
async function sendLink(
  {
    request: { visit, ready, outsideOrigin },
    plan,
    email: to,
    token,
    until: date,
    savedAt: at,
  }: {
    readonly request: SaveRequest;
    readonly plan: Plan;
    readonly email: string;
    readonly token: string;
    readonly until: string;
    readonly savedAt: number;
  },
  { transport, mailFrom }: SaveDependencies,
): Promise<MailDelivery> {
  const { page } = visit;
  const locale = getValueLocale(visit);
  const { domain } = page.site;
  const chosen = plan.fields.find(({ name }) => name === typeField);
  const type = chosen?.options?.find(({ value }) => String(value) === String(plan.type?.id))?.label ?? '';
  const content = createResumeMail({
    ready,
    locale,
    type,
    domain,
    link: createLink(visit, outsideOrigin, token),
    date,
  });
  return transport.deliver(await composeMessage({ id: randomUUID(), at, to, mailFrom, content }));
}

/**
 * Returns the URL of the page with the token in its query. A form that its page shows in a dialog is opened
 * by that.
 */
function createLink({ page }: PageVisit, origin: string, token: string): string {
  const url = new URL(page.path, origin);
  if (page.placement === 'modal') url.searchParams.set(pageQueries.opened, '');
  url.searchParams.set(pageQueries.resume, token);
  return url.href;
}

/**
 * Returns the refusal for a failed delivery: `bad-address` if the mail server rejects the address, which the
 * visitor can correct; else `not-saved`, which is logged.
 */
function toFailedOutcome(
  delivery: Exclude<MailDelivery, { readonly kind: 'accepted' }>,
  log: Log,
): SaveOutcome {
  if (delivery.kind === 'rejected') return toRefusedOutcome({ code: 'bad-address' });
  const { code } = delivery;
  log.error('resume-link-not-sent', new UnsentLink(), code === undefined ? {} : { code });
  return toRefusedOutcome({ code: 'not-saved' });
}

/** An error for the log: the mail server did not accept the mail with a link. The visitor was informed. */
class UnsentLink extends Error {
  override readonly name = 'UnsentLink';
}

/** Returns the day of a Unix time in milliseconds, in UTC, as a long date of a language. */
function formatDay(locale: string, time: number): string {
  return new Intl.DateTimeFormat(toFormattingLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(
    time,
  );
}

function toRefusedOutcome(refusal: SaveRefusal): SaveOutcome {
  return { isSaved: false, refusal };
}

interface ResumeMailInput {
  /** The form whose texts the mail uses. */
  readonly ready: CompiledForm;
  /** BCP 47. */
  readonly locale: string;
  /** The label of the enquiry type in that locale; may be empty. */
  readonly type: string;
  /** The domain of the site. */
  readonly domain: string;
  /** The URL at which the visitor continues. */
  readonly link: string;
  /** The expiry of the link, formatted for the locale. */
  readonly date: string;
}

/**
 * Creates the content of the mail with the link to saved answers. It contains no text of the visitor: the
 * given address may be somebody else's, and the mail must not be usable to send messages to strangers.
 */
function createResumeMail({ ready, locale, type, domain, link, date }: ResumeMailInput): MailContent {
  /** Returns the text with a key, with `type`, `domain` and `date` filled in, as one line. */
  const formatLine = (key: string) =>
    toInertLine(formatText(ready.form, locale, key, { type, domain, date }));
  return {
    locale,
    domain,
    replyTo: null,
    words: {
      subject: formatLine('mail.resume.subject'),
      heading: formatLine('mail.resume.heading'),
      intro: formatLine('mail.resume.intro'),
      reply: formatLine('mail.resume.note'),
    },
    rows: [],
    action: { label: formatLine('mail.resume.link'), link },
    details: [{ label: formatLine('mail.resume.until'), value: toInertLine(date) }],
  };
}
