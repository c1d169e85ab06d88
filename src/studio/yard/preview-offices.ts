import type { ExampleSituation } from '#engine/check/index.ts';
import type { PreviewQuery } from '../../api/studio.ts';

/** The parameter of the address of a preview that preselects an office. */
export const preselectionParameter = 'office';

/** Returns the members of a preview's query that preselect the office with an id; none for an empty text. */
export function toPreselection(office: string): Pick<PreviewQuery, 'office'> {
  return office === '' ? {} : { office };
}

/** Returns the id of the office that a preview's query preselects; empty for none. */
export function getPreselectedId({ office = '' }: PreviewQuery): string {
  return office;
}

/** Returns the offices that an example or a finding defines for its situation; none if it defines none. */
export function pickExampleOffices({
  offices,
}: Pick<ExampleSituation, 'offices'>): Pick<ExampleSituation, 'offices'> {
  return offices ? { offices } : {};
}
