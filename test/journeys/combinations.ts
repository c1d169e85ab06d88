import type { Placement } from '../../src/contact/index.ts';
import type { Content, Page } from '../../src/server/forms/content/content.ts';
import type { RawPage } from '../../src/server/forms/content/raw-content.ts';
import { getExpectedForm } from '../scenarios/oracle.ts';
import { createVisitSituation } from '../support/content.ts';

/** An enquiry type that a page offers. */
export interface Combination {
  readonly path: string;
  readonly placement: Placement;
  readonly kind: SiteKind;
  readonly type: number;
}

/** The differences between sites (docs/behaviour.md, "Enquiry types", "Offices"). */
export type SiteKind = 'normal' | '119' | 'international' | 'second domain';

const kinds: ReadonlyMap<string, SiteKind> = new Map([
  ['101', 'normal'],
  ['119', '119'],
  ['204', 'international'],
  ['305', 'second domain'],
]);

const types = [3, 5, 6, 7, 8, 9];

/**
 * Additional pages that the demonstration lacks: each type in a dialog and on a landing page of each site.
 */
export const ownPages: readonly RawPage[] = [...kinds.keys()].flatMap((site) =>
  (['modal', 'landing'] as const).flatMap((placement) =>
    types.map((type) => ({
      path: `/journeys/${site}/${placement}/${type}`,
      site: Number(site),
      title: `A journey (${placement})`,
      placement,
      enquiryTypes: [type],
      contactForm: {
        formTitle: 'Write to us',
        thankYouHeading: 'Fair winds',
        thankYouMessage: 'We have it.',
      },
    })),
  ),
);

/**
 * Returns a small set of combinations that covers every pair of type, placement and kind of site that the
 * form offers, with preference for the content's first pages.
 */
export function selectPairwise(content: Content): readonly Combination[] {
  let open = content.pages.flatMap((page) => listCombinations(content, page));
  const wanted = new Set(open.flatMap(listPairs));
  const chosen: Combination[] = [];
  while (wanted.size > 0) {
    const countNewPairs = (combination: Combination) =>
      listPairs(combination).filter((pair) => wanted.has(pair)).length;
    const best = open.reduce((one, other) => (countNewPairs(other) > countNewPairs(one) ? other : one));
    chosen.push(best);
    for (const pair of listPairs(best)) wanted.delete(pair);
    open = open.filter((combination) => countNewPairs(combination) > 0);
  }
  return chosen;
}

/** Returns the types that a visitor can send from a page: without a visible dropdown only the initial one. */
function listCombinations(content: Content, page: Page): readonly Combination[] {
  const {
    isSectionShown,
    types: offered,
    type,
    typeDropdown,
  } = getExpectedForm(createVisitSituation(content, page));
  const kind = kinds.get(String(page.site.id));
  if (!isSectionShown || kind === undefined) return [];
  const { path, placement } = page;
  return offered
    .filter((id) => typeDropdown === 'shown' || id === type)
    .map((id) => ({ path, placement, kind, type: id }));
}

export function listPairs({ type, placement, kind }: Combination): readonly string[] {
  return [`${type} ${placement}`, `${type} ${kind}`, `${placement} ${kind}`];
}
