import { describe } from 'vitest';
import { personAnswers } from '../steps/step-site.ts';
import type { Visitor } from '../support/visitor.ts';
import { answerAllSteps, it } from './steps-journey.ts';

function heading({ page: tab }: Visitor): Promise<string | null> {
  return tab.locator('.sw-step-title').textContent();
}

describe('a form in steps', () => {
  it('loses nothing by Back, by the browser and by a reload, and comes back to the answers after a change', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/steps');
    await answerAllSteps(visitor, 'changed-steps@example.com');
    await visitor.page.goBack();
    await visitor.sees('Step 4 of 5');
    await expect.poll(visitor.focus).toBe('Step 4 of 5 About you');
    await expect
      .poll(() => visitor.readValues('name', 'accept_term'))
      .toEqual({ name: personAnswers.name, accept_term: true });
    await visitor.page.getByRole('link', { name: 'Back' }).click();
    await visitor.sees('Step 3 of 5');
    await visitor.page.getByRole('link', { name: 'Back' }).click();
    await visitor.sees('Step 2 of 5');
    await expect.poll(() => visitor.readValues('engine_hours')).toEqual({ engine_hours: '412' });
    await visitor.control('generator_hours').fill('77');
    await visitor.page.goBack();
    await visitor.sees('Step 3 of 5');
    await visitor.page.goForward();
    await visitor.sees('Step 2 of 5');
    await expect.poll(() => visitor.readValues('generator_hours')).toEqual({ generator_hours: '77' });

    await visitor.reloads();
    await visitor.sees('Step 2 of 5');
    await expect
      .poll(() => visitor.readValues('engine_hours', 'generator_hours'))
      .toEqual({
        engine_hours: '412',
        generator_hours: '77',
      });
    await visitor.visits('/steps?step=check');
    await visitor.sees('Check your answers');
    await visitor.page.getByRole('link', { name: 'Change Boat model' }).click();
    await expect.poll(visitor.focus).toBe('boat_model');
    await visitor.control('boat_model').fill('Kestrel 42');
    await visitor.sends();
    await visitor.sees('Check your answers');
    await visitor.sees('Kestrel 42');
    await visitor.sends();
    await visitor.sees('Your request has reached us');
    const record = (await server.mailsDone()).find(
      ({ values }) => values.email === 'changed-steps@example.com',
    );
    expect(record?.values).toMatchObject({ boat_model: 'Kestrel 42', generator_hours: '77' });
    await visitor.visits('/steps?step=check');
    await expect.poll(() => heading(visitor)).toMatch(/Your boat/);
  });
});
