import {
  type Form,
  type Id,
  isSameId,
  isUploadWidget,
  type Json,
  listUploadFields,
  type Plan,
  toUploadPaths,
  typeField,
  uploadField,
} from '#engine';
import type { Campaign } from '#engine/model/campaign.ts';
import { usesPreset } from '#engine/preset/uses.ts';
import { formatAnswer } from '#engine/texts/format-answer.ts';
import { findRegionalLocale } from '#engine/texts/locale.ts';
import { findMailAddresses, findRecipient } from '../../delivery/mail/addresses.ts';
import { type Content, type ContentSite, isOnAnySite } from '../../forms/content/content.ts';
import { toStoredCapacity } from '../../forms/content/full-types.ts';
import { getValueLocale } from '../../forms/content/visit.ts';
import type { PhotoService } from '../../photos/open-photo-service.ts';
import { type EnquiryFacts, findEnquiryFacts, getRecordedFields } from '../../preset/enquiries.ts';
import type { NewEnquiry, Suspicion } from '../../store/records/new-enquiry.ts';
import { createEnquiryMail, getVisitor } from './enquiry-mail.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import { getPhotoPaths, planSubmittedValues, type SubmissionJudgement, toId } from './judgement.ts';
import { readVisitFacts } from './visit-facts.ts';
import { createReceipt, type ReceiptDecision } from './visitor-receipt.ts';

export interface ValidSubmission {
  readonly request: EnquiryRequest;
  readonly judgement: SubmissionJudgement;
  readonly content: Content;
  readonly id: string;
  readonly reference: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly photos: Pick<PhotoService, 'createLink'>;
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
  readonly suspicion?: Suspicion;
  /** The number of the form version that judged it. */
  readonly version?: number | undefined;
  /** Absent if the form sends no receipts, or the visitor gave no mail address. */
  readonly receipt?: ReceiptDecision | undefined;
}

/** Creates the enquiry to store: the effective values, the mail, the deliveries and the receipt. */
export function createEnquiry(submission: ValidSubmission): NewEnquiry {
  const { request, judgement, content, id, reference, receivedAt, idempotency, suspicion } = submission;
  const { plan, visit } = judgement;
  const { [uploadField]: _photos, ...values } = plan.values;
  const facts = findEnquiryFacts(request.ready.form, content, plan.values);
  const enquiry = {
    id,
    reference,
    receivedAt,
    domain: visit.page.site.domain,
    submissionUrl: request.submissionUrl,
    enquiryType: toId(values[typeField]) ?? '',
    ...facts.record,
    ...(plan.recipient !== undefined && { recipient: plan.recipient }),
    visitor: getVisitor(plan),
    values,
    photos: getPhotoPaths(plan),
    ...readVisitFacts(request, visit.page.site),
    notes: createNotes(judgement),
    formHash: request.ready.form.hash,
    ...(submission.version !== undefined && { version: submission.version }),
    ...(idempotency && { idempotency }),
    ...(suspicion && { suspicion }),
    ...(suspicion && request.counted && { isCounted: true as const }),
  };
  const locale = chooseMailLocale(content, {
    recipient: findRecipient(content, plan.recipient),
    ownerSite: facts.ownerSite,
    site: visit.page.site,
  });
  const { form } = request.ready;
  const { receipt } = submission;
  const mailPlan =
    getValueLocale(visit) === locale
      ? plan
      : planSubmittedValues(request.ready, { ...visit, locale }, request.values);
  const photoLinks = createPhotoLinks(enquiry, submission);
  const { destinations = [] } = plan;
  const capacity = request.ready.form.types.find(({ key }) => key === plan.type?.key)?.capacity;
  const body =
    destinations.length > 0
      ? createEnquiryPayload({ enquiry, form, plan: mailPlan, locale, facts, photoLinks })
      : '';
  return {
    ...enquiry,
    ...(destinations.length > 0 && {
      deliveries: destinations.map((destination) => ({ destination, body })),
    }),
    mail: createEnquiryMail({
      enquiry,
      isOwnPage: isOwnAddress(request, content),
      form,
      plan: mailPlan,
      locale,
      facts: facts.getLabels(mailPlan),
      addresses: findMailAddresses({ content, form }, enquiry),
      photoLinks,
    }),
    ...(capacity && { capacity: toStoredCapacity(capacity, enquiry.domain) }),
    ...(receipt && { receipt: createReceipt(receipt, { enquiry, judgement, form, facts }) }),
  };
}

/**
 * Returns true if the URL that a submission claims as its page is on one of the sites or one of the server's
 * own `origins`. False if it is not a URL, or contains a user name or password.
 */
export function isOwnAddress(
  { submissionUrl, origins }: Pick<EnquiryRequest, 'submissionUrl' | 'origins'>,
  content: Content,
): boolean {
  const url = URL.parse(submissionUrl);
  if (url === null || url.username || url.password) return false;
  return origins.includes(url.origin) || isOnAnySite(content, url);
}

/** Returns a signed address for each photo, in their order. */
function createPhotoLinks(
  enquiry: Pick<NewEnquiry, 'photos'>,
  { request, receivedAt: at, photos }: ValidSubmission,
) {
  return enquiry.photos.map((path) => photos.createLink({ path, origin: request.outsideOrigin, at }));
}

