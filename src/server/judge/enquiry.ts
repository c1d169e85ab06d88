import { isSameId, officeField, type Plan, typeField, uploadField } from '#engine';
import { type Content, type ContentSite, officeOfId } from '../content/content.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { NewEnquiry } from '../store/store.ts';
import { newMail } from './enquiry-mail.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import { idOf, type Judgement, photoPaths, planOf } from './judgement.ts';

/** What an enquiry that was found good is made of. */
export interface GoodSubmission {
  readonly request: EnquiryRequest;
  readonly judgement: Judgement;
  readonly content: Content;
  readonly id: string;
  readonly reference: string;
  /** Milliseconds since 1970 UTC. */
  readonly receivedAt: number;
  readonly photos: Pick<Photos, 'link'>;
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
}

/** The enquiry as it is stored: the effective values that the page would have sent, and its mail. */
export function newEnquiry(good: GoodSubmission): NewEnquiry {
  const { request, judgement, content, id, reference, receivedAt, idempotency } = good;
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
    values,
    photos: photoPaths(plan),
    notes: notesOf(judgement),
    formHash: request.ready.form.hash,
    ...(idempotency && { idempotency }),
  };
  const locale = mailLocale(content, office?.site?.id, visit.page.site);
  const { form } = request.ready;
  const worded = visit.locale === locale ? plan : planOf(request.ready, { ...visit, locale }, request.values);
  return {
    ...enquiry,
    mail: newMail({
      enquiry,
      form,
      plan: worded,
      locale,
      office,
      site: visit.page.site,
      photoLinks: linksOf(enquiry, good),
    }),
  };
}

function linksOf(enquiry: Pick<NewEnquiry, 'photos'>, { request, receivedAt: at, photos }: GoodSubmission) {
  // The last is the one that the outside uses.
  const origin = request.origins.at(-1) ?? '';
  return enquiry.photos.map((path) => photos.link({ path, origin, at }));
}

function officeOf(content: Content, { values }: Plan) {
  const id = idOf(values[officeField]);
  return id === undefined ? undefined : officeOfId(content, id);
}

/** Mails are written in the language of the office's site, else English (docs/behaviour.md, "Mails"). */
function mailLocale({ sites }: Content, officeSite: string | number | undefined, site: ContentSite): string {
  const owner = officeSite === undefined ? site : sites.find(({ id }) => isSameId(id, officeSite));
  return owner?.locale ?? 'en';
}

/** Words of the server's own, never a visitor's. */
function notesOf({ dropped, visit }: Judgement): readonly string[] {
  return [
    ...(dropped.length > 0 ? [`not shown, so dropped: ${dropped.join(', ')}`] : []),
    ...(visit.page.path === '' ? ['judged by its site: no ticket that holds, and no page of ours'] : []),
  ];
}
