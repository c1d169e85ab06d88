import { describe, expect, it } from 'vitest';
import { findChoiceByLabel, findMatchingChoices, prepareChoices } from './search-choices.ts';

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
const harbours = prepareChoices(labels.map((label, value) => ({ value, label })));
const found = (typed: string) => findMatchingChoices(harbours, typed).map(({ label }) => label);

describe('findMatchingChoices', () => {
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
    const many = prepareChoices(
      Array.from({ length: 10_000 }, (_, value) => ({ value, label: `Berth ${value} Poole` })),
    );
    expect(findMatchingChoices(many, '77 po')).toHaveLength(111);
  });
});

describe('findChoiceByLabel', () => {
  it('gives the one choice that is called so', () => {
    expect(findChoiceByLabel(harbours, ' alesund ')?.label).toBe('Ålesund');
    expect(findChoiceByLabel(harbours, '\u202APo\u00ADole\u202C\u200B')?.label).toBe('Poole');
    expect(findChoiceByLabel(harbours, 'port')).toBeUndefined();
  });

  it('gives none of several that are, unless one is written just so', () => {
    const twins = prepareChoices(['Sao', 'São'].map((label) => ({ value: label, label })));
    expect([
      findChoiceByLabel(twins, 'são')?.value,
      findChoiceByLabel(twins, 'São')?.value,
      findChoiceByLabel(twins, 'SAO'),
    ]).toEqual([undefined, 'São', undefined]);
  });

  it('gives none that cannot be chosen', () => {
    expect(
      findChoiceByLabel(prepareChoices([{ value: 1, label: 'Cowes', isDisabled: true }]), 'cowes'),
    ).toBeUndefined();
  });
});
