import { describe, expect, it } from 'vitest';
import { getKnownOffices } from './office-kinds.ts';

describe('getKnownOffices', () => {
  it('has an office of every kind that rules distinguish, besides those of the document', () => {
    const dimensions = [
      { fact: 'office.services', values: [[], ['sales']] },
      { fact: 'office.site.id', values: ['', '7'] },
      { fact: 'office.site.isInternational', values: [false, true] },
    ];
    const known = getKnownOffices(dimensions, { poole: { id: 1, name: 'Poole' } });
    const { poole, ...others } = known;
    expect(poole).toEqual({ id: 1, name: 'Poole' });
    const kinds = Object.values(others).map(({ services, site }) =>
      JSON.stringify([services, site?.id, site?.isInternational]),
    );
    expect(new Set(kinds).size).toBe(8);
    expect(kinds).toContain(JSON.stringify([['sales'], '7', true]));
  });

  it('gives an office the name, the title, the id and the address of its kind', () => {
    const dimensions = [
      { fact: 'office.id', values: ['42'] },
      { fact: 'office.name', values: ['Cowes'] },
      { fact: 'office.title', values: ['Brokers'] },
      { fact: 'office.email', values: [''] },
    ];
    const [office] = Object.values(getKnownOffices(dimensions, {}));
    expect(office).toMatchObject({ id: '42', name: 'Cowes', title: 'Brokers', email: '' });
  });
});
