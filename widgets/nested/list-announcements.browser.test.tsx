import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { createTestForm, createTestSituation, createTestValidators } from '../testing/forms.ts';
import { Harness } from '../testing/harness.tsx';

const guest = { type: 'object', title: 'Guest', properties: { age: { type: 'integer', title: 'Age' } } };
const form = createTestForm({ properties: { guests: { type: 'array', title: 'Guests', items: guest } } });

it('what is said of a changed list moves nothing: whoever is just pressing a button has pressed it', async () => {
  const screen = await render(
    <Harness form={form} situation={createTestSituation(form)} validatorsFor={createTestValidators(form)} />,
  );
  await screen.getByRole('button', { name: 'Add Guest' }).click();
  const status = screen.getByRole('status');
  await expect.element(status).not.toBeEmptyDOMElement();
  const topOfSend = () => screen.getByRole('button', { name: 'Send' }).element().getBoundingClientRect().top;
  const top = topOfSend();
  status.element().remove();
  expect(topOfSend()).toBe(top);
});
