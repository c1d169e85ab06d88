import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FactChoice } from '#engine/rules/builder/index.ts';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import type { RuleChoices } from '../../api/studio.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

const fact = (made: Pick<FactChoice, 'name' | 'kind' | 'label' | 'operators'> & Partial<FactChoice>) => ({
  said: [made.label],
  group: 'answers' as const,
  ...made,
});
const arrival = fact({ name: 'values.arrival', kind: 'date', label: 'Arrival', operators: ['given', '=='] });
const site = fact({
  name: 'site.id',
  kind: 'id',
  label: 'the site',
  operators: ['given', '=='],
  group: 'page',
  values: [{ value: '101', label: 'Trevarrow' }],
});

const choices: RuleChoices = {
  when: [site, arrival],
  asks: { preferTypes: [], eligible: [], offer: [site] },
  filters: {},
  given: [arrival],
  fields: [
    {
      name: 'phone',
      label: 'Phone number',
      is: 'field',
      kind: 'date',
      bounded: 'date',
      types: ['general'],
      takes: ['hide', 'show', 'require', 'bound', 'preset'],
    },
  ],
  types: [{ name: 'general', label: 'General enquiry' }],
  lists: [],
  recipients: [],
  destinations: [],
};
const rule = { id: 'planted', description: 'Planted.', then: { hide: ['phone'] } };

const links = { types: ['general'], sites: [], reads: [], decides: [] };

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
  studio.answer('rule-choices', () => Response.json(choices));
  studio.answer('rules', () =>
    Response.json([{ ...rule, effects: ['hide'], sentence: ['Hide it.'], links, conflicts: [] }]),
  );
});

const rules = () => Object(studio.documents()['rules.json']).rules;
const notYet = page.getByText('Not in the draft yet', { exact: false });

