import { describe, expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { compileTestForm } from '../../../test/support/forms.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';

/** Returns documents of a form with one rating. */
function createRating(schema: object, ui: object = {}) {
  return createSampleDocuments(
    { type: 'object', properties: { taste: { type: 'integer', title: 'Taste', ...schema } } },
    { taste: { 'ui:widget': 'rating', ...ui } },
  );
}

/** Returns the choices of a rating after it is compiled. */
function listChoices(schema: object) {
  const [type] = compileTestForm(createRating(schema)).types;
  return type?.fields.find(({ name }) => name === 'taste')?.choices;
}

describe('a compiled rating', () => {
  it('offers each whole number from the minimum to the maximum', () => {
    expect(listChoices({ minimum: -1, maximum: 2 })).toEqual([-1, 0, 1, 2]);
  });

  it('offers only multiples of "multipleOf"', () => {
    expect(listChoices({ minimum: -1, maximum: 100, multipleOf: 25 })).toEqual([0, 25, 50, 75, 100]);
  });

  it('offers the choices of the schema, if it has any', () => {
    expect(listChoices({ minimum: 1, maximum: 5, enum: [1, 3, 5] })).toEqual([1, 3, 5]);
  });
});

describe('lintUi', () => {
  it.each([
    ['that begins with 0', 0, 5, 1],
    ['of more than ten steps', 1, 11, 1],
    ['of ten steps', 1, 10, 0],
  ])('reports stars of a rating where numbers are shown: one %s', (_case, minimum, maximum, count) => {
    const documents = createRating({ minimum, maximum }, { 'ui:symbols': 'stars' });
    const found = listFindings(documents).filter(({ code }) => code === 'widget-mismatch');
    expect(found).toHaveLength(count);
    for (const { pointer } of found) expect(pointer).toBe('/taste/ui:symbols');
  });
});
