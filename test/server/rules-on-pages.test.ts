import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/server/forms/content/content.ts';
import { type DrawnForm, toDrawnForm } from '../scenarios/drawn-form.ts';
import { getExpectedForm } from '../scenarios/oracle.ts';
import { createVisitSituation, loadDemoContent } from '../support/content.ts';
import { fetchFormPage, findAttribute, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const content = loadDemoContent();
const showsForm = (page: Page) => getExpectedForm(createVisitSituation(content, page)).isSectionShown;
const shown = content.pages.filter(showsForm);
const hidden = content.pages.filter((page) => !showsForm(page));

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

/** Parses a form from the HTML of its page. */
function drawnIn(html: string): DrawnForm {
  const [form = ''] = /<form id="contact-[\s\S]*<\/form>/.exec(html) ?? [];
  const fields = form
    .split(/(?=<div class="sw-field[ "])/)
    .slice(1)
    .map((part) => part.split('<div class="sw-trap"')[0] ?? '')
    .flatMap((part) => fieldIn(part));
  const ofName = (name: string) => fields.find((field) => field.name === name);
  const type = ofName('enquiry_type');
  const own = fields.filter(({ name }) => name !== 'enquiry_type');
  const office = ofName('office_location');
  return {
    typeDropdown: type === undefined ? 'hidden' : type.isConcealed ? 'concealed' : 'shown',
    ...(type && { type: Number(type.value), types: type.options.map(({ value }) => Number(value)) }),
    fields: own
      .map(({ name }) => name)
      .filter((name) => name !== 'upload')
      .sort(),
    required: own.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])).sort(),
    offices: office?.options.map(({ label }) => label),
    office: office?.value ?? '',
    interests: ofName('interested_in')?.options.map(({ value }) => value),
  };
}

/** Parses a field from the HTML of its box. Undefined without a control. */
function fieldIn(html: string) {
  const control = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => findAttribute(tag, 'name') !== '' && !/type="(?:hidden|submit)"/.test(tag));
  if (control === undefined) return [];
  const options = [...html.matchAll(/<option([^>]*)>([^<]*)<\/option>/g)].map(
    ([, attributes = '', text = '']) => ({
      value: findAttribute(attributes, 'value'),
      label: findAttribute(` label="${text}"`, 'label'),
      isSelected: / selected=""/.test(attributes),
    }),
  );
  return [
    {
      name: findAttribute(control, 'name'),
      isRequired: /aria-required="true"/.test(html),
      isConcealed: /^<div class="[^"]*sw-field--concealed/.test(html),
      options: options.filter(({ value }) => value !== ''),
      value: (options.find(({ isSelected }) => isSelected) ?? options[0])?.value ?? '',
    },
  ];
}

describe('what a page asks without scripts', () => {
  it.each(shown.filter(({ inSteps }) => !inSteps))(
    'is what docs/behaviour.md says, as it opens and for each type: $path',
    async (page) => {
      const opening = getExpectedForm(createVisitSituation(content, page));
      const path = page.placement === 'modal' ? `${page.path}?contact-form` : page.path;
      expect(drawnIn((await fetchFormPage(server.url, path)).html)).toEqual(
        toDrawnForm(opening, page.locale),
      );
      if (page.placement !== 'inline') return;
      for (const type of opening.types) {
        const { html } = await postForm(server.url, path, [
          ['enquiry_type', String(type)],
          ['change-type', 'x'],
        ]);
        const expected = getExpectedForm(createVisitSituation(content, page, { enquiry_type: type }));
        expect(drawnIn(html), `type ${type}`).toEqual(toDrawnForm(expected, page.locale));
      }
    },
  );

  it.each(hidden)('is nothing where the rules hide the form: $path', async ({ path }) => {
    expect((await fetchFormPage(server.url, path)).html).not.toContain('<form');
  });
});
