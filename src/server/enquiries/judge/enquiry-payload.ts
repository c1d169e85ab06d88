import {
  type Form,
  isUploadWidget,
  type Json,
  listUploadFields,
  type Office,
  officeField,
  type Plan,
  toUploadPaths,
  typeField,
} from '#engine';
import { formatAnswer } from '#engine/texts/format-answer.ts';
import type { NewEnquiry } from '../../store/store.ts';

/** The payload of an enquiry for destinations (docs/webhooks.md), in the format of Standard Webhooks. */
export interface EnquiryPayload {
  readonly type: 'enquiry.created';
  /** The time of arrival: ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: {
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
    readonly office: { readonly id: string | number; readonly name: string; readonly title?: string } | null;
    readonly visitor: { readonly name?: string; readonly email?: string };
    /** The answers in the form's order, without the enquiry type, the office and the photos. */
    readonly fields: readonly PayloadField[];
    readonly photos: readonly { readonly field: string; readonly label: string; readonly url: string }[];
  };
}

export interface PayloadField {
  readonly name: string;
  readonly label: string;
  readonly value: Json;
  /** The value as a person reads it, in the payload's language. */
  readonly words: string;
}

export interface EnquiryPayloadOptions {
  readonly enquiry: Omit<NewEnquiry, 'mail'>;
  readonly form: Form;
  /** The plan in the language of the mail. */
  readonly plan: Plan;
  readonly locale: string;
  readonly office: Office | undefined;
  /** Signed addresses of the photos, in their order. */
  readonly photoLinks: readonly string[];
}

/** Returns an `EnquiryPayload` as JSON. */
export function createEnquiryPayload({
  enquiry,
  form,
  plan,
  locale,
  office,
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
      office: office
        ? { id: office.id, name: office.name, ...(office.title && { title: office.title }) }
        : null,
      visitor,
      fields: toPayloadFields(form, plan),
      photos: photos.map((path, index) => ({ ...findUploadField(plan, path), url: photoLinks[index] ?? '' })),
    },
  };
  return JSON.stringify(payload);
}

/**
 * Returns the fields that have a value, without the enquiry type, the office and the photos, which the
 * payload contains separately.
 */
function toPayloadFields(form: Form, plan: Plan): readonly PayloadField[] {
  return plan.fields.flatMap((field): readonly PayloadField[] => {
    const { name, label, value, definition } = field;
    if (
      value === undefined ||
      name === typeField ||
      name === officeField ||
      isUploadWidget(definition.widget)
    )
      return [];
    return [{ name, label, value, words: formatAnswer({ form, plan }, field, value) }];
  });
}

/** Returns the field to which a photo was uploaded. Both texts are empty if no field has it. */
function findUploadField(plan: Plan, path: string): { readonly field: string; readonly label: string } {
  const field = listUploadFields(plan).find(({ value }) => toUploadPaths(value).includes(path));
  return { field: field?.name ?? '', label: field?.label ?? '' };
}
