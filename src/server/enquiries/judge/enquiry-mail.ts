import {
  type Form,
  findText,
  isUploadWidget,
  type Json,
  listTextKeys,
  listUploadFields,
  type Plan,
  toUploadPaths,
  typeField,
} from '#engine';
import { pipeAnswers } from '#engine/resolve/piping.ts';
import { formatAnswer } from '#engine/texts/format-answer.ts';
import { type MailInput, prepareEnquiryMail } from '../../delivery/mail/prepare-mail.ts';
import type { MailAddresses, MailRow, NewMail } from '../../store/records/mail-queue.ts';
import { getPhotoPaths } from './judgement.ts';

export interface EnquiryMailOptions {
  readonly enquiry: MailInput['enquiry'];
  /** True if the page that the visitor claims to have sent from is on one of the sites or this server. */
  readonly isOwnPage: boolean;
  readonly form: Form;
  /** The plan in the language of the mail. */
  readonly plan: Plan;
  /** BCP 47. */
  readonly locale: string;
  readonly facts: MailInput['facts'];
  readonly addresses: MailAddresses;
  /** Signed addresses of the full photos. */
  readonly photoLinks: readonly string[];
}

/** Creates the mail of an enquiry, even if it has no recipient yet (docs/behaviour.md, "Mails"). */
export function createEnquiryMail(options: EnquiryMailOptions): NewMail {
  const { enquiry, form, plan, locale, facts, addresses, photoLinks, isOwnPage } = options;
  const { name, email } = getVisitor(plan);
  return prepareEnquiryMail({
    addresses,
    locale,
    text: createMailText(pipeAnswers(form, plan), plan.type?.key, locale),
    type: findOptionLabel(plan, typeField, plan.values[typeField]) ?? '',
    facts,
    visitor: { ...(name !== undefined && { name }), ...(email !== undefined && { email }) },
    rows: toMailRows(form, plan, locale),
    photoLinks,
    ...getPhotoLabels(plan),
    hasFiles: listUploadFields(plan).some(
      ({ definition, value }) => definition.widget === 'files' && value !== undefined,
    ),
    enquiry,
    isOwnPage,
  });
}

/**
 * Returns a function that formats the texts of a mail: those of the type, else the general ones. It returns
 * the key if there is no text.
 */
export function createMailText(form: Form, typeKey: string | undefined, locale: string): MailInput['text'] {
  return (key, values) => findText(form, locale, listTextKeys(typeKey, key), values) ?? key;
}

/**
 * Returns `photoLabels`, the label of the field of each photo. Empty if the plan has fewer than two fields
 * for uploads.
 */
function getPhotoLabels(plan: Plan): { readonly photoLabels?: readonly string[] } {
  const fields = listUploadFields(plan);
  if (fields.length < 2) return {};
  /** Returns the label of the field that contains an upload; empty if none does. */
  const findFieldLabel = (path: string) =>
    fields.find(({ value }) => toUploadPaths(value).includes(path))?.label ?? '';
  return { photoLabels: getPhotoPaths(plan).map(findFieldLabel) };
}

/**
 * Returns the label of a field's option with this value, compared as text. Undefined if the plan has no such
 * field or option.
 */
export function findOptionLabel({ fields }: Plan, field: string, value: unknown): string | undefined {
  const options = fields.find(({ name }) => name === field)?.options;
  return options?.find((option) => String(option.value) === String(value))?.label;
}

/**
 * Returns the visitor's name and mail address, from the fields that the UI schema names (`ui:visitor`). Each
 * is absent if it has no text as its value.
 */
export function getVisitor({ type, values }: Plan): { readonly name?: string; readonly email?: string } {
  const { name, email } = type?.visitor ?? {};
  return { ...toOptionalText('name', values[name ?? '']), ...toOptionalText('email', values[email ?? '']) };
}

/** Returns an object with the text under the name `part`, or an empty object for any other value. */
function toOptionalText(part: 'name' | 'email', value: Json | undefined) {
  return typeof value === 'string' ? { [part]: value } : {};
}

/**
 * Returns the answers with their labels, without uploads and empty fields, in the form's order and the plan's
 * language: options by their labels, days in the locale's format, lists and objects line by line. An example
 * of a row is `{label: 'Tax status', value: 'Tax paid'}`. Secret answers are not masked.
 */
function toMailRows(form: Form, plan: Plan, locale: string): readonly MailRow[] {
  return plan.fields.flatMap((field) => {
    if (field.value === undefined || isUploadWidget(field.definition.widget)) return [];
    return [{ label: field.label, value: formatAnswer({ form, plan, locale }, field, field.value) }];
  });
}
