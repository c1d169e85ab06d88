import { describe } from 'vitest';
import { expectedOf } from '../scenarios/oracle.ts';
import { demonstration, situationOn } from '../support/content.ts';
import { controlRoles, heardOf, saidOf } from '../support/heard.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();
const content = demonstration();
const pages = content.pages.filter((page) => expectedOf(situationOn(content, page)).isSectionShown);

describe.concurrent('every control of every page and type', () => {
  it.for(pages)(
    'has a name, and says that it is required, wrong and why: $path',
    async (page, { visitor, expect }) => {
      await visitor.visits(page.path);
      const { types, type } = expectedOf(situationOn(content, page));
      if (page.placement === 'modal') await visitor.opensDialog();
      for (const id of page.placement === 'inline' ? types : [type]) {
        if (page.placement === 'inline') await visitor.chooses('enquiry_type', id ?? '');
        const { required, office } = expectedOf(situationOn(content, page, { enquiry_type: id }));
        await visitor.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));

        expect(await looseEnds(visitor), `type ${id}`).toEqual([]);
        const before = await heardOf(visitor);
        const controls = before.filter(({ role }) => controlRoles.has(role));
        expect(controls.filter(({ name }) => name === '')).toEqual([]);
        expect(controls.filter(({ states }) => states.includes('invalid'))).toEqual([]);
        const mustBe = controls.filter(({ states }) => states.includes('required'));
        expect(fieldsOf(mustBe), `required, type ${id}`).toEqual([...required, ...typeOf(page)].sort());

        await visitor.sends();
        await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
        expect(await looseEnds(visitor), `type ${id}, sent`).toEqual([]);
        const after = await heardOf(visitor);
        const wrong = after.filter(({ states }) => states.includes('invalid'));
        const missing = required.filter((field) => field !== 'office_location' || office === undefined);
        expect(fieldsOf(wrong), `wrong, type ${id}`).toEqual(missing);
        for (const { description } of wrong.filter(({ role }) => role !== 'radiogroup'))
          expect(description).not.toBe('');
        expect(
          await unheardMessages(
            visitor,
            wrong.map(({ description }) => description),
          ),
        ).toEqual([]);
      }
    },
  );
});

describe.concurrent('a control in error', () => {
  it('is described by the message that stands under it, before its hint', async ({ visitor, expect }) => {
    await visitor.visits('/valuation');
    await visitor.fills({ hin_number: 'x'.repeat(201) });
    await visitor.sends();
    await visitor.sees('Shorten the hull identification number to 200 characters');
    const { states, description } = saidOf(await heardOf(visitor), 'hin_number');
    expect(states).toEqual(['invalid']);
    expect(description).toBe(
      'Shorten the hull identification number to 200 characters Marked on the stern, usually on the starboard side',
    );
  });

  it('is described by the failure of a send, without being called wrong', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    await visitor.page.route('**/graphql', (route) => route.abort());
    await visitor.fills({ office_location: 1, name: 'Ada', email: 'ada@example.com', message: 'Hello' });
    await visitor.sends();
    await visitor.sees('There was a problem. Please try again.');
    const { states, description } = saidOf(await heardOf(visitor), 'name');
    expect(states).toEqual(['required']);
    expect(description).toBe('There was a problem. Please try again.');
    expect(await visitor.focus()).toBe('name');
  });
});

type ContentPage = (typeof pages)[number];

/** The type is always asked for, and always chosen. */
function typeOf({ placement }: ContentPage): readonly string[] {
  return placement === 'modal' ? [] : ['enquiry_type'];
}

function fieldsOf(heard: readonly { readonly field: string | undefined }[]): readonly string[] {
  return [...new Set(heard.map(({ field }) => field ?? ''))].sort();
}

/** References from one element to another that lead nowhere, and ids that several elements have. */
function looseEnds({ page }: Visitor): Promise<readonly string[]> {
  return page.evaluate(() => {
    const attributes = [
      'for',
      'aria-labelledby',
      'aria-describedby',
      'aria-errormessage',
      'aria-controls',
      'commandfor',
    ];
    const dangling = attributes.flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)].flatMap((element) =>
        (element.getAttribute(attribute) ?? '')
          .split(/\s+/)
          .filter((id) => document.getElementById(id) === null)
          .map((id) => `${attribute}="${id}" leads nowhere`),
      ),
    );
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const shared = ids.filter((id, index) => ids.indexOf(id) !== index);
    return [...dangling, ...shared.map((id) => `several elements have the id "${id}"`)];
  });
}

/** Messages that can be seen, but that no control is described by. */
async function unheardMessages(
  { page }: Visitor,
  descriptions: readonly string[],
): Promise<readonly string[]> {
  const messages = await page.locator('.sw-error').allTextContents();
  return messages.filter((message) => !descriptions.some((description) => description.includes(message)));
}
