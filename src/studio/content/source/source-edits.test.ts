import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import { applyPatches, type Patch } from '#engine/editing/index.ts';
import { isEditedHere, listEntries } from '../content-edits.ts';
import type { DraftContent } from '../content-lists.ts';
import { contentLists } from '../content-lists.ts';
import {
  createAddressDraft,
  fillInGuess,
  getTargetLabel,
  listTargets,
  suggestMappings,
  toContentSource,
} from './address-draft.ts';
import {
  compareLists,
  findSourcedList,
  getSourceKind,
  moveToStudio,
  returnToFile,
  setSource,
} from './source-edits.ts';

const { offices } = contentLists;
const folder: Documents = { 'content/offices.json': [{ id: 1, name: 'Falmouth' }] };
const source = { url: 'https://cms.example/offices', everyMinutes: 15 };
const copy = [{ id: 7, name: 'Newlyn' }];
const base: DraftContent = { documents: {}, folder, sourced: { offices: { source, entries: copy } } };

function apply(content: DraftContent, patches: readonly Patch[]): DraftContent {
  const applied = applyPatches(content.documents, patches);
  if (!applied.ok) throw new Error(JSON.stringify(applied.conflicts));
  return { ...content, documents: applied.documents };
}

describe('fillInGuess', () => {
  it('fills in what is guessed, beside what was entered while it was asked for', () => {
    const path = (text: string) => ({ kind: 'path', text }) as const;
    const draft = { ...createAddressDraft(undefined), mappings: { name: path('title') } };
    const guessed = { list: 'data.items', mappings: { name: path('name'), id: path('id') } };
    expect(fillInGuess(draft, guessed)).toEqual({
      ...draft,
      list: 'data.items',
      mappings: { name: path('title'), id: path('id') },
    });
    expect(fillInGuess({ ...draft, list: 'items' }, guessed)).toHaveProperty('list', 'items');
  });
});

describe('the source of a list', () => {
  const fromCms = apply(base, setSource(base, offices, source));

  it('shows the copy of an address, and the list from before for another address', () => {
    expect([getSourceKind(base, offices), getSourceKind(fromCms, offices)]).toEqual(['file', 'url']);
    expect(listEntries(fromCms, offices)).toEqual(copy);
    expect(isEditedHere(fromCms, offices)).toBe(false);
    const other = apply(
      fromCms,
      setSource(fromCms, offices, { ...source, url: 'https://cms.example/other' }),
    );
    expect(findSourcedList(other, offices)).toBeUndefined();
    expect(listEntries(other, offices)).toEqual(folder['content/offices.json']);
    const slower = apply(fromCms, setSource(fromCms, offices, { ...source, everyMinutes: 60 }));
    expect(listEntries(slower, offices)).toEqual(copy);
  });

  it('becomes the studio with the entries of the address, and the file again', () => {
    const inStudio = apply(fromCms, moveToStudio(fromCms, offices, copy));
    expect([getSourceKind(inStudio, offices), listEntries(inStudio, offices)]).toEqual(['studio', copy]);
    const again = apply(inStudio, returnToFile(inStudio, offices));
    expect(getSourceKind(again, offices)).toBe('file');
    expect(listEntries(again, offices)).toEqual(folder['content/offices.json']);
    expect(getSourceKind(apply(fromCms, returnToFile(fromCms, offices)), offices)).toBe('file');
  });

  it('leaves out a source of the folder, too', () => {
    const withFile = { ...base, folder: { ...folder, 'content/sources.json': { offices: source } } };
    expect(getSourceKind(withFile, offices)).toBe('url');
    expect(getSourceKind(apply(withFile, returnToFile(withFile, offices)), offices)).toBe('file');
  });
});

describe('compareLists', () => {
  it('names what is new, gone and different', () => {
    const before = [
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ];
    const after = [{ id: 2, name: 'B', email: 'b@a.example' }, { id: 3 }];
    expect(compareLists(offices, before, after)).toEqual({ added: ['3'], removed: ['A'], changed: ['B'] });
  });

  it('compares by names where some entries have no key', () => {
    const { events } = contentLists;
    const before = [{ title: 'Open day', startsOn: '2027-05-01', domain: 'a.example' }];
    const after = [
      { id: 1, title: 'Regatta', startsOn: '2027-05-01', domain: 'a.example' },
      { id: 2, title: 'Open day', startsOn: '2027-05-01', domain: 'a.example' },
    ];
    expect(compareLists(events, before, after)).toEqual({ added: ['Regatta'], removed: [], changed: [] });
  });
});

describe('toContentSource', () => {
  const targets = listTargets(offices, [{ name: 'services', label: 'Answers' }]);

  it('returns what createAddressDraft was given', () => {
    const whole = {
      ...source,
      list: 'data.items',
      fields: {
        id: { path: 'id' },
        services: { constant: ['sales', 'general'] },
        'site.id': { constant: '101' },
      },
      header: { name: 'Authorization', prefix: 'Bearer ' },
    };
    expect(toContentSource(createAddressDraft(whole), targets)).toEqual(whole);
    expect(toContentSource(createAddressDraft(source), targets)).toEqual(source);
  });

  it('begins with the paths that have the names of properties', () => {
    expect(targets.map(({ label }) => label)).toEqual(['ID', 'name', 'title', 'email', 'site.id', 'Answers']);
    const paths = ['ID', 'attributes.Name', 'site_id', 'other'].map((path) => ({ path, example: '' }));
    expect(Object.entries(suggestMappings(targets, paths)).map(([path, { text }]) => [path, text])).toEqual([
      ['id', 'ID'],
      ['name', 'attributes.Name'],
      ['site.id', 'site_id'],
    ]);
  });
});

describe('getTargetLabel', () => {
  const fields = [
    { name: 'selected_office', label: 'Preselected office' },
    { name: 'offices', label: 'Offices' },
  ];
  it.each([
    ['selectedOffice', 'Preselected office'],
    ['offices.0', 'Offices'],
    ['contactForm', 'contactForm.formTitle'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('names the property of the path "%s": "%s"', (path, label) => {
    expect(getTargetLabel(listTargets(contentLists.pages, fields), path)).toBe(label);
  });
});
