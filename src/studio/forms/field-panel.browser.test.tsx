import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pretendStudio } from '../testing/pretended-studio.tsx';

it('shows the choices of a pasted table as they are read', async () => {
  const studio = pretendStudio();
  await studio.open('/studio/forms/general?field=phone');
  await expect.element(page.getByRole('textbox', { name: 'Label' }).first()).toBeVisible();
  studio.changeElsewhere({
    ...{ file: 'forms/general/schema.json', path: ['properties', 'phone'], before: { type: 'string' } },
    after: { type: 'string', enum: ['one'] },
  });
  const choices = page.getByRole('textbox', { name: 'Choices' });
  await choices.click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await choices.fill('Show\tMesse\nFriend\tFreund');
  await userEvent.tab();
  await expect.element(choices).toHaveValue('Show\nFriend');
});
