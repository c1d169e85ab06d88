import { describe } from 'vitest';
import { createCorpusSite, getCorpusPath, listDrawnForms } from '../corpus/corpus.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';

const key = 'extras-by-rig';

const it = journeysOn(createCorpusSite(listDrawnForms().filter((one) => one.key === key)));

describe('several choices that a rule filters', () => {
  it('come and go with another answer, and are ticked again when they return', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits(getCorpusPath(key));
    const extras = visitor.page.getByRole('group', { name: 'Extras' });
    const ticked = () =>
      extras.locator('input:checked').evaluateAll((all) => all.map((box) => box.getAttribute('value')));
    const offered = () => extras.getByRole('checkbox').count();
    await visitor.fills({ fit_rig: 'sloop' });
    await extras.getByRole('checkbox', { name: 'Spinnaker' }).check();
    await extras.getByRole('checkbox', { name: 'thruster' }).check();
    await visitor.fills({ fit_rig: 'motor' });
    await expect.poll(offered).toBe(2);
    await expect.poll(() => ticked()).toEqual(['thruster']);
    await visitor.fills({ fit_rig: 'sloop' });
    await expect.poll(ticked).toEqual(['spinnaker', 'thruster']);
    await visitor.fills({ fit_rig: 'motor' });
    await expect.poll(offered).toBe(2);
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
    const [record] = await server.mailsDone();
    expect(record?.values).toMatchObject({ fit_rig: 'motor', fit_extras: ['thruster'] });
  });
});
