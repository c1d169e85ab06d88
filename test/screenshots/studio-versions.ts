import type { Page } from 'playwright-core';
import type { ConsequencesView, ConsequenceView } from '../../src/api/consequences.ts';
import type { VersionListView, VersionSummary } from '../../src/api/versions.ts';

/** Mocks the versions of a page, so that times are the same in every picture. */
export async function mockVersions(page: Page): Promise<void> {
  await page.route('**/studio/api/versions', (route) => route.fulfill({ json: versions }));
  await page.route('**/studio/api/consequences?*', (route) => route.fulfill({ json: consequences }));
}

const day = 86_400_000;
const now = Date.UTC(2026, 10, 23, 9, 30);

function createVersion(number: number, more: Partial<VersionSummary>): VersionSummary {
  const at = now - (27 - number) * 1.3 * day;
  return {
    number,
    hash: `hash-${number}`,
    state: 'replaced',
    origin: 'studio',
    by: 'Ann Berry',
    note: '',
    at,
    after: number - 1,
    consequenceCount: (number * 7) % 5,
    ...more,
  };
}

const waiting = createVersion(27, {
  state: 'scheduled',
  note: 'Three photos come with a service enquiry',
  by: 'Jörg Müller-Lüdenscheidt',
  goesLiveAt: now + 3 * day,
  timeZone: 'Europe/Paris',
});

const versions: VersionListView = {
  live: 26,
  next: 20,
  waiting: [waiting],
  versions: [
    waiting,
    createVersion(26, { state: 'live', note: 'No surveyor at the quay until spring' }),
    createVersion(25, { by: 'owner' }),
    createVersion(24, {
      state: 'cancelled',
      note: 'A longer question about the rig, as the brokers have asked for it',
    }),
    createVersion(23, { note: 'Back to before the regatta', restores: 20, origin: 'restore' }),
    createVersion(22, { origin: 'push', by: 'Nightly' }),
    createVersion(21, { origin: 'folder', by: 'deployment' }),
    createVersion(20, { note: 'New words for the thanks' }),
  ],
};

const shown: ConsequenceView['shown'] = {
  situation: ['For example when the enquiry type is General enquiry.'],
  query: { site: '', placement: 'inline', locale: 'en' },
};

function createConsequence(sentence: string, more: Partial<ConsequenceView>): ConsequenceView {
  return {
    kind: 'label',
    where: { in: 'all' },
    situations: 84,
    of: 168,
    sentence: [sentence],
    shown,
    ...more,
  };
}

const consequences: ConsequencesView = {
  kind: 'consequences',
  judgedForMs: day,
  consequences: [
    createConsequence('The label of “Phone number” is now “Telephone” instead of “Phone number”.', {}),
    {
      ...createConsequence('2 texts are missing in German.', { kind: 'untranslated', situations: 0, of: 0 }),
      shown: undefined as never,
    },
    createConsequence('“Message” becomes optional everywhere.', { kind: 'optional', types: ['sales'] }),
    createConsequence('Sales on the international site loses 3 offices: Antibes, Palma and Viareggio.', {
      kind: 'offices-lost',
      types: ['sales'],
      where: { in: 'site', site: '204' },
      situations: 2,
      of: 5,
      shown: { ...shown, page: '/international/contact' },
    }),
    createConsequence('On Lantern Quay, Boat valuation is no longer offered.', {
      kind: 'type-not-offered',
      types: ['valuation'],
    }),
    createConsequence('The rule “A service enquiry carries one photo.” was changed, and changes nothing.', {
      kind: 'documents-only',
    }),
  ],
};