async function opensPlanted(): Promise<void> {
  await studio.open('/studio/rules');
  await expect.element(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
  studio.changeAsOther({ file: 'rules.json', path: ['rules'], before: [], after: [rule] });
  studio.report();
  await page.getByRole('button', { name: 'Edit: Planted.' }).click();
}

describe('a new rule', () => {
  it.each([
    ['Limit dates, numbers or lengths', 'At the earliest', { bound: { phone: { minimum: '2031-05-04' } } }],
    ['Fill in', 'Value', { preset: { phone: '2031-05-04' } }],
  ])(
    'of the kind "%s" is added with the value that was entered, and not without one',
    async (effect, value, then) => {
      await studio.open('/studio/rules');
      await page.getByRole('button', { name: 'New rule' }).click();
      const form = page.getByRole('form', { name: 'New rule' });
      await form.getByLabelText('What it does').selectOptions(effect);
      await form.getByLabelText('Which field').selectOptions('Phone number');
      await form.getByRole('button', { name: 'Add rule' }).click();
      await expect.element(form.getByText('Something is missing', { exact: false })).toBeVisible();
      expect(studio.changes()).toEqual([]);
      const start = form.getByRole('button', { name: 'Add: At the earliest' });
      if (value !== 'Value') await start.click();
      await expect.element(form.getByLabelText(value, { exact: true })).toHaveValue('');
      await expectNoViolations(document.body);
      await form.getByLabelText(value, { exact: true }).fill('2031-05-04');
      await form.getByRole('button', { name: 'Add rule' }).click();
      await expect.poll(rules).toMatchObject([{ then }]);
    },
  );
});

describe('a condition', () => {
  it('that is added is in the draft once what it asks is chosen and entered', async () => {
    await opensPlanted();
    const before = studio.changes().length;
    await page.getByRole('button', { name: 'Add condition' }).click();
    await expect.element(notYet).toBeVisible();
    await page.getByLabelText('What', { exact: true }).selectOptions('Arrival');
    await expect.element(page.getByLabelText('Value', { exact: true })).toHaveValue('');
    await expect.element(page.getByText('Enter a date.')).toBeVisible();
    await page.getByLabelText('What', { exact: true }).selectOptions('the site');
    await expect.element(page.getByLabelText('Value', { exact: true })).toHaveDisplayValue('Choose');
    await expectNoViolations(document.body);
    expect(studio.changes()).toHaveLength(before);
    await page.getByLabelText('Value', { exact: true }).selectOptions('Trevarrow');
    await expect.poll(rules).toEqual([{ ...rule, when: { '==': [{ var: 'site.id' }, '101'] } }]);
    await expect.poll(() => notYet.elements()).toEqual([]);
  });

  it('that is not complete is there again after a reload, until the rule is changed elsewhere', async () => {
    await opensPlanted();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabelText('What', { exact: true }).selectOptions('Arrival');
    const edit = page.getByRole('button', { name: 'Edit: Planted.' });
    await studio.open('/studio/rules');
    await edit.click();
    await expect.element(page.getByLabelText('What', { exact: true })).toHaveDisplayValue('Arrival');
    await expect.element(notYet).toBeVisible();
    const when = { '==': [{ var: 'site.id' }, '101'] };
    studio.changeAsOther({
      file: 'rules.json',
      path: ['rules'],
      before: [rule],
      after: [{ ...rule, when }] as never,
    });
    await expect.element(page.getByLabelText('What', { exact: true })).toHaveDisplayValue('the site');
    await studio.open('/studio/rules');
    await edit.click();
    await expect.element(page.getByLabelText('What', { exact: true })).toHaveDisplayValue('the site');
    expect(notYet.elements()).toEqual([]);
  });

  it('of a second kind leaves the first in the draft until it is complete, or taken away', async () => {
    await opensPlanted();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabelText('What', { exact: true }).selectOptions('the site');
    await page.getByLabelText('Value', { exact: true }).selectOptions('Trevarrow');
    const when = { '==': [{ var: 'site.id' }, '101'] };
    await expect.poll(rules).toEqual([{ ...rule, when }]);
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabelText('What', { exact: true }).last().selectOptions('Arrival');
    await expect.element(notYet).toBeVisible();
    expect(rules()).toEqual([{ ...rule, when }]);
    await page.getByRole('button', { name: 'Remove condition' }).nth(1).click();
    await expect.poll(() => notYet.elements()).toEqual([]);
  });
});

describe('a rule of somebody who is limited to some enquiry types', () => {
  it('is not widened to others, which is said at once and changes nothing', async () => {
    studio = createFakeStudio({ role: 'editor', types: ['general'] });
    const own = { ...rule, when: { '==': [{ var: 'type' }, 'general'] } };
    studio.answer('rule-choices', () => Response.json(choices));
    studio.answer('rules', () =>
      Response.json([{ ...own, effects: ['hide'], sentence: ['Hide it.'], links, conflicts: [] }]),
    );
    await studio.open('/studio/rules');
    await expect.element(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
    studio.changeAsOther({ file: 'rules.json', path: ['rules'], before: [], after: [own] });
    studio.report();
    await page.getByRole('button', { name: 'Edit: Planted.' }).click();
    await page.getByRole('button', { name: 'Remove condition' }).first().click();
    const notice = page
      .getByRole('alert')
      .getByText('You may change only: General enquiry', { exact: false });
    await expect.element(notice).toBeVisible();
    expect(rules()).toEqual([own]);
    expect(page.getByRole('button', { name: 'Remove condition' }).elements()).not.toEqual([]);
    await expectNoViolations(document.body);
  });
});

describe('a field', () => {
  it.each([
    ['Only when…', { show: ['phone'] }],
    ['Only in some situations', { require: ['phone'] }],
  ])('has no rule by "%s" until its condition is chosen', async (way, then) => {
    await studio.open('/studio/forms/general?field=phone');
    await page.getByLabelText(way).click();
    await expect.element(notYet).toBeVisible();
    await page.getByLabelText('What', { exact: true }).selectOptions('Arrival');
    await expect.element(page.getByLabelText('Value', { exact: true })).toHaveValue('');
    await expectNoViolations(document.body);
    expect(studio.changes()).toEqual([]);
    await page.getByLabelText('Value', { exact: true }).fill('2031-05-04');
    await expect.poll(rules).toEqual([
      {
        id: expect.any(String),
        description: expect.any(String),
        then,
        when: { '==': [{ var: 'values.arrival' }, '2031-05-04'] },
      },
    ]);
    await expect.element(page.getByLabelText(way)).toBeChecked();
    // The same control goes on being edited.
    await userEvent.keyboard('{Tab}');
    await page.getByLabelText('Value', { exact: true }).fill('2032-05-04');
    await expect.poll(rules).toMatchObject([{ when: { '==': [{ var: 'values.arrival' }, '2032-05-04'] } }]);
  });
});
