import type { Lists, Office } from '#engine';
import type { SectionData } from '../contact/index.ts';
import { type SharedSection, sharedOf } from './data.ts';
import { packed, type Table, unpacked } from './table.ts';

/** The shared data as it is sent: long lists are packed as tables. */
export interface WrittenPart extends Omit<SharedSection, 'offices' | 'allOffices' | 'lists'> {
  readonly offices?: Table | null;
  readonly allOffices?: Table | null;
  readonly lists?: Readonly<Record<string, Table>> | null;
}

/**
 * Returns the shared data of a page as a module: the form with its texts, and the lists to choose from. The
 * module runs as soon as it is loaded and stores its data in a global variable, where the script finds it at
 * once; an import would resolve only after other pending work of the browser.
 */
export function partText(section: SectionData): string {
  const { offices, allOffices, lists, ...rest } = sharedOf(section);
  const written: WrittenPart = {
    ...rest,
    offices: offices && packed(offices),
    allOffices: allOffices && packed(allOffices),
    lists: lists && mapped(lists, packed),
  };
  // `JSON.parse` of a string is faster than an object literal
  // (https://v8.dev/blog/cost-of-javascript-2019#json).
  return `export default globalThis.${arrived}=JSON.parse('${JSON.stringify(written).replaceAll(/[\\']/g, '\\$&')}')`;
}

/** Returns the shared data if its module has run. */
export function arrivedPart(): WrittenPart | undefined {
  return (globalThis as { readonly [arrived]?: WrittenPart })[arrived];
}

const arrived = 'slipwayPart';

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
