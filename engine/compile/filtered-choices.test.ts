import { describe, expect, it } from 'vitest';
import { listFindings } from '../../test/cli/checking.ts';
import { createSampleDocuments } from '../../test/support/sample-documents.ts';
import { compile } from './index.ts';

const schema = {
  type: 'object',
  required: ['keel'],
  properties: {
    rig: { type: 'string', enum: ['sloop', 'ketch'] },
    keel: { type: 'string', enum: ['fin', 'long'] },
    extras: { type: 'array', uniqueItems: true, items: { enum: ['radar', 'heating'] } },
    name: { type: 'string' },
    words: { type: 'array', items: { type: 'string' } },
  },
  examples: [{ rig: 'sloop', keel: 'fin' }],
};

const onKetches = { '==': [{ var: 'values.rig' }, 'ketch'] };

function documentsWith(filter: object) {
  return createSampleDocuments(schema, {}, { rules: [{ id: 'keels', when: onKetches, then: { filter } }] });
}

const isOfForm = ({ severity, file }: { readonly severity: string; readonly file: string }) =>
  severity === 'error' && file !== 'scenarios.json';

describe('choices that a rule filters', () => {
  it.each([
    [
      { keel: { in: [{ var: 'item.value' }, ['fin', 'longs']] } },
      '"item.value" is never "longs"; its choices are "fin", "long"; the nearest is "long"',
    ],
    [{ name: { '==': [{ var: 'item.value' }, 'a'] } }, '"name" has no choices that could be filtered'],
    [{ words: { '==': [{ var: 'item.value' }, 'a'] } }, '"words" has no choices that could be filtered'],
    [
      { extras: { '==': [{ var: 'item.value' }, 'radr'] } },
      '"item.value" is never "radr"; its choices are "radar", "heating"; the nearest is "radar"',
    ],
  ])('are refused where they are none: %j', (filter, says) => {
    const compiled = compile(documentsWith(filter));
    const reasons = compiled.ok ? [] : compiled.problems.map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringContaining(says));
  });

  it('are told of where none is left of several that one of has to be ticked', () => {
    const examples = [{ rig: 'sloop', keel: 'fin', extras: ['radar'] }];
    const required = { ...schema, required: ['keel', 'extras'], examples };
    const errorsOf = (...words: string[]) =>
      listFindings(
        createSampleDocuments(
          required,
          {},
          {
            rules: [
              {
                id: 'extras',
                when: onKetches,
                then: { filter: { extras: { '!': { in: [{ var: 'item.value' }, words] } } } },
              },
            ],
          },
        ),
      ).filter(isOfForm);
    expect(errorsOf('radar')).toEqual([]);
    const [error] = errorsOf('radar', 'heating');
    expect(error).toMatchObject({
      code: 'required-choice-empty',
      scenario: { on: { entered: { rig: 'ketch' } } },
    });
  });

  it('are told of where fewer are left than have to be ticked', () => {
    const two = { ...schema.properties.extras, minItems: 2 };
    const required = {
      ...schema,
      required: ['keel', 'extras'],
      properties: { ...schema.properties, extras: two },
    };
    const documents = createSampleDocuments(
      { ...required, examples: [{ rig: 'sloop', keel: 'fin', extras: ['radar', 'heating'] }] },
      {},
      {
        rules: [
          {
            id: 'extras',
            when: onKetches,
            then: { filter: { extras: { '==': [{ var: 'item.value' }, 'radar'] } } },
          },
        ],
      },
    );
    expect(
      listFindings(documents)
        .filter(isOfForm)
        .map(({ code }) => code),
    ).not.toEqual([]);
  });

  it('are refused where nothing can hold them', () => {
    const ui = { grid: { 'ui:optionSet': 'yachtModels' } };
    const grid = { type: 'object', properties: { a: { enum: ['x', 'y'] } } };
    const properties = { ...schema.properties, grid };
    const reasons = (uiSchema: object, rules: Parameters<typeof createSampleDocuments>[2]) => {
      const compiled = compile(createSampleDocuments({ ...schema, properties }, uiSchema as never, rules));
      return compiled.ok ? [] : compiled.problems.map(({ pointer, reason }) => `${pointer} ${reason}`);
    };
    expect(reasons({ grid: { ...ui.grid, 'ui:widget': 'matrix' } }, {})).toEqual([
      expect.stringMatching(
        /^\/grid\/ui:optionSet "grid" contains objects or lists, which cannot be choices of "yachtModels"/,
      ),
    ]);
    const options = (field: string) => ({
      rules: [{ id: 'o', then: { options: { [field]: 'yachtModels' } } }],
    });
    expect(reasons({}, options('grid'))).toEqual([
      expect.stringMatching(
        /then\/options\/grid "grid" is an object, but "yachtModels" offers texts; change the type of the field/,
      ),
    ]);
    expect(reasons({}, options('words'))).toEqual([
      expect.stringMatching(/then\/options\/words "words" is a list, .*; give it "ui:widget": "checkboxes"/),
    ]);
    expect(reasons({ words: { 'ui:widget': 'checkboxes' } }, options('words'))).toEqual([]);
    expect(reasons({ words: { 'ui:optionSet': 'yachtModels' } }, {})).toEqual([]);
  });

  it('are told of where none is left of a choice that is required', () => {
    const errorsOf = (filter: object) =>
      listFindings(documentsWith(filter)).filter(({ code }) => code === 'required-choice-empty');
    const notThe = (...words: string[]) => words.map((word) => ({ '!=': [{ var: 'item.value' }, word] }));
    expect(errorsOf({ keel: { and: notThe('fin') } })).toEqual([]);
    const [error] = errorsOf({ keel: { and: notThe('fin', 'long') } });
    expect(error?.scenario?.on.entered).toMatchObject({ rig: 'ketch' });
  });
});
