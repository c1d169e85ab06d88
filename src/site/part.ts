import type { Lists, Office } from '#engine';
import type { SectionData } from '../contact/index.ts';
import { type SharedSection, sharedOf } from './data.ts';
import { packed, type Table, unpacked } from './table.ts';

/** A page's part as it is written: long lists are tables. */
export interface WrittenPart extends Omit<SharedSection, 'offices' | 'allOffices' | 'lists'> {
  readonly offices?: Table | null;
  readonly allOffices?: Table | null;
  readonly lists?: Readonly<Record<string, Table>> | null;
}

/**
 * What travels beside a page, as a module: the form with its words, what it offers and chooses from. It runs as soon as it has come, and
 * leaves what it holds where the script finds it at once: an import answers only after whatever else a browser does meanwhile.
 */
export function partText(section: SectionData): string {
  const { offices, allOffices, lists, ...rest } = sharedOf(section);
  const written: WrittenPart = {
    ...rest,
    offices: offices && packed(offices),
    allOffices: allOffices && packed(allOffices),
    lists: lists && mapped(lists, packed),
  };
  // A text is read sooner than a literal of the same (https://v8.dev/blog/cost-of-javascript-2019#json).
  return `export default globalThis.${arrived}=JSON.parse('${JSON.stringify(written).replaceAll(/[\\']/g, '\\$&')}')`;
}

/** What a page's part has left, if that has come. */
export function arrivedPart(): WrittenPart | undefined {
  return (globalThis as { readonly [arrived]?: WrittenPart })[arrived];
}

const arrived = 'slipwayPart';

/** The part of a section that such a module gives. */
export function readPart({ offices, allOffices, lists, ...rest }: WrittenPart): SharedSection {
  return {
    ...rest,
    ...(offices && { offices: unpacked(offices) as readonly Office[] }),
    ...(allOffices && { allOffices: unpacked(allOffices) as readonly Office[] }),
    ...(lists && { lists: mapped(lists, unpacked) as Lists }),
  };
}

function mapped<From, To>(all: Readonly<Record<string, From>>, to: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, to(one)]));
}
