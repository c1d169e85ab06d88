import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import type { Situation } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { Office } from '../model/types.ts';

const others = {
  enquiryTypes: [{ id: 3, name: 'General' }],
  eventTitles: { state: 'ready', titles: [] },
} as const;

function office(name: string, more: Partial<Office> = {}): Office {
  return { id: name, name, email: 'office@yard.example', services: ['general'], ...more };
}

function situation(changes: Partial<Situation>): Situation {
  return {
    site: { id: 101, domain: 'yard.example' },
    page: {},
    content: { ...others },
    locale: 'en',
    today: '2026-11-21',
    entered: {},
    ...changes,
  };
}

function offered(form: ReturnType<typeof compileTestForm>, changes: Partial<Situation>): readonly string[] {
  const field = resolve(form, situation(changes)).fields.find(({ name }) => name === 'office_location');
  return (field?.options ?? []).map(({ label }) => label);
}

describe('the offices of one list, asked for again', () => {
  const offices = [office('Zadar'), office('Örebro'), office('Oban')];
  const form = compileTestForm();

  it('stand in the order of each language', () => {
    const content = { offices, ...others };
    expect(offered(form, { content, locale: 'en' })).toEqual(['Oban', 'Örebro', 'Zadar']);
    expect(offered(form, { content, locale: 'sv' })).toEqual(['Oban', 'Zadar', 'Örebro']);
    expect(offered(form, { content, locale: 'en' })).toEqual(['Oban', 'Örebro', 'Zadar']);
  });

  it('stand by their names in each language where no order is given', () => {
    const eligible = (locale: string) =>
      resolve(form, situation({ content: { offices, ...others }, locale })).eligibleOffices.map(
        ({ name }) => name,
      );
    expect(eligible('en')).toEqual(['Oban', 'Örebro', 'Zadar']);
    expect(eligible('sv')).toEqual(['Oban', 'Zadar', 'Örebro']);
  });

  it('keep an order that somebody else made only in its own language', () => {
    const content = { offices, ...others, officesSortedIn: 'sv' };
    expect(offered(form, { content, locale: 'sv' })).toEqual(['Zadar', 'Örebro', 'Oban']);
    expect(offered(form, { content, locale: 'en' })).toEqual(['Oban', 'Örebro', 'Zadar']);
  });

  it('are those of the facts that hold now', () => {
    const nearby = compileTestForm(
      readFrozenDocuments({
        'rules.json': {
          rules: [
            {
              id: 'own-site',
              description: 'The offices of the site itself.',
              then: { offer: { '==': [{ var: 'office.site.id' }, { var: 'site.id' }] } },
            },
          ],
        },
        'scenarios.json': { scenarios: [] },
      }),
    );
    const content = {
      offices: [office('Poole', { site: { id: 1 } }), office('Cannes', { site: { id: 2 } })],
      ...others,
    };
    for (const [id, names] of [
      [1, ['Poole']],
      [2, ['Cannes']],
      [1, ['Poole']],
    ] as const)
      expect(offered(nearby, { content, site: { id, domain: 'yard.example' } })).toEqual(names);
  });
});
