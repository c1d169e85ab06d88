import type { Office } from '#engine';
import type { ExpectedForm } from './oracle.ts';

/** The questions of a form, as far as its page shows them. */
export interface DrawnForm {
  readonly typeDropdown: ExpectedForm['typeDropdown'];
  /** With a drop-down: the id of the chosen type, and of the offered ones. */
  readonly type?: number | undefined;
  readonly types?: readonly number[] | undefined;
  /** The names of its other fields, sorted. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
  /** The labels of the offered offices, in their order. Undefined without an office field. */
  readonly offices: readonly string[] | undefined;
  /** The value of the chosen office, or an empty string. */
  readonly office: string;
  /** The choices of `interested_in`. Undefined if it is absent. */
  readonly interests: readonly string[] | undefined;
}

/** Returns the form that a page must draw in a locale by docs/behaviour.md. */
export function toDrawnForm(expected: ExpectedForm, locale: string | undefined): DrawnForm {
  const { type, typeDropdown, types, fields, required, offered, isOfficeSelectShown, office, interests } =
    expected;
  const offices = isOfficeSelectShown ? sortOffices(offered, locale).map(getOfficeLabel) : undefined;
  const names = fields.filter((name) => name !== 'upload');
  return {
    typeDropdown,
    ...(typeDropdown !== 'hidden' && { type, types }),
    fields: [...names, ...(offices ? ['office_location'] : [])].sort(),
    required,
    offices,
    office: String((offices && office) ?? ''),
    interests,
  };
}

/**
 * "Its options are sorted alphabetically by "name - title"" (docs/behaviour.md, "Offered offices"), in the
 * language of the page.
 */
function sortOffices(offices: readonly Office[], locale = 'en'): readonly Office[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  return [...offices].sort((one, other) => collator.compare(getOfficeLabel(one), getOfficeLabel(other)));
}

function getOfficeLabel({ name, title }: Office): string {
  return title ? `${name} - ${title}` : name;
}
