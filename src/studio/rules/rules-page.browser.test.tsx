import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';

it('offers those rules to be edited that are inside of what somebody is limited to', async () => {
  const studio = createFakeStudio({ role: 'editor', types: ['general'] });
  const own = { when: { '==': [{ var: 'type' }, 'general'] }, then: { hide: ['phone'] } };
  const rules = [
    { id: 'mine', description: 'Mine', ...own },
    { id: 'all', description: 'Of all', then: { hide: ['message'] } },
  ];
  studio.answer('rules', () =>
    Response.json(
      rules.map(({ id, description, then }) => ({
        id,
        description,
        effects: Object.keys(then),
        sentence: [description],
        links: { types: ['general'], sites: ['101'], reads: [], decides: [] },
        conflicts: [],
      })),
    ),
  );
  await studio.open('/studio/rules');
  await expect.element(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
  studio.changeAsOther({ file: 'rules.json', path: ['rules'], before: [], after: rules as never });
  studio.report();
  await expect.element(page.getByText('Of all').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit: Mine' })).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: 'Edit: Of all' }).elements()).toEqual([]);
});

describe('the list of rules', () => {
  const field = (name: string, label: string) => ({ name, label, is: 'field' });
  const phone = { kind: 'field', id: 'phone', label: 'Phone', types: ['general'] };

  /** Opens the rules page at an address, with two rules of which the second reads the phone. */
  async function opensTwoRules(address: string): Promise<void> {
    const studio = createFakeStudio();
    const rules = [
      { id: 'one', description: 'First', then: { hide: ['message'] } },
      { id: 'two', description: 'Second', then: { hide: ['phone'] } },
    ];
    const links = { types: ['general'], sites: ['101'], reads: [] };
    studio.answer('rules', () =>
      Response.json([
        {
          ...rules[0],
          effects: ['hide'],
          sentence: ['Büro is hidden.'],
          links: { ...links, decides: [] },
          conflicts: [],
        },
        {
          ...rules[1],
          effects: ['hide'],
          sentence: ['Phone is hidden.'],
          links: { ...links, decides: [phone] },
          conflicts: [],
        },
      ]),
    );
    studio.answer('rule-choices', () =>
      Response.json({
        types: [{ name: 'general', label: 'General enquiry' }],
        fields: [field('phone', 'Phone (General enquiry)'), field('note', 'Message (Charter)')],
      }),
    );
    await studio.open(address);
    await expect.element(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
    studio.changeAsOther({ file: 'rules.json', path: ['rules'], before: [], after: rules as never });
    studio.report();
    await expect.element(page.getByRole('searchbox')).toBeVisible();
  }

  it('finds rules by words and by fields, counts them, and puts both into the address', async () => {
    await opensTwoRules('/studio/rules?search=buro');
    await expect.element(page.getByRole('status').getByText('1 of 2 rules')).toBeVisible();
    await expect.element(page.getByText('Büro is hidden.', { exact: false })).toBeVisible();
    expect(page.getByText('Phone is hidden.', { exact: false }).elements()).toEqual([]);
    await page.getByRole('searchbox').fill('');
    await page.getByLabelText('Field', { exact: true }).selectOptions('Phone (General enquiry)');
    await expect.element(page.getByText('Phone is hidden.', { exact: false })).toBeVisible();
    expect(page.getByText('Büro is hidden.', { exact: false }).elements()).toEqual([]);
    await expect.poll(() => location.search).toBe('?about=phone');
    await expectNoViolations(document.body);
  });

  it('says what to do where no rule matches', async () => {
    await opensTwoRules('/studio/rules?search=nothing+at+all');
    await expect.element(page.getByText('No rule matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all filters' }).first().click();
    await expect.element(page.getByText('Büro is hidden.', { exact: false })).toBeVisible();
    await expect.poll(() => location.search).toBe('');
  });

  it('is also a map, in which a rule leads to the list and a field shows its rules alone', async () => {
    await page.viewport(1280, 800);
    onTestFinished(() => page.viewport(414, 896));
    await opensTwoRules('/studio/rules');
    await page.getByRole('link', { name: 'Map' }).click();
    const map = page.getByRole('region', { name: 'Map of the rules of General enquiry' });
    await expect.element(map).toBeVisible();
    await expectNoViolations(document.body);
    await map.getByRole('button', { name: 'Phone number' }).click();
    await expect.element(page.getByText('1 rule for General enquiry')).toBeVisible();
    await expect
      .element(map.getByRole('link', { name: 'Phone is hidden.' }))
      .toHaveAttribute('href', '/studio/rules#rule-two');
  });
});
