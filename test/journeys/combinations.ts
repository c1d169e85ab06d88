import type { Placement } from '../../src/contact/index.ts';
import type { Content, Page } from '../../src/server/content/content.ts';
import type { RawPage } from '../../src/server/content/raw-content.ts';
import { expectedOf } from '../scenarios/oracle.ts';
import { situationOn } from '../support/content.ts';

/** An enquiry type that a visitor finds on a page. */
export interface Combination {
  readonly path: string;
  readonly placement: Placement;
  readonly kind: SiteKind;
  /** The id of the enquiry type. */
  readonly type: number;
}

/** What makes one site another (docs/behaviour.md, "Enquiry types", "Offices"). */
export type SiteKind = 'normal' | '119' | 'international' | 'second domain';

/** The sites of the demonstration, each of its kind. */
const kinds: ReadonlyMap<string, SiteKind> = new Map([
  ['101', 'normal'],
  ['119', '119'],
  ['204', 'international'],
  ['305', 'second domain'],
]);

const types = [3, 5, 6, 7, 8, 9];

/** Pages for what the demonstration has no page for: each type in a dialog and on a landing page of each site. */
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
 * Combinations in which each type meets each placement and each kind of site, and each placement each kind, as far as the
 * form offers them; few, and on the content's first pages where they will do.
 */
export function pairwise(content: Content): readonly Combination[] {
  let open = content.pages.flatMap((page) => combinationsOn(content, page));
  const wanted = new Set(open.flatMap(pairsOf));
  const chosen: Combination[] = [];
  while (wanted.size > 0) {
    const gain = (combination: Combination) => pairsOf(combination).filter((pair) => wanted.has(pair)).length;
    const best = open.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best);
    for (const pair of pairsOf(best)) wanted.delete(pair);
    open = open.filter((combination) => gain(combination) > 0);
  }
  return chosen;
}

/** The types that a visitor can send from a page: where there is no dropdown to be seen, the one that it opens with. */
function combinationsOn(content: Content, page: Page): readonly Combination[] {
  const { isSectionShown, types: offered, type, typeDropdown } = expectedOf(situationOn(content, page));
  const kind = kinds.get(String(page.site.id));
  if (!isSectionShown || kind === undefined) return [];
  const { path, placement } = page;
  return offered
    .filter((id) => typeDropdown === 'shown' || id === type)
    .map((id) => ({ path, placement, kind, type: id }));
}

/** What a combination brings together, two by two. */
export function pairsOf({ type, placement, kind }: Combination): readonly string[] {
  return [`${type} ${placement}`, `${type} ${kind}`, `${placement} ${kind}`];
}
