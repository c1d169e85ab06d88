import { isSameId } from '../ids.ts';
import { resolve } from '../resolve/resolve.ts';
import type { Plan, Situation } from '../types.ts';
import { typesInBoth } from './both-types.ts';
import type { Consequence, Difference, Version } from './consequence.ts';
import { compareOpening } from './opening-differences.ts';
import { offeredDifferences } from './page-differences.ts';
import { textDifferences } from './text-differences.ts';
import { typeComparing } from './type-differences.ts';
import { withoutTexts } from './without-texts.ts';

/**
 * Two versions and one visit, with a situation for each version because the types that a page lists may
 * depend on the form.
 */
export interface OneSituation {
  readonly before: Version;
  readonly after: Version;
  readonly situations: { readonly before: Situation; readonly after: Situation };
}

/**
 * Returns the differences in one situation: of the opening page, and of the type that both versions open
 * with, including its confirmation.
 */
export function differencesIn({ before, after, situations }: OneSituation): readonly Consequence[] {
  const plans = {
    before: resolve(withoutTexts(before.form), situations.before),
    after: resolve(withoutTexts(after.form), situations.after),
  };
  const types = typesInBoth(before, after);
  const found: Consequence[] = [];
  const opened = types.map((both) => both.after.type);
  const tellOpened = ({ about, ...difference }: Difference) =>
    found.push(here(difference, about === undefined ? [] : [about]));
  compareOpening(plans, opened, tellOpened, ignore);
  const both = types.find((each) => isOpened(plans.before, each.before.type.id));
  if (both === undefined || !isOpened(plans.after, both.after.type.id)) return found;
  const { key } = both.after.type;
  const offered = offeredDifferences(plans.before, plans.after);
  const isNamed = (field: string | undefined) => offered.some((each) => each.field === field);
  const { compare } = typeComparing({ before, after, types: both, toldText: ignore });
  const tell = (difference: Difference) => {
    const isOfContent = difference.kind === 'offices' || difference.kind === 'choices';
    if (!isOfContent || !isNamed(difference.field)) found.push(here(difference, [key]));
  };
  compare(plans, tell, ignore);
  const { site } = situations.after;
  const ofContent = offered.map(({ kind, field, values }): Consequence => {
    const isGone = kind === 'offices-lost' || kind === 'choices-removed';
    const said = { kind, field, ...(isGone ? { before: values } : { after: values }) };
    return { ...here(said, [key]), where: { in: 'site', site: site.id } };
  });
  return [...found, ...ofContent, ...thanksOf(before, after, key)];
}

function thanksOf(before: Version, after: Version, type: string): readonly Consequence[] {
  const texts = textDifferences(before, after, () => new Map([[type, new Set()]]), ignore);
  return texts
    .filter(({ difference, types }) => difference.kind === 'thanks' && (types?.includes(type) ?? true))
    .map(({ difference }) => here(difference, [type]));
}

function isOpened({ isSectionShown, type }: Plan, id: string | number): boolean {
  return isSectionShown && type !== undefined && isSameId(type.id, id);
}

function here(difference: Difference, types: readonly string[]): Consequence {
  return {
    ...difference,
    ...(types.length > 0 && { types }),
    isOfAllTypes: true,
    where: { in: 'here' },
    situations: 1,
    of: 1,
  };
}

function ignore(): void {}
