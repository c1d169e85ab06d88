import { type Id, isSameId, officeField, type Plan, typeField, uploadField } from '#engine';
import { regionalLocale } from '#engine/locale.ts';
import { type Content, type ContentSite, isOfSite, officeOfId } from '../content/content.ts';
import { writtenIn } from '../content/visit.ts';
import { mailAddresses, recipientOf } from '../mail/addresses.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { NewEnquiry, Suspicion } from '../store/store.ts';
import { newMail, visitorOf } from './enquiry-mail.ts';
import { enquiryPayload } from './enquiry-payload.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import { idOf, type Judgement, photoPaths, planOf } from './judgement.ts';
import { type AllowedReceipt, newReceipt } from './visitor-receipt.ts';

export interface GoodSubmission {
  readonly request: EnquiryRequest;
  readonly judgement: Judgement;
  readonly content: Content;
  readonly id: string;
  readonly reference: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly photos: Pick<Photos, 'link'>;
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
  readonly suspicion?: Suspicion;
  /** The number of the form version that judged it. */
  readonly version?: number | undefined;
  /** Absent if the form sends no receipts. */
  readonly receipt?: AllowedReceipt | undefined;
}

/** Creates the enquiry to store: the effective values, the mail, the deliveries and the receipt. */
export function newEnquiry(good: GoodSubmission): NewEnquiry {
  const { request, judgement, content, id, reference, receivedAt, idempotency, suspicion } = good;
  const { plan, visit } = judgement;
  const { [uploadField]: _photos, ...values } = plan.values;
  const office = officeOf(content, plan);
  const enquiry = {
    id,
    reference,
    receivedAt,
    domain: visit.page.site.domain,
    submissionUrl: request.submissionUrl,
    enquiryType: idOf(values[typeField]) ?? '',
    office: office?.id ?? null,
    ...(plan.recipient !== undefined && { recipient: plan.recipient }),
    visitor: visitorOf(plan),
    values,
    photos: photoPaths(plan),
    notes: notesOf(judgement),
    formHash: request.ready.form.hash,
    ...(good.version !== undefined && { version: good.version }),
    ...(idempotency && { idempotency }),
    ...(suspicion && { suspicion }),
  };
  const locale = mailLocale(content, {
    recipient: recipientOf(content, plan.recipient),
    officeSite: office?.site?.id,
    site: visit.page.site,
  });
  const { form } = request.ready;
  const { receipt } = good;
  const worded =
    writtenIn(visit) === locale ? plan : planOf(request.ready, { ...visit, locale }, request.values);
  const photoLinks = linksOf(enquiry, good);
  const { destinations = [] } = plan;
  const body =
    destinations.length > 0
      ? enquiryPayload({ enquiry, form, plan: worded, locale, office, photoLinks })
      : '';
  return {
    ...enquiry,
    ...(destinations.length > 0 && {
      deliveries: destinations.map((destination) => ({ destination, body })),
    }),
    mail: newMail({
      enquiry,
      isOwnPage: isOwnAddress(request, content),
      form,
      plan: worded,
      locale,
      office,
      addresses: mailAddresses(content, enquiry),
      photoLinks,
    }),
    ...(receipt && { receipt: newReceipt(receipt, { enquiry, judgement, form, office }) }),
  };
}

/** Returns true if a submission claims to come from a page of one of the sites, or of these origins. */
export function isOwnAddress(
  { submissionUrl, origins }: Pick<EnquiryRequest, 'submissionUrl' | 'origins'>,
  content: Content,
): boolean {
  const url = URL.parse(submissionUrl);
  if (url === null || url.username || url.password) return false;
  return origins.includes(url.origin) || isOfSite(content, url);
}

function linksOf(enquiry: Pick<NewEnquiry, 'photos'>, { request, receivedAt: at, photos }: GoodSubmission) {
  return enquiry.photos.map((path) => photos.link({ path, origin: request.outsideOrigin, at }));
}

function officeOf(content: Content, { values }: Plan) {
  const id = idOf(values[officeField]);
  return id === undefined ? undefined : officeOfId(content, id);
}

/**
 * Returns the locale of a mail to an office: that of the recipient, else of the office's site, else English
 * (docs/behaviour.md, "Mails"). Its region comes from a site with this language.
 */
export function mailLocale({ sites }: Content, { recipient, officeSite, site }: MailOwners): string {
  const owner = officeSite === undefined ? site : sites.find(({ id }) => isSameId(id, officeSite));
  return regionalLocale(recipient?.locale ?? owner?.locale ?? 'en', [owner?.locale, site?.locale]);
}

interface MailOwners {
  readonly recipient?: { readonly locale?: string | null } | undefined;
  readonly officeSite: Id | undefined;
  readonly site: Pick<ContentSite, 'locale'> | undefined;
}

/** Returns notes for the office. They are the server's own texts, never a visitor's. */
function notesOf({ dropped, visit }: Judgement): readonly string[] {
  return [
    ...(dropped.length > 0 ? [`not to be answered, so dropped: ${dropped.join(', ')}`] : []),
    ...(visit.page.path === '' ? ['judged by its site: no ticket that holds, and no page of ours'] : []),
  ];
}
