import { describe } from 'vitest';
import { readRawDemoContent } from '../support/content.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import service from '../support/frozen/forms/service/schema.json' with { type: 'json' };
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const counts = { fields: 500, types: 200, offices: 3_000 };

/** Ids of enquiry types that exist on this server only. */
const furtherIds = Array.from({ length: counts.types - 6 }, (_, at) => 1_000 + at);

const it = journeysOn({ documents: largeDocuments(), content: largeContent() });
const path = '/service/falmouth';

/** The service form has 500 fields; 194 further types have a few each. */
function largeDocuments(): Readonly<Record<string, unknown>> {
  const { enquiryTypes } = readFrozenDocuments()['enquiry-types.json'] as {
    readonly enquiryTypes: readonly unknown[];
  };
  const { office_location, name, email, message } = service.properties;
  const texts = Array.from({ length: counts.fields - 4 }, (_, at) => [
    `text_${at}`,
    { title: `Text ${at}`, type: 'string', maxLength: 200 },
  ]);
  const ui = { 'ui:submitLabel': 'send-message' };
  const further = furtherIds.flatMap((id) => [
    [
      `forms/further-${id}/schema.json`,
      {
        $schema: service.$schema,
        type: 'object',
        required: ['name'],
        properties: { name, email, [`own_${id}`]: { title: `Own ${id}`, type: 'string', maxLength: 200 } },
      },
    ],
    [`forms/further-${id}/ui.json`, ui],
  ]);
  return {
    'enquiry-types.json': {
      enquiryTypes: [
        ...enquiryTypes,
        ...furtherIds.map((id) => ({ id, key: `further-${id}`, folder: `further-${id}` })),
      ],
    },
    'forms/service/schema.json': {
      ...service,
      examples: [],
      properties: { office_location, name, email, message, ...Object.fromEntries(texts) },
    },
    'forms/service/ui.json': { 'ui:order': ['office_location', 'name', 'email', '*'], ...ui },
    ...Object.fromEntries(further),
  };
}

function largeContent(): Readonly<Record<string, unknown>> {
  const raw = readRawDemoContent();
  const [first] = raw['offices.json'];
  const offices = Array.from({ length: counts.offices }, (_, at) => ({
    ...first,
    id: 10_000 + at,
    name: `Harbour ${at}`,
    title: 'Yard',
    email: `harbour-${at}@example.com`,
    services: at % 2 === 0 ? ['service'] : ['service', 'general'],
  }));
  return {
    'offices.json': [...raw['offices.json'], ...offices],
    'enquiry-types.json': [
      ...raw['enquiry-types.json'],
      ...furtherIds.map((id) => ({ id, name: `further-${id}`, names: { en: `Further ${id}` } })),
    ],
  };
}

/** Returns the names of the fields that change on the page during an action; `''` is everything else. */
async function changedBy(visitor: Visitor, action: () => Promise<void>): Promise<readonly string[]> {
  await visitor.page.evaluate(() => {
    const changed = new Set<Node>();
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) changed.add(target);
    });
    const form = document.querySelector('#ContactFormSection form');
    if (form === null) throw new Error('Cannot watch the form: there is none');
    // React writes an input's name, type and value again after each key, with the same values.
    const attributeFilter = ['aria-describedby', 'aria-invalid', 'class', 'disabled', 'id', 'required'];
    observer.observe(form, { subtree: true, childList: true, characterData: true, attributeFilter });
    Object.assign(window, { changedNodes: changed });
  });
  await action();
  return visitor.page.evaluate(() => {
    const { changedNodes } = window as unknown as { changedNodes: ReadonlySet<Node> };
    const fieldOf = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return element?.closest('.sw-field')?.querySelector('[name]')?.getAttribute('name') ?? '';
    };
    return [...new Set([...changedNodes].map(fieldOf))].sort();
  });
}

describe(`a form of ${counts.fields} fields, ${counts.types} types and ${counts.offices} offices`, () => {
  it('draws one field again at a keystroke, also while problems are shown', async ({ visitor, expect }) => {
    await visitor.visits(path);
    await visitor.page.locator('.sw-form--awaited').waitFor({ state: 'detached' });
    await expect
      .poll(() => visitor.page.locator('#ContactFormSection .sw-field').count())
      .toBe(counts.fields + 1);
    const type = (field: string, text: string) => async () => {
      await visitor.control(field).focus();
      await visitor.page.keyboard.type(text);
    };
    expect(await changedBy(visitor, type('text_250', 'a'))).toEqual([]);
    await visitor.sends();
    await expect.poll(() => visitor.invalidFields()).toEqual(['name', 'email', 'message']);
    expect(await changedBy(visitor, type('text_251', 'b'))).toEqual([]);
    // The number of problems is shown above the fields.
    expect(await changedBy(visitor, type('name', 'A'))).toEqual(['', 'name']);
    await expect.poll(() => visitor.invalidFields()).toEqual(['email', 'message']);
  });

  it('keeps, when the type changes, what both types have, element for element', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(path);
    await visitor.fills({ name: 'Ada', email: 'ada@example.com', text_7: 'seven' });
    const name = await visitor.control('name').elementHandle();
    const email = await visitor.control('email').elementHandle();
    const changed = await changedBy(visitor, async () => {
      await visitor.chooses('enquiry_type', furtherIds.at(-1) ?? '');
      await visitor.control(`own_${furtherIds.at(-1)}`).waitFor();
    });
    expect(changed.filter((field) => /^(?:name|text_)/.test(field))).toEqual([]);
    await expect.poll(() => visitor.page.locator('#ContactFormSection .sw-field').count()).toBe(4);
    expect(await visitor.control('name').evaluate((now, former) => now === former, name)).toBe(true);
    expect(await visitor.control('email').evaluate((now, former) => now === former, email)).toBe(true);
    await visitor.chooses('enquiry_type', 7);
    await visitor.control('text_7').waitFor();
    await expect
      .poll(() => visitor.readValues('name', 'email', 'text_7'))
      .toEqual({
        name: 'Ada',
        email: 'ada@example.com',
        text_7: 'seven',
      });
  });

  it('lists every office in a native select of its name, to be found by typing', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(path);
    const offices = visitor.page.getByRole('combobox', { name: 'Office' });
    expect(await offices.evaluate((element) => [element.tagName, element.getAttribute('name')])).toEqual([
      'SELECT',
      'office_location',
    ]);
    const labels = await offices.locator('option').allTextContents();
    const harbours = labels.filter((label) => label.startsWith('Harbour '));
    expect(harbours).toHaveLength(counts.offices);
    expect(harbours.slice(0, 12).at(-1)).toBe('Harbour 11 - Yard');
    await offices.focus();
    await visitor.page.keyboard.type('Harbour 2718');
    await expect.poll(() => visitor.readValues('office_location')).toEqual({ office_location: '12718' });
    await visitor.chooses('enquiry_type', 3);
    await expect.poll(() => offices.locator('option').count()).toBeLessThan(counts.offices);
    await expect.poll(() => visitor.readValues('office_location')).toEqual({ office_location: '' });
    await visitor.chooses('enquiry_type', 7);
    await expect.poll(() => visitor.readValues('office_location')).toEqual({ office_location: '12718' });
  });

  it('offers every type', async ({ visitor, expect }) => {
    await visitor.visits(path);
    await expect.poll(() => visitor.control('enquiry_type').locator('option').count()).toBe(counts.types);
  });
});
