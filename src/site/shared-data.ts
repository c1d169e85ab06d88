import type { Lists } from '#engine';
import type { SectionData } from '../contact/index.ts';
import { convertLongLists, type LongListName } from '../contact/preset/section-data.ts';
import { packTable, type Table, unpackTable } from './columnar-table.ts';
import { type SharedSection, selectSharedData } from './data.ts';

/** The shared data as it is sent: long lists are packed as tables. */
export interface PackedSharedData
  extends Omit<SharedSection, LongListName | 'lists'>,
    Readonly<Partial<Record<LongListName, Table | null>>> {
  readonly lists?: Readonly<Record<string, Table>> | null;
}

/** Returns the shared data of a page as a module: the form with its texts, and the lists to choose from. */
export function renderSharedDataModule(section: SectionData): string {
  const { lists, ...rest } = selectSharedData(section);
  const written: PackedSharedData = {
    ...convertLongLists(rest, packTable),
    lists: lists && mapRecord(lists, packTable),
  };
  // `JSON.parse` of a string is faster than an object literal
  // (https://v8.dev/blog/cost-of-javascript-2019#json).
  return `export default JSON.parse('${JSON.stringify(written).replaceAll(/[\\']/g, '\\$&')}')`;
}

/** Returns the shared data with its tables unpacked. A list that is null is absent in the result. */
export function unpackSharedData({ lists, ...rest }: PackedSharedData): SharedSection {
  return {
    ...(convertLongLists(rest, unpackTable) as SharedSection),
    ...(lists && { lists: mapRecord(lists, unpackTable) as Lists }),
  };
}

/** Returns a record with the same keys and converted values. */
function mapRecord<From, To>(all: Readonly<Record<string, From>>, to: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, to(one)]));
}
