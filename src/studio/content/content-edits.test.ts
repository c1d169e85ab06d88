import { describe, expect, it } from 'vitest';
import { applyPatches } from '#engine/editing/index.ts';
import { addEntry, createEntry, listEntries, removeEntry, setProperty, toAnswers } from './content-edits.ts';
import type { DraftContent } from './content-lists.ts';
import { type ContentEntry, type ContentPart, contentLists } from './content-lists.ts';

const folder = {
  'content/sites.json': [
    { id: 101, domain: 'a.example', name: 'A' },
    { id: 7, domain: 'b.example' },
  ],
  'content/offices.json': [
    { id: 1, name: 'Falmouth', services: ['sales', 'general'], site: { id: 101, isInternational: false } },
    { id: 'two', name: 'Fowey', email: 'fowey@a.example' },
  ],
  'content/enquiry-types.json': [{ id: 3, name: 'General' }],
  'content/pages.json': [
    {
      path: '/contact',
      site: 101,
      title: 'Contact',
      placement: 'inline',
      offices: [1, 'two'],
      selectedOffice: 1,
    },
    {
      path: '/landing',
      site: 7,
      title: 'Landing',
      placement: 'landing',
      landingData: { thank_you_heading: 'Thanks' },
    },
  ],
  'content/events.json': [{ title: 'Regatta', domain: 'a.example', startsOn: '2027-05-01' }],
};

const untouched: DraftContent = { documents: {}, folder };

/** Returns the content after an edit. */
function edit(content: DraftContent, patches: ReturnType<typeof addEntry>): DraftContent {
  const applied = applyPatches(content.documents, patches);
  if (!applied.ok) throw new Error(`a conflict: ${JSON.stringify(applied.conflicts)}`);
  return { ...content, documents: applied.documents };
}

function getEntry(content: DraftContent, part: ContentPart, key: string): ContentEntry {
  const list = contentLists[part];
  const entry = listEntries(content, list).find((one) => String(one[list.key]) === key);
  if (entry === undefined) throw new Error(`no ${key}`);
  return entry;
}

function set(content: DraftContent, part: ContentPart, key: string, field: string, answer: unknown) {
  const list = contentLists[part];
  return edit(content, setProperty(content, list, { entry: getEntry(content, part, key), field, answer }));
}

