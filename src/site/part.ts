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

/** What travels beside a page, as JSON: the form with its words, what it offers and chooses from. */
export function partText(section: SectionData): string {
  const { offices, allOffices, lists, ...rest } = sharedOf(section);
  const written: WrittenPart = {
    ...rest,
    offices: offices && packed(offices),
    allOffices: allOffices && packed(allOffices),
    lists: lists && mapped(lists, packed),
  };
  return JSON.stringify(written);
}

/** The part of a section that such a text, parsed, is. */
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
