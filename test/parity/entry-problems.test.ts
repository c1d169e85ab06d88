import { describe, expect, it } from 'vitest';
import { compileSampleForm } from '../support/sample-form.ts';

const { inPage, onServer } = compileSampleForm({
  type: 'object',
  properties: {
    scores: { type: 'object', title: 'Scores', additionalProperties: { type: 'integer' } },
    crew: {
      type: 'object',
      title: 'Crew',
      additionalProperties: { type: 'object', properties: { age: { type: 'integer', title: 'Age' } } },
    },
  },
});

describe('a problem of an entry', () => {
  it.each(['teak', 'oak/elm', 'a/b/c', '2024'])('names it as its visitor does: %s', (name) => {
    const values = { scores: { [name]: 'some', oak: 1, a: 2 } };
    const wanted = [`Check what you entered: ${name}`];
    expect([inPage(values).messages, onServer(values).messages]).toEqual([wanted, wanted]);
  });

  it('names what is inside it', () => {
    expect(inPage({ crew: { 'Ann/Bea': { age: 'old' } } }).messages).toEqual(['Check what you entered: Age']);
  });

  it.each(['teak', 'oak/elm'])('asks for the value of one that has a name: %s', (name) => {
    const values = { scores: { [name]: '' }, crew: { [name]: { age: '' } } };
    const wanted = Array(2).fill(`Fill in: ${name}`);
    expect([inPage(values).messages, onServer(values).messages]).toEqual([wanted, wanted]);
  });
});
