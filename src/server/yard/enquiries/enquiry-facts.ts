import { type Form, type Id, type Office, officeField, type Plan, typeField, type Values } from '#engine';
import type { MailFacts } from '#engine/yard/model/mail-facts.ts';
import { offersYard } from '#engine/yard/resolve/uses-yard.ts';
import type { YardContent } from '../content/content.ts';
import { findOffice, findSubmittedOffice } from '../content/offices.ts';
import type { OfficeNames } from './office-names.ts';

/** The facts of an enquiry beside its answers: the office that it goes to. */
export interface EnquiryFacts {
  /** The facts as they are stored. */
  readonly record: { readonly office: Id | null };
  /** The facts in the payload for destinations (docs/webhooks.md); empty without offices. */
  readonly payload: {
    readonly office?: { readonly id: Id; readonly name: string; readonly title?: string } | null;
  };
  /** The id of the site whose language the mail has; undefined: that of the page's site. */
  readonly ownerSite: Id | undefined;
  /** Returns the facts that texts of mails can name, in the language of a plan. */
  readonly getLabels: (plan: Plan) => MailFacts;
}

/** Returns the facts of an enquiry of a form with these values. An unknown office is ignored. */
export function findEnquiryFacts(form: Form, content: YardContent, values: Values): EnquiryFacts {
  const office = findSubmittedOffice(content, values);
  return {
    record: { office: office?.id ?? null },
    payload: offersYard(form, content.offices)
      ? {
          office: office
            ? { id: office.id, name: office.name, ...(office.title && { title: office.title }) }
            : null,
        }
      : {},
    ownerSite: office?.site?.id ?? undefined,
    getLabels: (plan) => ({ office: findOfficeLabel(plan, office) ?? '' }),
  };
}

/** Returns the facts of a stored enquiry of a form that are logged; none without offices. */
export function getLoggedFacts(
  form: Form,
  content: YardContent,
  { office }: EnquiryFacts['record'],
): Partial<EnquiryFacts['record']> {
  return offersYard(form, content.offices) ? { office } : {};
}

/** Returns the fields that enquiries record beside their other values. */
export function getRecordedFields({
  hasListedFacts,
}: Pick<OfficeNames, 'hasListedFacts'>): ReadonlySet<string> {
  return hasListedFacts ? yardRecordedFields : ownRecordedFields;
}

const ownRecordedFields: ReadonlySet<string> = new Set([typeField]);
const yardRecordedFields: ReadonlySet<string> = new Set([typeField, officeField]);

/** Returns the id under which the limits count an enquiry with these values; empty without an office. */
export function getCountedFacts(values: Values): { readonly office: string } {
  return { office: String(values[officeField] ?? '') };
}

/** Returns the mail address of the office in the facts of an enquiry. Undefined if there is none. */
export function findFactsAddress(
  content: Pick<YardContent, 'offices'>,
  { office }: EnquiryFacts['record'],
): string | undefined {
  return office === null ? undefined : findOffice(content, office)?.email?.trim();
}

/** Returns the facts of an enquiry that was forwarded to the office with an id. */
export function toForwardedFacts(id: Id): EnquiryFacts['record'] {
  return { office: id };
}

/** The facts by which the inbox filters: the parameters of its address. */
export const factFilters = ['office'] as const;

/** The texts about enquiries that reach nobody, because nobody in their facts has an address. */
export const unaddressedTexts = {
  gauge: 'Enquiries whose office and site have no address',
  reason: 'neither its office nor its site has a mail address',
};

/** Returns the label of an office among the plan's options; undefined if it is not one of them. */
function findOfficeLabel({ fields }: Plan, office: Office | undefined): string | undefined {
  const options = fields.find(({ name }) => name === officeField)?.options;
  return options?.find(({ value }) => office !== undefined && String(value) === String(office.id))?.label;
}
