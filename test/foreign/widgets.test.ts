import { describe, expect, it } from 'vitest';
import { asObject } from '#engine/json-schema/values.ts';
import { formatLine, importValue } from './samples.ts';

/** Imports elements of SurveyJS or components of Form.io. Returns the documents of the form and the report. */
function imports(
  given: { readonly elements: readonly object[] } | { readonly components: readonly object[] },
) {
  const question = { type: 'text', name: 'q' };
  const asked =
    'elements' in given
      ? { title: 'Form', elements: [question, ...given.elements] }
      : { components: [{ type: 'textfield', key: 'q', input: true }, ...given.components] };
  const result = importValue(asked);
  if (!result.ok) throw new Error(result.reason);
  const find = (end: string) =>
    asObject(Object.entries(result.documents).find(([file]) => file.endsWith(end))?.[1]);
  const ui = find('/ui.json');
  const texts = find('texts/en.json');
  const blocks = Object.entries(asObject(ui['ui:blocks'])).map(([name, block]) => {
    const { kind, level } = asObject(block);
    const key = Object.keys(texts).find((one) => one.endsWith(`blocks.${name}.text`));
    return [kind, ...(level === undefined ? [] : [level]), texts[key ?? '']];
  });
  const { properties } = find('/schema.json');
  return { ui, blocks, properties: asObject(properties), lines: result.lines.map(formatLine) };
}

describe('a ranking of SurveyJS', () => {
  const ranking = { type: 'ranking', name: 'goals', choices: ['price', 'speed'] };

  it('becomes a ranking', () => {
    const { ui, properties, lines } = imports({ elements: [{ ...ranking, isRequired: true }] });
    expect(ui.goals).toMatchObject({ 'ui:widget': 'ranking' });
    expect(properties.goals).toMatchObject({ type: 'array', uniqueItems: true, minItems: 2 });
    expect(lines).toContainEqual(expect.stringMatching(/^goals: taken as it is/));
  });

  it.each([
    ['visitors choose what they rank', { selectToRankEnabled: true, maxSelectedChoices: 1 }],
    ['its choices depend on answers', { choicesVisibleIf: "{item} = 'price'" }],
    ['it has one choice', { choices: ['price'] }],
  ])('becomes a list if %s', (_why, changes) => {
    const { ui, lines } = imports({ elements: [{ ...ranking, ...changes }] });
    expect(ui.goals).toMatchObject({ 'ui:widget': 'array' });
    expect(lines).toContainEqual(expect.stringMatching(/^goals: taken as a list in which/));
  });
});

describe.each([
  [
    'signaturepad of SurveyJS',
    (own: object, panel?: string) => {
      const pad = { type: 'signaturepad', name: 'sign', isRequired: true, penColor: 'blue', ...own };
      return { elements: [panel ? { type: 'paneldynamic', name: panel, templateElements: [pad] } : pad] };
    },
  ],
  [
    'signature of Form.io',
    (own: object, grid?: string) => {
      const pad = {
        type: 'signature',
        key: 'sign',
        validate: { required: true },
        footer: 'Sign here',
        ...own,
      };
      return { components: [grid ? { type: 'datagrid', key: grid, input: true, components: [pad] } : pad] };
    },
  ],
])('%s', (_name, write) => {
  it('becomes a signature that is stored as a photo', () => {
    const { ui, properties, lines } = imports(write({}));
    expect(ui.sign).toMatchObject({ 'ui:widget': 'signature' });
    expect(properties.sign).toMatchObject({ type: 'array', minItems: 1, maxItems: 1 });
    expect(lines).toContainEqual(expect.stringMatching(/^sign: taken as a signature that is stored/));
  });

  it('becomes a text inside a list, where nothing is uploaded', () => {
    const { properties, lines } = imports(write({}, 'crew'));
    expect(JSON.stringify(properties.crew)).toContain('"sign":{"type":"string"');
    expect(lines).toContainEqual(expect.stringMatching(/sign.*: taken as a text: inside another/));
  });
});

const html =
  '<h2 onclick="x()">The boat</h2><p>Read <a href="https://example.com/a">this</a></p><img src="//evil.example/a.png"><iframe src="x"></iframe><script>steal()</script>';

describe.each([
  [
    'html of SurveyJS',
    (text: unknown) => ({ elements: [{ type: 'html', name: 'note', html: text }] }),
    'html',
  ],
  [
    'content of Form.io',
    (text: unknown) => ({ components: [{ type: 'content', key: 'note', html: text }] }),
    'html',
  ],
  [
    'htmlelement of Form.io',
    (text: unknown) => ({ components: [{ type: 'htmlelement', key: 'note', content: text }] }),
    'content',
  ],
] as const)('%s', (_what, write, property) => {
  it('becomes headings and paragraphs without a tag', () => {
    const { blocks } = imports(write(html));
    expect(blocks).toEqual([
      ['heading', 1, 'The boat'],
      ['paragraph', 'Read this (https://example.com/a)'],
    ]);
  });

  it('has a line for what is removed, and says that scripts never run', () => {
    const { lines } = imports(write(html));
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^note, ${property}: taken as headings and paragraphs; the script`)),
        expect.stringMatching(new RegExp(`^note, ${property}, <img>: left out: .*block "picture"`)),
        expect.stringMatching(new RegExp(`^note, ${property}, <iframe>: left out`)),
      ]),
    );
    expect(lines.filter((line) => line.includes('<script>'))).toEqual([]);
  });

  it('is left out, with its reason, if it is only a script', () => {
    const { blocks, lines } = imports(write('<script>steal()</script>'));
    expect(blocks).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^note: left out: it has no text/));
  });

  it('is a paragraph if it has no heading', () => {
    const { blocks, lines } = imports(write('<p>One</p><p>Two &lt;b&gt;</p>'));
    expect(blocks).toEqual([['paragraph', 'One\n\nTwo ‹b>']]);
    expect(lines).toContainEqual(expect.stringMatching(/^note: taken as a paragraph/));
  });
});

it('HTML of SurveyJS in several languages has a block for each part, or one if they differ', () => {
  const survey = (de: string) =>
    imports({
      elements: [{ type: 'html', name: 'note', html: { default: '<h2>A</h2><p>b</p>', de } }],
    }).blocks;
  expect(survey('<h2>X</h2><p>y</p>')).toEqual([
    ['heading', 1, 'A'],
    ['paragraph', 'b'],
  ]);
  expect(survey('<p>y</p>')).toEqual([['paragraph', 'A\n\nb']]);
});
