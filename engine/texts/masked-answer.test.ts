import { describe, expect, it } from 'vitest';
import type { FieldPlan, Json, JsonSchema, Plan } from '../model/types.ts';
import { maskAnswer } from './masked-answer.ts';

const secret = { 'ui:widget': 'password' };
const pin = { type: 'string', format: 'password' };

describe('maskAnswer', () => {
  it.each<readonly [ui: object, value: Json, shown: Json]>([
    [{ pin: secret }, { user: 'ann', pin: '12' }, { user: 'ann', pin: '••••••••' }],
    [{ items: { pin: secret } }, [{ pin: '12' }, {}], [{ pin: '••••••••' }, {}]],
    [{ items: [{}, secret] }, ['ann', '12'], ['ann', '••••••••']],
    [{ additionalProperties: secret }, { bank: '12' }, { bank: '••••••••' }],
    [{ oneOf: [{}, { pin: { 'ui:options': { widget: 'password' } } }] }, { pin: 1 }, { pin: '••••••••' }],
    [{ anyOf: [{}, { oneOf: [{}, { pin: secret }] }] }, { pin: 1 }, { pin: '••••••••' }],
    [{ pin: { 'ui:widget': 'text' } }, { pin: '12' }, { pin: '12' }],
  ])('has dots for what %j draws as a password', (ui, value, shown) => {
    const plan = { type: { schema: {}, uiSchema: { account: ui } } } as unknown as Plan;
    const field = { name: 'account', definition: { widget: 'object' } } as unknown as FieldPlan;
    expect(maskAnswer(plan, field, value)).toEqual(shown);
  });

  it.each<readonly [schema: JsonSchema, value: Json, shown: Json]>([
    [{ properties: { pin } }, { user: 'ann', pin: '12' }, { user: 'ann', pin: '••••••••' }],
    [{ items: { $ref: '#/$defs/keys' } }, [{ pin: '12' }, {}], [{ pin: '••••••••' }, {}]],
    [{ oneOf: [{}, { properties: { pin } }] }, { pin: '12' }, { pin: '••••••••' }],
    [{ additionalProperties: pin }, { bank: '12' }, { bank: '••••••••' }],
    [{ properties: { user: {} }, additionalProperties: pin }, { user: 'ann' }, { user: 'ann' }],
    // An entry in one branch is called like a property of another.
    [
      { oneOf: [{ properties: { bank: {} } }, { additionalProperties: pin }] },
      { bank: '12' },
      { bank: '••••••••' },
    ],
    [
      { properties: { bank: {}, user: {} }, patternProperties: { '^b': pin } },
      { bank: '12', user: 'ann' },
      { bank: '••••••••', user: 'ann' },
    ],
  ])('has dots for what has the format of a password in %j', (account, value, shown) => {
    const schema = { properties: { account }, $defs: { keys: { properties: { pin } } } };
    const plan = { type: { schema, uiSchema: {} } } as unknown as Plan;
    const field = { name: 'account', definition: { widget: 'object' } } as unknown as FieldPlan;
    expect(maskAnswer(plan, field, value)).toEqual(shown);
  });
});
