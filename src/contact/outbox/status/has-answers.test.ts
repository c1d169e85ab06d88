import { describe, expect, it } from 'vitest';
import { hasAnswers } from './has-answers.ts';

const rank = { type: 'string', default: 'hand' };
const schema = {
  properties: {
    message: { type: 'string' },
    crew: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, rank } } },
    boat: { $ref: '#/$defs/boat' },
  },
  $defs: { boat: { type: 'object', properties: { sails: { const: 2 } } } },
};
const form = { types: [{ schema }], initial: { message: 'Hello' } };

describe('hasAnswers', () => {
  it.each([
    ['nothing', {}],
    ['empty values', { message: '', phone: undefined, crew: [{ name: '' }, {}] }],
    ['what the form has at first', { message: 'Hello', crew: [{ rank: 'hand' }], boat: { sails: 2 } }],
  ])('is false for %s', (_what, values) => {
    expect(hasAnswers(values, form)).toBe(false);
  });

  it.each([
    ['a text', { phone: '01202' }],
    ['another text than at first', { message: 'Hello there' }],
    ['a value beside a default', { crew: [{ rank: 'hand' }, { name: 'Ann' }] }],
    ['the default of another field', { message: 'hand' }],
    ['a refusal', { newsletter: false }],
  ])('is true for %s', (_what, values) => {
    expect(hasAnswers(values, form)).toBe(true);
  });
});
