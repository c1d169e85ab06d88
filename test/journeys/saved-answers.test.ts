import { describe } from 'vitest';
import { findMailedLink, it, saveAnswers, savedBoat } from './saved-answers-journey.ts';

describe('answers that a visitor saves', () => {
  it('are there on another device, to the last keystroke, and the link leaves the address', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    await visitor.visits('/part-exchange');
    await visitor.fills(savedBoat);
    await visitor.control('address').pressSequentially('Quay 1, Fal');
    await saveAnswers(visitor, 'ada@example.com');
    await visitor.sees(/on its way to .?ada@example\.com.?\. It works until .+20\d\d/);
    await expect
      .poll(() => visitor.announcements())
      .toContainEqual(expect.stringMatching(/on its way to .?ada@example\.com/));
    const link = new URL(await findMailedLink('ada@example.com', server));
    const other = await newVisitor();
    await other.visits(link.pathname + link.search);
    await other.sees('Your answers are back.');
    const saved = { ...savedBoat, address: 'Quay 1, Fal' };
    await expect.poll(() => other.readValues(...Object.keys(saved))).toEqual(saved);
    expect(other.page.url()).not.toContain('resume');
    await other.reloads();
    await expect.poll(() => other.readValues(...Object.keys(saved))).toEqual(saved);
  });
});
