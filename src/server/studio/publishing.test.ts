import { describe, expect, it } from 'vitest';
import type { Actor } from '../admin/people/actor.ts';
import type { StoredVersion } from '../store/records/version-entry.ts';
import type { Drafts } from './draft/drafts.ts';
import type { StudioDraft } from './draft/studio-draft.ts';
import { createPublishing, type PublishingOptions } from './publishing.ts';

const sarah: Actor = {
  id: 's',
  name: 'Sarah',
  role: 'publisher',
  types: ['service'],
  via: 'session',
  address: '::1',
};

/** A publishing of which nothing is checked, and the versions that it was asked to add. */
function publishingOf(
  versions: readonly Partial<StoredVersion>[],
  drafts: Partial<Drafts>,
  findings: readonly object[] = [],
) {
  const added: unknown[] = [];
  const live = versions.at(0);
  const options = {
    drafts: {
      onChange: () => undefined,
      fault: () => undefined,
      refresh: async () => undefined,
      current: () => ({}),
      ...drafts,
    },
    forms: {
      documents: () => live?.documents ?? {},
      live: () => live,
      version: () => live,
      refresh: async () => undefined,
      publish: async (_ready: unknown, version: unknown) => {
        added.push(version);
        return { kind: 'other-live' };
      },
    },
    live: () => ({ folder: {} }),
    store: {
      version: async (number: number) => versions.find((version) => version.number === number),
      versions: async () => [],
      waitingVersions: async () => [],
      cancelVersion: async (asked: unknown) => {
        added.push(asked);
        return undefined;
      },
    },
    thread: { compiled: async () => ({ ok: true, form: { hash: 'h', types: [] }, codes: {} }) },
    check: async () => findings,
    comparisons: {},
    tell: () => undefined,
    reviews: { recordPublished: async () => undefined, findPreparers: async () => new Map() },
    audit: { createEntry: () => ({}) },
    now: () => 0,
    log: { info: () => undefined, error: () => undefined },
  };
  return { publishing: createPublishing(options as unknown as PublishingOptions), added };
}

const textsWith = (texts: object) => ({
  'texts/en.json': { 'forms.service.title': 'A', submit: 'Send', ...texts },
});
const first = { number: 1, documents: textsWith({}) } as Partial<StoredVersion>;
const outside = { kind: 'outside-reach', outside: ['texts/en.json: submit'] };

describe('createPublishing', () => {
  it('holds the documents that become a version against the scope of whoever publishes them', async () => {
    let documents = textsWith({ 'forms.service.title': 'B' });
    const current = () => ({ id: 'd', baseVersion: 1, changes: [] }) as unknown as StudioDraft;
    const drafts: Partial<Drafts> = {
      current,
      getDocumentsAt: () => documents,
      // What a colleague changes arrives between the request and the draft that is published.
      refresh: async () => {
        documents = textsWith({ submit: 'Half-done words' });
      },
    };
    const { publishing, added } = publishingOf([first], drafts);
    const asked = { draft: 'd', version: 1, page: 'p', note: '', isWarned: true };
    expect(await publishing.publish(asked, sarah)).toEqual(outside);
    expect(added).toEqual([]);
    const { types: _types, ...unlimited } = sarah;
    expect(await publishing.publish(asked, unlimited)).toMatchObject({ kind: 'other-draft' });
    expect(added).toHaveLength(1);
  });

  it('asks the store to refuse what replaces another version than the one that the scope was held against', async () => {
    const second = {
      number: 2,
      documents: textsWith({ 'forms.service.title': 'B' }),
    } as Partial<StoredVersion>;
    const { publishing, added } = publishingOf([first, second], {});
    await publishing.restore({ number: 2, note: '', isWarned: true }, sarah);
    expect(added).toMatchObject([{ after: 1, restores: 2 }]);
  });

  it('notes who has scheduled a version, whose rights are asked again at its time', async () => {
    const { publishing, added } = publishingOf([first], {});
    const when = { at: '2030-01-07T09:00', timeZone: 'Europe/Paris' };
    await publishing.restore({ number: 1, note: '', isWarned: true, ...when }, sarah);
    expect(added).toMatchObject([{ by: 'Sarah', byId: 's', goesLiveAt: Date.parse('2030-01-07T08:00Z') }]);
  });

  it('adds no version of whoever may not publish any more once it is checked', async () => {
    const { publishing, added } = publishingOf([first], {});
    const asked = publishing.restore({ number: 1, note: '', isWarned: true }, sarah, async () => {
      throw new Error('removed');
    });
    await expect(asked).rejects.toThrow('removed');
    expect(added).toEqual([]);
  });

  it('warns of nothing that was live before where it is restored', async () => {
    const { types: _types, ...unlimited } = sarah;
    const documents = textsWith({});
    const versions = [first, { number: 2, documents, liveAt: 7 }, { number: 3, documents }];
    const warning = { severity: 'warning', code: 'planted', file: 'texts/en.json', pointer: '', reason: '' };
    const { publishing, added } = publishingOf(versions, {}, [warning]);
    await publishing.restore({ number: 2, note: '' }, unlimited);
    expect(added).toMatchObject([{ restores: 2 }]);
    const cancelled = await publishing.restore({ number: 3, note: '' }, unlimited);
    expect(cancelled).toEqual({ kind: 'warned', findings: [warning] });
    const broken = publishingOf(versions, {}, [{ ...warning, severity: 'error' }]);
    expect(await broken.publishing.restore({ number: 2, note: '' }, unlimited)).toMatchObject({
      kind: 'refused',
    });
  });

  it('restores and cancels nothing outside of the scope', async () => {
    const second = { number: 2, after: 1, documents: textsWith({ submit: 'Go' }) } as Partial<StoredVersion>;
    const { publishing, added } = publishingOf([first, second], {});
    expect(await publishing.restore({ number: 2, note: '', isWarned: true }, sarah)).toEqual(outside);
    expect(await publishing.cancel(2, sarah)).toEqual(outside);
    expect(added).toEqual([]);
  });

  it.each([
    ['is live already', { isKnown: true }, 'other-live'],
    ['is new', {}, 'warned'],
  ] as const)('publishes at once, or warns, where a warning %s', async (_what, more, outcome) => {
    const warning = { severity: 'warning', code: 'unused-text', ...more } as const;
    const { publishing, added } = publishingOf([first], {}, [warning]);
    const { types: _types, ...unlimited } = sarah;
    const answer = await publishing.restore({ number: 1 }, unlimited);
    if (outcome === 'warned') expect(answer).toMatchObject({ kind: 'warned', findings: [warning] });
    expect(added).toHaveLength(outcome === 'warned' ? 0 : 1);
  });
});
