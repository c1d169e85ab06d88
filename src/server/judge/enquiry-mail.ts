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

export interface EnquiryMailOptions {
  readonly enquiry: MailInput['enquiry'];
  readonly isOwnPage: boolean;
  readonly form: Form;
  /** The plan in the language of the mail. */
  readonly plan: Plan;
  /** BCP 47. */
  readonly locale: string;
  readonly office: Office | undefined;
  readonly addresses: MailAddresses;
  /** Signed addresses of the full photos. */
  readonly photoLinks: readonly string[];
}

/** Creates the mail of an enquiry, even if it has no recipient yet (docs/behaviour.md, "Mails"). */
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

/** Returns a function that formats the texts of a mail: those of the type, else the general ones. */
export function mailText(form: Form, typeKey: string | undefined, locale: string): MailInput['text'] {
  return (key, values) => firstText(form, locale, textKeys(typeKey, key), values) ?? key;
}

/** Returns the label of each upload's field, if the form has several upload fields. */
function photoLabels(plan: Plan): { readonly photoLabels?: readonly string[] } {
  const fields = uploadFields(plan);
  if (fields.length < 2) return {};
  const labelled = (path: string) => fields.find(({ value }) => pathsOf(value).includes(path))?.label ?? '';
  return { photoLabels: photoPaths(plan).map(labelled) };
}

/** Returns the label of an option as the page shows it. */
export function labelOf({ fields }: Plan, field: string, value: unknown): string | undefined {
  const options = fields.find(({ name }) => name === field)?.options;
  return options?.find((option) => String(option.value) === String(value))?.label;
}

/** Returns the visitor's name and mail address, from the fields that the UI schema names (`ui:visitor`). */
export function visitorOf({ type, values }: Plan): { readonly name?: string; readonly email?: string } {
  const { name, email } = type?.visitor ?? {};
  return { ...textValue('name', values[name ?? '']), ...textValue('email', values[email ?? '']) };
}

function textValue(part: 'name' | 'email', value: Json | undefined) {
  return typeof value === 'string' ? { [part]: value } : {};
}

/**
 * Returns every value with its label, in the form's order and the plan's language: options by their labels,
 * days in the locale's format, lists and objects line by line. `{label: 'Tax status', value: 'Tax paid'}`
 */
function mailRows(form: Form, plan: Plan, locale: string): readonly MailRow[] {
  return plan.fields.flatMap((field) => {
    if (field.value === undefined || isUploadWidget(field.definition.widget)) return [];
    return [{ label: field.label, value: answerWords({ form, plan, locale }, field, field.value) }];
  });
}
