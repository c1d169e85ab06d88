import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import type { RuleChoices } from '../../api/studio.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

const choices: RuleChoices = {
  when: [],
  asks: { preferTypes: [], eligible: [], offer: [] },
  filters: {},
  given: [],
  fields: [
    {
      name: 'phone',
      label: 'Phone number',
      is: 'field',
      kind: 'text',
      types: ['general'],
      takes: ['hide', 'require'],
    },
  ],
  types: [{ name: 'general', label: 'General enquiry' }],
  lists: [],
  recipients: [],
  destinations: [],
};

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
  studio.answer('rule-choices', () => Response.json(choices));
});

const form = page.getByRole('form', { name: 'New rule' });
const add = form.getByRole('button', { name: 'Add rule' });

async function begins(): Promise<void> {
  await studio.open('/studio/rules');
  await page.getByRole('button', { name: 'New rule' }).click();
}

describe('a new rule', () => {
  it('says that something is missing, and is added once it says what it decides', async () => {
    await begins();
    await add.click();
    await expect.element(form.getByText('Something is missing', { exact: false })).toBeInTheDocument();
    expect(studio.changes()).toEqual([]);
    await form.getByLabelText('What it does').selectOptions('Make required');
    await form.getByLabelText('Which field').selectOptions('Phone number');
    await form.getByLabelText('General enquiry').click();
    await form.getByLabelText('What it is for').fill('Whoever asks is called.');
    await expectNoViolations(document.body);
    await add.click();
    await expect.poll(() => form.elements()).toEqual([]);
    await expect
      .poll(() => Object(studio.documents()['rules.json']).rules)
      .toEqual([
        {
          id: expect.any(String),
          description: 'Whoever asks is called.',
          when: { '==': [{ var: 'type' }, 'general'] },
          then: { require: ['phone'] },
        },
      ]);
  });

  it('that was begun is there again after a reload, until it is cancelled', async () => {
    await begins();
    await form.getByLabelText('What it does').selectOptions('Make required');
    await form.getByLabelText('Which field').selectOptions('Phone number');
    await form.getByLabelText('What it is for').fill('Whoever asks is called.');
    await studio.open('/studio/rules');
    await expect
      .element(form.getByText('Your unfinished rule is still here', { exact: false }))
      .toBeInTheDocument();
    await expect.element(form.getByLabelText('What it is for')).toHaveValue('Whoever asks is called.');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => form.elements()).toEqual([]);
    await studio.open('/studio/rules');
    await expect.element(page.getByRole('button', { name: 'New rule' })).toBeInTheDocument();
    expect(form.elements()).toEqual([]);
    expect(studio.changes()).toEqual([]);
  });

  it('is of their own types alone for somebody who is limited to some', async () => {
    studio = createFakeStudio({ role: 'editor', types: ['general'] });
    studio.answer('rule-choices', () => Response.json(choices));
    await begins();
    await form.getByLabelText('What it does').selectOptions('Make required');
    await expect.poll(() => form.getByRole('option', { name: 'Hide the whole form' }).elements()).toEqual([]);
    await form.getByLabelText('Which field').selectOptions('Phone number');
    // A rule of no type is of all.
    await expect.element(form.getByLabelText('General enquiry')).toBeChecked();
    await form.getByLabelText('General enquiry').click();
    await expect.element(form.getByLabelText('General enquiry')).toBeChecked();
    await add.click();
    await expect
      .poll(() => Object(studio.documents()['rules.json']).rules)
      .toMatchObject([{ when: { '==': [{ var: 'type' }, 'general'] }, then: { require: ['phone'] } }]);
  });
});
