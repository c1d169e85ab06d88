import { describe } from 'vitest';
import { it, nestedStepsPath, pressContinue } from './nested-steps-site.ts';

describe('a form in steps with lists and conditions', () => {
  it('leaves out the step that an answer makes needless', async ({ visitor, expect }) => {
    await visitor.visits(nestedStepsPath);
    await visitor.sees('Step 1 of 4');
    await visitor.fills({ berth_boat: 'Wren', berth_stay: 'day' });
    await visitor.sees('Step 1 of 3');
    await pressContinue(visitor);
    await visitor.sees('Step 2 of 3');
    await expect.poll(() => visitor.control('berth_contact').isVisible()).toBe(true);
    await expect.poll(() => visitor.control('berth_insurer').count()).toBe(0);
  });
});
