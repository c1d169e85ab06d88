import { type Form, formatText, type Office, officeField, type Plan, typeField } from '#engine';
import type { FieldName } from '#engine/generated/forms.gen.ts';
import type { ContentSite } from '../content/content.ts';
import { type MailInput, prepareMail } from '../mail/prepare-mail.ts';
import type { NewMail } from '../store/mail-queue.ts';
import { mailRows } from './mail-rows.ts';

/** What the mail of an enquiry is worded from. */
export interface MailQuestion {
  readonly enquiry: MailInput['enquiry'];
  readonly form: Form;
  /** In the language of the mail. */
  readonly plan: Plan;
  /** BCP 47. */
  readonly locale: string;
  readonly office: Office | undefined;
  readonly site: ContentSite;
  /** Signed addresses of the full photos. */
  readonly photoLinks: readonly string[];
}

/** The values that hold the visitor's name and address (docs/behaviour.md, "Fields"). */
const visitorFields = { name: 'name', email: 'email' } as const satisfies Record<string, FieldName>;

/** One enquiry makes one mail, to the office's address, else to the site's `email`, else none (docs/behaviour.md, "Mails"). */
export function newMail(question: MailQuestion): NewMail | null {
  const { enquiry, form, plan, locale, office, site, photoLinks } = question;
  const to = office?.email?.trim() || site.email;
  if (!to) return null;
  const officeLabel = office && labelOf(plan, officeField, office.id);
  const name = textValue(plan, visitorFields.name);
  const email = textValue(plan, visitorFields.email);
  return prepareMail({
    to,
    locale,
    text: (key, values) => formatText(form, locale, key, values),
    type: labelOf(plan, typeField, plan.values[typeField]) ?? '',
    ...(officeLabel !== undefined && { office: officeLabel }),
    visitor: { ...(name !== undefined && { name }), ...(email !== undefined && { email }) },
    rows: mailRows(form, plan),
    photoLinks,
    enquiry,
  });
}

function labelOf({ fields }: Plan, field: string, value: unknown): string | undefined {
  const options = fields.find(({ name }) => name === field)?.options;
  return options?.find((option) => String(option.value) === String(value))?.label;
}

function textValue({ values }: Plan, field: string): string | undefined {
  const value = values[field];
  return typeof value === 'string' ? value : undefined;
}
