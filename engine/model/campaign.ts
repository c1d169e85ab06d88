/**
 * The campaign that led a visitor to a form, from the parameters of an address. A part that is not given is absent;
 * there is at least one.
 */
export interface Campaign {
  readonly source?: string;
  readonly medium?: string;
  readonly campaign?: string;
  readonly term?: string;
  readonly content?: string;
  /** The click id of an advertisement. Present only if the site asks for it. */
  readonly gclid?: string;
}

/**
 * Returns the name by which a campaign is listed and found: its `campaign`, else its source; undefined if it has
 * neither.
 */
export function getCampaignName({ campaign, source }: Campaign): string | undefined {
  return campaign ?? source;
}

/** The parts of a campaign, each with the parameter of an address that contains it. */
export const campaignParameters = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
} as const;

/** The parameter with the click id. */
const clickIdParameter = 'gclid';

/** The longest value of a part, in code points; longer ones are cut. It only bounds what is stored. */
const longestPart = 100;

/**
 * Returns the campaign that parameters contain; undefined if there is none. Values are texts on one line. Those that
 * contain `@`, as a mail address does, are left out, so that nothing personal is stored.
 * @param find Returns the first value of a parameter.
 */
export function readCampaign(
  find: (parameter: string) => string | null | undefined,
  { withClickId }: { readonly withClickId: boolean },
): Campaign | undefined {
  const wanted = { ...campaignParameters, ...(withClickId && { gclid: clickIdParameter }) };
  const parts = Object.entries(wanted).flatMap(([part, parameter]) => {
    const value = tidyPart(find(parameter) ?? '');
    return value === '' ? [] : [[part, value] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** Returns a value as it is stored; empty if it is not stored. */
function tidyPart(text: string): string {
  if (text.includes('@')) return '';
  const line = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, longestPart).join('').trim();
}
