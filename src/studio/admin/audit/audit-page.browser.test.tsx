import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeStudio } from '../../testing/fake-studio.tsx';

it('adds further entries once, however often they are asked for', async () => {
  const studio = createFakeStudio({ role: 'owner' });
  const answers: (() => void)[] = [];
  const entry = (number: number) => ({ number, at: 0, action: 'signed-in', who: { name: 'Ann' }, hash: '' });
  let isFirst = true;
  studio.answer('audit', () => {
    if (isFirst) {
      isFirst = false;
      return Response.json({ entries: [entry(2)], next: 2 });
    }
    return new Promise<Response>((resolve) => {
      answers.push(() => resolve(Response.json({ entries: [entry(1)] })));
    }) as never;
  });
  await studio.open('/studio/audit');
  const more = page.getByRole('button', { name: 'Show older entries' });
  await more.click();
  await more.click();
  await expect.poll(() => answers.length).toBe(1);
  for (const answer of answers) answer();
  await expect.poll(() => document.querySelectorAll('.st-audit-day li').length).toBe(2);
});
