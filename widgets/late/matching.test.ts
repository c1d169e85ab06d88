import { describe, expect, it } from 'vitest';
import { matching, named, searchable } from './matching.ts';

const labels = [
  'Falmouth',
  'Saint-Hélier',
  'Saint Peter Port',
  'Ålesund',
  'Großenbrode',
  'Port Solent',
  '東京港',
  'Poole',
];
const harbours = searchable(labels.map((label, value) => ({ value, label })));
const found = (typed: string) => matching(harbours, typed).map(({ label }) => label);

describe('matching', () => {
  it('finds a label by the beginnings of its words, in any order', () => {
    expect(found('sai')).toEqual(['Saint-Hélier', 'Saint Peter Port']);
    expect(found('port saint')).toEqual(['Saint Peter Port']);
    expect(found('mouth')).toEqual([]);
  });

  it('cares for no case and no diacritics', () => {
    expect([found('HELIER'), found('alesund'), found('grossen'), found('Hélier')].flat()).toEqual([
      'Saint-Hélier',
      'Ålesund',
      'Großenbrode',
      'Saint-Hélier',
    ]);
  });

  it('gives labels that begin so first', () => {
    expect(found('po')).toEqual(['Port Solent', 'Poole', 'Saint Peter Port']);
  });

  it('finds what stands inside a label of a script without spaces', () => {
    expect(found('港')).toEqual(['東京港']);
  });

  it('gives all where nothing is typed', () => {
    expect(found(' ')).toEqual(labels);
  });

  it('takes a few milliseconds for ten thousand', () => {
    const many = searchable(
      Array.from({ length: 10_000 }, (_, value) => ({ value, label: `Berth ${value} Poole` })),
    );
    expect(matching(many, '77 po')).toHaveLength(111);
  });
});

describe('named', () => {
  it('gives the one choice that is called so', () => {
    expect(named(harbours, ' alesund ')?.label).toBe('Ålesund');
    expect(named(harbours, '\u202APo\u00ADole\u202C\u200B')?.label).toBe('Poole');
    expect(named(harbours, 'port')).toBeUndefined();
  });

  it('gives none of several that are, unless one is written just so', () => {
    const twins = searchable(['Sao', 'São'].map((label) => ({ value: label, label })));
    expect([named(twins, 'são')?.value, named(twins, 'São')?.value, named(twins, 'SAO')]).toEqual([
      undefined,
      'São',
      undefined,
    ]);
  });

  it('gives none that cannot be chosen', () => {
    expect(named(searchable([{ value: 1, label: 'Cowes', isDisabled: true }]), 'cowes')).toBeUndefined();
  });
});