/**
 * Returns the locale of a mail: that of the recipient, else of the site that the enquiry goes to (by default
 * the page's site), else English. A language without a region gets that of a site in this language
 * (docs/behaviour.md, "Mails").
 */
export function chooseMailLocale(
  { sites }: Content,
  { recipient, ownerSite, site }: MailLocaleSources,
): string {
  const owner = ownerSite === undefined ? site : sites.find(({ id }) => isSameId(id, ownerSite));
  return findRegionalLocale(recipient?.locale ?? owner?.locale ?? 'en', [owner?.locale, site?.locale]);
}

interface MailLocaleSources {
  readonly recipient?: { readonly locale?: string | null } | undefined;
  readonly ownerSite: Id | undefined;
  readonly site: Pick<ContentSite, 'locale'> | undefined;
}

/**
 * Returns notes for the office about dropped fields and a missing page; empty if there are none. They are the
 * server's own texts, never a visitor's.
 */
function createNotes({ dropped, visit }: SubmissionJudgement): readonly string[] {
  return [
    ...(dropped.length > 0 ? [`dropped, because the form does not ask for them: ${dropped.join(', ')}`] : []),
    ...(visit.page.path === '' ? ['checked by its site only: no valid ticket, and not a known page'] : []),
  ];
}

/** The payload of an enquiry for destinations (docs/webhooks.md), in the format of Standard Webhooks. */
interface EnquiryPayload {
  readonly type: 'enquiry.created';
  /** The time of arrival: ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: EnquiryFacts['payload'] & {
    readonly id: string;
    readonly reference: string;
    readonly receivedAt: string;
    readonly domain: string;
    readonly submissionUrl: string;
    /** The version of the form that defines the names and labels. */
    readonly form: { readonly hash: string; readonly version?: number };
    /** The language of labels and texts: BCP 47. */
    readonly locale: string;
    readonly enquiryType: { readonly id: string | number; readonly key?: string; readonly label?: string };
    readonly visitor: { readonly name?: string; readonly email?: string };
    /** Absent if the site stores none, or the visitor came without one. */
    readonly campaign?: Campaign;
    /** The answers in the form's order, without those that are recorded beside them and the photos. */
    readonly fields: readonly PayloadField[];
    readonly photos: readonly { readonly field: string; readonly label: string; readonly url: string }[];
  };
}

interface PayloadField {
  readonly name: string;
  readonly label: string;
  readonly value: Json;
  /** The value as a person reads it, in the payload's language. */
  readonly words: string;
}

interface EnquiryPayloadOptions {
  readonly enquiry: Omit<NewEnquiry, 'mail'>;
  readonly form: Form;
  /** The plan in the language of the mail. */
  readonly plan: Plan;
  readonly locale: string;
  readonly facts: EnquiryFacts;
  /** Signed addresses of the photos, in their order. */
  readonly photoLinks: readonly string[];
}

/** Returns an `EnquiryPayload` as JSON. */
function createEnquiryPayload({
  enquiry,
  form,
  plan,
  locale,
  facts,
  photoLinks,
}: EnquiryPayloadOptions): string {
  const { id, reference, domain, submissionUrl, enquiryType, visitor, photos, formHash, version } = enquiry;
  const receivedAt = new Date(enquiry.receivedAt).toISOString();
  const label = plan.fields
    .find(({ name }) => name === typeField)
    ?.options?.find(({ value }) => String(value) === String(enquiryType))?.label;
  const payload: EnquiryPayload = {
    type: 'enquiry.created',
    timestamp: receivedAt,
    data: {
      id,
      reference,
      receivedAt,
      domain,
      submissionUrl,
      form: { hash: formHash, ...(version !== undefined && { version }) },
      locale,
      enquiryType: {
        id: enquiryType,
        ...(plan.type && { key: plan.type.key }),
        ...(label !== undefined && { label }),
      },
      ...facts.payload,
      visitor,
      ...(enquiry.campaign && { campaign: enquiry.campaign }),
      fields: toPayloadFields(form, plan),
      photos: photos.map((path, index) => ({ ...findUploadField(plan, path), url: photoLinks[index] ?? '' })),
    },
  };
  return JSON.stringify(payload);
}

/**
 * Returns the fields that have a value, without the recorded ones and the photos, which the payload contains
 * separately.
 */
function toPayloadFields(form: Form, plan: Plan): readonly PayloadField[] {
  const recorded = getRecordedFields({ hasListedFacts: usesPreset(form) });
  return plan.fields.flatMap((field): readonly PayloadField[] => {
    const { name, label, value, definition } = field;
    if (value === undefined || recorded.has(name) || isUploadWidget(definition.widget)) return [];
    return [{ name, label, value, words: formatAnswer({ form, plan }, field, value) }];
  });
}

/** Returns the field to which a photo was uploaded. Both texts are empty if no field has it. */
function findUploadField(plan: Plan, path: string): { readonly field: string; readonly label: string } {
  const field = listUploadFields(plan).find(({ value }) => toUploadPaths(value).includes(path));
  return { field: field?.name ?? '', label: field?.label ?? '' };
}
