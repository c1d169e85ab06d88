import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FieldUse } from '#engine/check/index.ts';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';

it('shows the choices of a pasted table as they are read', async () => {
  const studio = createFakeStudio();
  await studio.open('/studio/forms/general?field=phone');
  await expect.element(page.getByRole('textbox', { name: 'Label' }).first()).toBeVisible();
  studio.changeAsOther({
    file: 'forms/general/schema.json',
    path: ['properties', 'phone'],
    before: { type: 'string' },
    after: { type: 'string', enum: ['one'] },
  });
  const choices = page.getByRole('textbox', { name: 'Choices' });
  await choices.click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await choices.fill('Show\tMesse\nFriend\tFreund');
  await userEvent.tab();
  await expect.element(choices).toHaveValue('Show\nFriend');
});

describe('a field that rules decide on', () => {
  const rule = (then: object) => ({ id: 'planted', description: 'Nobody is called.', then });
  const inList = page.getByRole('listitem', { name: 'Phone number' });

  async function opensWith(then: object, use: Partial<FieldUse>): Promise<void> {
    const studio = createFakeStudio();
    studio.answer('rule-choices', () =>
      Response.json({
        when: [],
        asks: {},
        filters: {},
        given: [],
        types: [],
        lists: [],
        recipients: [],
        fields: [{ name: 'phone' }],
        destinations: [],
      }),
    );
    await studio.open('/studio/forms/general?field=phone');
    await expect.element(inList).toBeVisible();
    studio.changeAsOther({ file: 'rules.json', path: ['rules'], before: [], after: [rule(then)] as never });
    const usual = {
      shown: 'always',
      required: 'never',
      hiddenBy: [],
      requiredBy: [],
      isPreset: false,
    } as const;
    studio.report([], { general: { phone: { ...usual, ...use } } });
  }

  it('is marked as never shown, with the rules that hide it', async () => {
    await opensWith({ hide: ['phone'] }, { shown: 'never', hiddenBy: ['planted'], isPreset: true });
    await expect.element(inList.getByText('never shown', { exact: false })).toBeVisible();
    const notice = page.getByText('Visitors never see this field', { exact: false });
    await expect.element(notice).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Nobody is called.' }).first()).toBeVisible();
    await expect.element(page.getByText('A value that a rule fills in is still sent.')).toBeVisible();
    await expectNoViolations(document.body);
  });

  it('that is required by one everywhere is said to be so at each place, and is no choice', async () => {
    await opensWith({ require: ['phone'] }, { required: 'always', requiredBy: ['planted'] });
    await expect.element(inList.getByText('· required', { exact: false })).toBeVisible();
    const tick = page.getByRole('checkbox', { name: 'Required wherever it is shown' });
    await expect.element(tick).toBeChecked();
    await expect.element(tick).toBeDisabled();
    await expect.element(page.getByText('Required by a rule', { exact: false })).toBeVisible();
    const whereAndWhen = page.getByRole('region', { name: 'Where and when' });
    await expect.element(whereAndWhen.getByText('Wherever it is shown.')).toBeVisible();
    expect(whereAndWhen.getByLabelText('Only in some situations').elements()).toEqual([]);
    expect(whereAndWhen.getByText('Always.').elements()).toEqual([]);
    await expectNoViolations(document.body);
  });

  it('that is required by one in some situations is said to be so at each place', async () => {
    await opensWith({ require: ['phone'] }, { required: 'sometimes', requiredBy: ['planted'] });
    await expect.element(inList.getByText('required in some situations', { exact: false })).toBeVisible();
    await expect
      .element(page.getByRole('checkbox', { name: 'Required wherever it is shown' }))
      .not.toBeChecked();
    await expect.element(page.getByText('In some of the situations where it is shown.')).toBeVisible();
  });
});

it('a day is compared with another field in its properties, by a rule that one Undo takes back', async () => {
  const studio = createFakeStudio();
  const day = { type: 'string', format: 'date' };
  studio.changeAsOther(
    { file: 'forms/general/schema.json', path: ['properties', 'from'], after: day },
    { file: 'forms/general/schema.json', path: ['properties', 'to'], after: { ...day, title: 'To' } },
    { file: 'texts/en.json', path: ['fields.from.label'], after: 'From' },
    { file: 'texts/en.json', path: ['fields.to.label'], after: 'To' },
  );
  const getRules = () => Object(Object(studio.documents())['rules.json']).rules;
  await studio.open('/studio/forms/general?field=to');
  await page.getByLabelText('Not before').selectOptions('From');
  await page.getByLabelText('Days after that, at the earliest').fill('1');
  await expect.poll(getRules).toEqual([
    {
      id: 'general-to-days',
      description: 'To depends on another day.',
      then: { bound: { to: { minimum: { '+': [{ var: 'values.from' }, 1, 'days'] } } } },
    },
  ]);
  await expect.element(page.getByRole('link', { name: /To depends on another day/ }).first()).toBeVisible();
  await expectNoViolations(document.body);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(getRules).toEqual([]);
  // The other field offers no comparison that would lead back.
  await page.getByLabelText('Not after').selectOptions('From');
  await expect.poll(() => getRules().length).toBe(1);
  await studio.open('/studio/forms/general?field=from');
  await expect.element(page.getByLabelText('Not before')).toBeVisible();
  const options = page.getByLabelText('Not before').element().querySelectorAll('option');
  expect([...options].map(({ textContent }) => textContent)).toEqual(['Nothing', 'Today']);
});
