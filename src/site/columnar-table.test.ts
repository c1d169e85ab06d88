import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTable, unpackTable } from './columnar-table.ts';

describe('a table', () => {
  it('gives back the rows that it was made of', () => {
    const value = fc.oneof(fc.constantFrom('general', 7, null, true, ''), fc.array(fc.string()), fc.object());
    const row = fc.record({ id: fc.nat(), name: value, title: value, site: value }, { requiredKeys: ['id'] });
    fc.assert(
      fc.property(fc.array(row.map(asJson)), (rows) => {
        expect(unpackTable(asJson(packTable(rows)))).toEqual(rows);
      }),
    );
  });

  it('says once what several rows have', () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, services: ['general', 'sales'], email: '*' }));
    expect(JSON.stringify(packTable(rows)).match(/"(?:services|general|\*)"/g)).toEqual([
      '"services"',
      '"general"',
      '"*"',
    ]);
  });

  it('keeps a row that has nothing, and a key that says undefined apart from null', () => {
    expect(unpackTable(packTable([{}, { id: 1, name: undefined }, { name: null }]))).toEqual([
      {},
      { id: 1 },
      { name: null },
    ]);
  });
});

function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
