import { isSameId } from '../model/ids.ts';
import type { Plan, Situation } from '../model/types.ts';
import { itemKinds } from '../preset/compare.ts';
import { resolve } from '../resolve/resolve.ts';
import { omitTexts } from '../texts/omit-texts.ts';
import type { Consequence, Version, VersionDifference } from './consequence.ts';
import { compareOpening } from './opening-differences.ts';
import { compareOfferedChoices } from './page-differences.ts';
import { compareTexts } from './text-differences.ts';
import { createTypeComparer } from './type-differences.ts';
import { pairTypes } from './type-pairs.ts';

/**
 * Two versions and one visit, with a situation for each version because the types that a page lists may
 * depend on the form.
 */
export interface SituationComparison {
  readonly before: Version;
  readonly after: Version;
  readonly situations: { readonly before: Situation; readonly after: Situation };
}

/**
 * Returns the differences in one situation: of the opening page, and of the type that both versions open
 * with, including its confirmation. If they open with different types, compares only the opening page.
 */
export function compareVersionsInSituation({
  before,
  after,
  situations,
}: SituationComparison): readonly Consequence[] {
  const plans = {
    before: resolve(omitTexts(before.form), situations.before),
    after: resolve(omitTexts(after.form), situations.after),
  };
  const types = pairTypes(before, after);
  const found: Consequence[] = [];
  const opened = types.map((both) => both.after.type);
  /** Adds a difference of the opening page to `found`, with the type that it is about. */
  const reportOpeningDifference = ({ about, ...difference }: VersionDifference) =>
    found.push(createLocalConsequence(difference, about === undefined ? [] : [about]));
  compareOpening(plans, opened, reportOpeningDifference, doNothing);
  const both = types.find((each) => isOpenedWith(plans.before, each.before.type.id));
  if (both === undefined || !isOpenedWith(plans.after, both.after.type.id)) return found;
  const { key } = both.after.type;
  const offered = compareOfferedChoices(plans.before, plans.after);
  /** Returns true if content offers other items or choices of the field, which is reported separately. */
  const isReportedAsOffer = (field: string | undefined) => offered.some((each) => each.field === field);
  const { compare } = createTypeComparer({ before, after, types: both, markTextsRead: doNothing });
  /** Adds a difference to `found`, unless the change of offered items or choices reports it. */
  const report = (difference: VersionDifference) => {
    const isOfContent = difference.kind === itemKinds.changed || difference.kind === 'choices';
    if (!isOfContent || !isReportedAsOffer(difference.field))
      found.push(createLocalConsequence(difference, [key]));
  };
  compare(plans, report, doNothing);
  const { site } = situations.after;
  const ofContent = offered.map(({ kind, field, values }): Consequence => {
    const isGone = kind === itemKinds.lost || kind === 'choices-removed';
    const contentChange = { kind, field, ...(isGone ? { before: values } : { after: values }) };
    return { ...createLocalConsequence(contentChange, [key]), where: { in: 'site', site: site.id } };
  });
  return [...found, ...ofContent, ...compareThanks(before, after, key)];
}

/** Returns the changed texts of the confirmation that the type shows. */
function compareThanks(before: Version, after: Version, type: string): readonly Consequence[] {
  const texts = compareTexts(before, after, () => new Map([[type, new Set()]]), doNothing);
  return texts
    .filter(({ difference, types }) => difference.kind === 'thanks' && (types?.includes(type) ?? true))
    .map(({ difference }) => createLocalConsequence(difference, [type]));
}

/** Returns true if the plan shows the form, and with this type. */
function isOpenedWith({ isSectionShown, type }: Plan, id: string | number): boolean {
  return isSectionShown && type !== undefined && isSameId(type.id, id);
}

/** Creates a consequence in the only situation that is compared. Without `types`, it names none. */
function createLocalConsequence(difference: VersionDifference, types: readonly string[]): Consequence {
  return {
    ...difference,
    ...(types.length > 0 && { types }),
    isOfAllTypes: true,
    where: { in: 'here' },
    situations: 1,
    of: 1,
  };
}

function doNothing(): void {}
