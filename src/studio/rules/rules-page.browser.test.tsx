import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
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

it('offers fields to be read about by the names that rules have for them', async () => {
  const studio = createFakeStudio();
  const field = (name: string, label: string) => ({ name, label, is: 'field' });
  studio.answer('rule-choices', () =>
    Response.json({
      fields: [field('message', 'Message (General enquiry)'), field('note', 'Message (Charter)')],
    }),
  );
  await studio.open('/studio/rules');
  const about = page.getByLabelText('Filter by field');
  await about.selectOptions('Message (Charter)');
  await expect.element(about).toHaveValue('note');
});
