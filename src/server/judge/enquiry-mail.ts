import {
  type Form,
  firstText,
  isUploadWidget,
  type Json,
  type Office,
  officeField,
  type Plan,
  pathsOf,
  textKeys,
  typeField,
  uploadFields,
} from '#engine';
import { answerWords } from '#engine/answer-words.ts';
import { pipedForm } from '#engine/piping.ts';
import { type MailInput, prepareMail } from '../mail/prepare-mail.ts';
import type { MailAddresses, MailRow, NewMail } from '../store/mail-queue.ts';
import { photoPaths } from './judgement.ts';

/** What the mail of an enquiry is worded from. */
export interface EnquiryMailOptions {
  readonly enquiry: MailInput['enquiry'];
  readonly isOwnPage: boolean;
  readonly form: Form;
  /** In the language of the mail. */
  readonly plan: Plan;
  /** BCP 47. */
  readonly locale: string;
  readonly office: Office | undefined;
  readonly addresses: MailAddresses;
  /** Signed addresses of the full photos. */
  readonly photoLinks: readonly string[];
}

/** One enquiry makes one mail, worded whether or not there is somebody to get it by now (docs/behaviour.md, "Mails"). */
export function newMail(options: EnquiryMailOptions): NewMail {
  const { enquiry, form, plan, locale, office, addresses, photoLinks, isOwnPage } = options;
  const officeLabel = office && labelOf(plan, officeField, office.id);
  const { name, email } = visitorOf(plan);
  return prepareMail({
    addresses,
    locale,
    text: mailText(pipedForm(form, plan), plan.type?.key, locale),
    type: labelOf(plan, typeField, plan.values[typeField]) ?? '',
    ...(officeLabel !== undefined && { office: officeLabel }),
    visitor: { ...(name !== undefined && { name }), ...(email !== undefined && { email }) },
    rows: mailRows(form, plan, locale),
    photoLinks,
    ...photoLabels(plan),
    hasFiles: uploadFields(plan).some(
      ({ definition, value }) => definition.widget === 'files' && value !== undefined,
    ),
    enquiry,
    isOwnPage,
  });
}

/** The words of a mail: those of the type, else those of all. */
export function mailText(form: Form, typeKey: string | undefined, locale: string): MailInput['text'] {
  return (key, values) => firstText(form, locale, textKeys(typeKey, key), values) ?? key;
}

/** What the field of each upload is called, where a form has several such fields. */
function photoLabels(plan: Plan): { readonly photoLabels?: readonly string[] } {
  const fields = uploadFields(plan);
  if (fields.length < 2) return {};
  const labelled = (path: string) => fields.find(({ value }) => pathsOf(value).includes(path))?.label ?? '';
  return { photoLabels: photoPaths(plan).map(labelled) };
}

/** What a choice of a field is called on the page. */
export function labelOf({ fields }: Plan, field: string, value: unknown): string | undefined {
  const options = fields.find(({ name }) => name === field)?.options;
  return options?.find((option) => String(option.value) === String(value))?.label;
}

/** Who the visitor is, by the fields that the form's UI schema names (`ui:visitor`). */
export function visitorOf({ type, values }: Plan): { readonly name?: string; readonly email?: string } {
  const { name, email } = type?.visitor ?? {};
  return { ...textValue('name', values[name ?? '']), ...textValue('email', values[email ?? '']) };
}

function textValue(part: 'name' | 'email', value: Json | undefined) {
  return typeof value === 'string' ? { [part]: value } : {};
}

/**
 * Every value of an enquiry with its label, in the form's order and the plan's language: choices by their labels, days as the locale
 * writes them, lists and objects line by line. `{label: 'Tax status', value: 'Tax paid'}`
 */
function mailRows(form: Form, plan: Plan, locale: string): readonly MailRow[] {
  return plan.fields.flatMap((field) => {
    if (field.value === undefined || isUploadWidget(field.definition.widget)) return [];
    return [{ label: field.label, value: answerWords({ form, plan, locale }, field, field.value) }];
  });
}
