import { describe, expect, it } from 'vitest';
import type { Documents, EnquiryType } from '#engine';
import { applyPatches, type Patch } from '#engine/editing/change.ts';
import { listedTypesDocument, setListedTypeName } from './listed-types.ts';

const listed: readonly EnquiryType[] = [
  { id: 3, name: 'general' },
  { id: 6, name: 'sales', names: { en: 'Buying', de: 'Kauf' } },
];

/** Returns the list after patches. */
function apply(documents: Documents, patches: readonly Patch[]) {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error('Cannot apply the patches');
  return applied.documents[listedTypesDocument];
}

describe('setListedTypeName', () => {
  it('begins the document of the draft with the list, and changes one name of it', () => {
    const change = { id: '6', locale: 'de', name: 'Yachtkauf' };
    const [general] = listed;
    expect(apply({}, setListedTypeName({ documents: {}, listed }, change))).toEqual([
      general,
      { id: 6, name: 'sales', names: { en: 'Buying', de: 'Yachtkauf' } },
    ]);
  });

  it('keeps the only name of a type as its English one, and removes a name that is empty', () => {
    const documents = { [listedTypesDocument]: listed } as unknown as Documents;
    const named = { id: '3', locale: 'fr', name: 'Demande' };
    expect(apply(documents, setListedTypeName({ documents, listed }, named))).toMatchObject([
      { names: { en: 'general', fr: 'Demande' } },
      {},
    ]);
    const emptied = { id: '6', locale: 'de', name: '' };
    expect(apply(documents, setListedTypeName({ documents, listed }, emptied))).toEqual([
      { id: 3, name: 'general' },
      { id: 6, name: 'sales', names: { en: 'Buying' } },
    ]);
  });
});