describe('an edit of a list', () => {
  it('has the further domains of a site one per line, takes whole addresses, and removes them', () => {
    const pasted = ' www.c.example\nhttps://d.example:8443/page?x=1\n\nwww.c.example ';
    const after = set(untouched, 'sites', '7', 'further_domains', pasted);
    const site = getEntry(after, 'sites', '7');
    expect(site).toEqual({ id: 7, domain: 'b.example', domains: ['www.c.example', 'd.example:8443'] });
    expect(toAnswers(contentLists.sites, site).further_domains).toBe('www.c.example\nd.example:8443');
    const emptied = set(after, 'sites', '7', 'further_domains', '');
    expect(getEntry(emptied, 'sites', '7')).toEqual({ id: 7, domain: 'b.example' });
  });

  it('begins with the list as the folder has it, and changes nothing else', () => {
    const after = set(untouched, 'offices', '1', 'email', 'yard@a.example');
    expect(Object.keys(after.documents)).toEqual(['content/offices.json']);
    const [first, ...others] = folder['content/offices.json'];
    expect(after.documents['content/offices.json']).toEqual([
      { ...first, email: 'yard@a.example' },
      ...others,
    ]);
    expect(set(after, 'offices', '1', 'email', '').documents).toEqual(
      folder['content/offices.json'].length > 0 && {
        'content/offices.json': folder['content/offices.json'],
      },
    );
  });

  it('changes nothing where an answer says the same, in another order too', () => {
    for (const [field, answer] of Object.entries({
      services: ['general', 'sales'],
      name: 'Falmouth',
      title: undefined,
      email: '',
      site: '101',
    }))
      expect(
        setProperty(untouched, contentLists.offices, {
          entry: getEntry(untouched, 'offices', '1'),
          field,
          answer,
        }),
      ).toEqual([]);
  });

  it('writes ids as their entries have them, and keeps the order of those that were there', () => {
    let content = set(untouched, 'offices', '1', 'site', '7');
    content = set(content, 'offices', '1', 'services', ['event', 'general', 'sales']);
    content = set(content, 'pages', '/contact', 'offices', ['two', '1']);
    content = set(content, 'pages', '/contact', 'selected_office', 'two');
    content = set(content, 'pages', '/contact', 'enquiry_types', ['3']);
    expect(getEntry(content, 'offices', '1')).toMatchObject({
      site: { id: 7, isInternational: false },
      services: ['sales', 'general', 'event'],
    });
    expect(getEntry(content, 'pages', '/contact')).toMatchObject({
      offices: [1, 'two'],
      selectedOffice: 'two',
      enquiryTypes: [3],
    });
  });

  it('makes the objects on the path of a property', () => {
    let content = set(untouched, 'pages', '/contact', 'thanks_message', 'Thank you!');
    expect(getEntry(content, 'pages', '/contact')).toMatchObject({
      contactForm: { thankYouMessage: 'Thank you!' },
    });
    content = set(content, 'offices', 'two', 'site', '101');
    expect(getEntry(content, 'offices', 'two')).toMatchObject({ site: { id: 101 } });
  });

  it('writes the thanks of a landing page where they are read from', () => {
    const content = set(untouched, 'pages', '/landing', 'thanks_heading', 'Danke');
    expect(getEntry(content, 'pages', '/landing')).toMatchObject({
      landingData: { thank_you_heading: 'Danke' },
    });
    expect(toAnswers(contentLists.pages, getEntry(content, 'pages', '/landing'))).toMatchObject({
      thanks_heading: 'Danke',
      has_form_title: true,
      has_social_icons: false,
    });
  });

  it('follows an entry that gets another key, and refuses to take its key away', () => {
    const content = set(untouched, 'pages', '/landing', 'path', '/launch');
    expect(getEntry(content, 'pages', '/launch')).toMatchObject({ title: 'Landing' });
    expect(
      setProperty(content, contentLists.pages, {
        entry: getEntry(content, 'pages', '/launch'),
        field: 'path',
        answer: '',
      }),
    ).toEqual([]);
  });

  it('is an edit of both where two people begin at once', () => {
    const [mine, theirs] = (['Mine', 'Theirs'] as const).map((name, at) =>
      setProperty(untouched, contentLists.offices, {
        entry: getEntry(untouched, 'offices', at === 0 ? '1' : 'two'),
        field: 'name',
        answer: name,
      }),
    );
    const content = edit(edit(untouched, mine ?? []), theirs ?? []);
    expect(listEntries(content, contentLists.offices).map(({ name }) => name)).toEqual(['Mine', 'Theirs']);
  });
});

describe('an entry', () => {
  it.each<[ContentPart, object]>([
    ['offices', { id: 2, name: 'New', site: { id: 101 } }],
    ['pages', { path: '/new-page', site: 101, title: 'New', placement: 'inline' }],
    ['events', { id: 2, title: 'New', domain: 'a.example', startsOn: '2027-01-01' }],
    ['sites', { id: 102, domain: 'www.example.com', name: 'New' }],
    ['models', { name: 'New' }],
    ['recipients', { id: 'recipient', email: '' }],
  ])('that is new in %s has a key that no other has', (part, expected) => {
    const list = contentLists[part];
    const given = { name: 'New', today: '2027-01-01' };
    const entry = createEntry(untouched, list, given);
    expect(entry).toEqual(expected);
    const content = edit(untouched, addEntry(untouched, list, entry));
    const next = createEntry(content, list, given);
    expect(next[list.key]).not.toEqual(entry[list.key]);
    expect(listEntries(edit(content, addEntry(content, list, next)), list)).toContainEqual(next);
  });

  it('that is removed is gone from the pages that name it', () => {
    const list = contentLists.offices;
    const content = edit(untouched, removeEntry(untouched, list, getEntry(untouched, 'offices', '1')));
    expect(listEntries(content, list).map(({ id }) => id)).toEqual(['two']);
    const page = getEntry(content, 'pages', '/contact');
    expect(page).toMatchObject({ offices: ['two'] });
    expect(page).not.toHaveProperty('selectedOffice');
    const both = edit(content, removeEntry(content, list, getEntry(content, 'offices', 'two')));
    expect(getEntry(both, 'pages', '/contact')).not.toHaveProperty('offices');
  });
});
