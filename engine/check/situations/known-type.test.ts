import { describe, expect, it } from 'vitest';
import { listNamedTypes, simplifyForType } from './known-type.ts';

const sales = { key: 'sales', hasField: (name: string) => name === 'phone' };
const isType = (key: string) => ({ '==': [{ var: 'type' }, key] });
const inModal = { var: 'page.inModal' };

describe('simplifyForType', () => {
  it.each([
    [isType('sales'), true],
    [isType('event'), false],
    [{ '!': [isType('sales')] }, false],
    [{ in: [{ var: 'type' }, ['event', 'sales']] }, true],
    [{ and: [isType('sales'), inModal] }, { and: [inModal] }],
    [{ and: [isType('event'), inModal] }, false],
    [{ or: [isType('sales'), inModal] }, true],
    [{ or: [isType('event'), inModal] }, { or: [inModal] }],
    [{ '!': [{ or: [isType('event'), inModal] }] }, { '!': [{ or: [inModal] }] }],
    [{ var: 'values.phone' }, { var: 'values.phone' }],
    [{ var: 'values.year' }, false],
    [{ '!': [{ '==': [{ var: 'values.year' }, '2000'] }] }, true],
    [{ var: 'type' }, true],
    [inModal, inModal],
  ])('leaves of %j what the type does not decide', (condition, left) => {
    expect(simplifyForType(condition, sales)).toEqual(left);
  });
});

describe('listNamedTypes', () => {
  it('finds the keys that a condition compares the type with', () => {
    const condition = {
      or: [isType('sales'), { and: [inModal, { in: [{ var: 'type' }, ['event', 'general']] }] }],
    };
    expect(listNamedTypes(condition)).toEqual(['sales', 'event', 'general']);
  });
});
