import { describe, expect, it } from 'vitest';
import { compareContent } from './content-differences.ts';

const file = 'content/offices.json';
const here = { id: 1, name: 'Falmouth', title: 'Yard', email: 'a@b.example', site: { id: 101 } };
const there = { id: 2, name: 'Fowey' };

/** Returns the differences without what all of them have. */
const compare = (before: unknown, after: unknown, of = file) =>
  compareContent({ [of]: before }, { [of]: after }).map(
    ({ where: _where, situations: _situations, of: _of, ...rest }) => rest,
  );

describe('compareContent', () => {
  it.each<[string, unknown, unknown, readonly object[]]>([
    ['nothing', [here], [{ ...here }], []],
    ['a new entry', [here], [here, there], [{ kind: 'content-added', about: file, names: ['Fowey'] }]],
    [
      'an entry that is gone',
      [here, there],
      [there],
      [{ kind: 'content-removed', about: file, names: ['Falmouth - Yard'] }],
    ],
    [
      'a property, one inside another, one that is new and one that is gone',
      [here],
      [{ ...here, email: undefined, site: { id: 7 }, services: ['sales'] }],
      [
        { field: 'email', before: 'a@b.example' },
        { field: 'site.id', before: 101, after: 7 },
        { field: 'services', after: ['sales'] },
      ].map((change) => ({ kind: 'content-changed', about: file, names: ['Falmouth - Yard'], ...change })),
    ],
    ['null for a property that is absent', [{ ...there, email: null }], [there], []],
    ['another order', [here, there], [there, here], [{ kind: 'content-reordered', about: file }]],
    ['the first list', undefined, [there], [{ kind: 'content-added', about: file, names: ['Fowey'] }]],
  ])('tells of %s', (_what, before, after, told) => {
    expect(compare(before, after)).toEqual(told);
  });

  it('knows entries without an id by their path or by all that they say', () => {
    const page = { path: '/contact', title: 'Contact' };
    expect(compare([page], [{ ...page, title: 'Call us' }], 'content/pages.json')).toMatchObject([
      { field: 'title', names: ['Call us'] },
    ]);
    const event = { title: 'Regatta', startsOn: '2027-05-01' };
    expect(compare([event], [{ ...event, startsOn: '2027-05-02' }], 'content/events.json')).toMatchObject([
      { kind: 'content-removed', names: ['Regatta'] },
      { kind: 'content-added', names: ['Regatta'] },
    ]);
  });

  it('names the entries that a property refers to, each as its version does', () => {
    const page = (selectedOffice: number | null, offices: readonly number[]) => ({
      'content/pages.json': [{ path: '/contact', title: 'Contact', selectedOffice, offices }],
    });
    const was = { ...page(1, [1, 2]), [file]: [here, there] };
    const is = { ...page(null, [2, 9]), [file]: [there] };
    expect(compareContent(was, is).filter(({ kind }) => kind === 'content-changed')).toMatchObject([
      { field: 'selectedOffice', before: 'Falmouth - Yard' },
      { field: 'offices', before: ['Falmouth - Yard', 'Fowey'], after: ['Fowey', 9] },
    ]);
  });

  it('compares lists of choices entry by entry', () => {
    const file = 'content/lists.json';
    const [sloop, ketch] = [{ id: 's', name: 'Sloop' }, { name: 'Ketch' }];
    expect(compare({ rigs: [sloop] }, { rigs: [{ ...sloop, masts: 1 }, ketch] }, file)).toEqual([
      { kind: 'content-changed', about: file, names: ['Sloop'], field: 'masts', after: 1 },
      { kind: 'content-added', about: file, names: ['Ketch'] },
    ]);
  });

  it('tells which list comes from which address', () => {
    const file = 'content/sources.json';
    const [kind, url] = ['content-changed', 'https://a.example'];
    const events = { url, everyMinutes: 60 };
    const after = { $schema: 'x', events: { url, everyMinutes: 5 }, pages: { url, everyMinutes: 60 } };
    expect(compare({ events, offices: { url, everyMinutes: 60 } }, after, file)).toEqual([
      { kind, about: file, field: 'events' },
      { kind, about: file, field: 'offices', before: url },
      { kind, about: file, field: 'pages', after: url },
    ]);
    expect(compare(undefined, { events }, file)).toEqual([
      { kind, about: file, field: 'events', after: url },
    ]);
  });

  it('tells the properties of a file that is no list', () => {
    const words = { en: { footerNote: 'A' } };
    expect(compare({ words }, { words: { en: { footerNote: 'B' } } }, 'content/frame.json')).toEqual([
      {
        kind: 'content-changed',
        about: 'content/frame.json',
        field: 'words.en.footerNote',
        before: 'A',
        after: 'B',
      },
    ]);
  });
});
