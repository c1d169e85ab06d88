import type { Lists, Office } from '#engine';
import type { SectionData } from '../contact/index.ts';
import { packTable, type Table, unpackTable } from './columnar-table.ts';
import { type SharedSection, selectSharedData } from './data.ts';

/** The shared data as it is sent: long lists are packed as tables. */
export interface PackedSharedData extends Omit<SharedSection, 'offices' | 'allOffices' | 'lists'> {
  readonly offices?: Table | null;
  readonly allOffices?: Table | null;
  readonly lists?: Readonly<Record<string, Table>> | null;
}

/** Returns the shared data of a page as a module: the form with its texts, and the lists to choose from. */
export function renderSharedDataModule(section: SectionData): string {
  const { offices, allOffices, lists, ...rest } = selectSharedData(section);
  const written: PackedSharedData = {
    ...rest,
    offices: offices && packTable(offices),
    allOffices: allOffices && packTable(allOffices),
    lists: lists && mapRecord(lists, packTable),
  };
  // `JSON.parse` of a string is faster than an object literal
  // (https://v8.dev/blog/cost-of-javascript-2019#json).
  return `export default JSON.parse('${JSON.stringify(written).replaceAll(/[\\']/g, '\\$&')}')`;
}

/** Returns the shared data with its tables unpacked. A list that is null is absent in the result. */
export function unpackSharedData({ offices, allOffices, lists, ...rest }: PackedSharedData): SharedSection {
  return {
    ...rest,
    ...(offices && { offices: unpackTable(offices) as readonly Office[] }),
    ...(allOffices && { allOffices: unpackTable(allOffices) as readonly Office[] }),
    ...(lists && { lists: mapRecord(lists, unpackTable) as Lists }),
  };
}

/** Returns a record with the same keys and converted values. */
function mapRecord<From, To>(all: Readonly<Record<string, From>>, to: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, to(one)]));
}
