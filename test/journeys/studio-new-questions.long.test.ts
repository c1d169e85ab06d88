import { describe } from 'vitest';
import type { PageOffers } from '../../src/api/studio.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { createActionCounter } from '../support/action-counter.ts';
import { awaitSaved, locateField, studioJourneys } from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys({ documents: {} });

describe('an owner', () => {
  it('asks the same question in two forms and four languages in twenty actions', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/forms');
    const { presses, fills, count } = createActionCounter();
    await presses(page.getByRole('link', { name: 'General enquiry', exact: true }));
    await presses(page.getByRole('button', { name: 'Add field' }));
    await fills(page.getByLabel('What does it ask?'), 'How did you hear about us?');
    await presses(page.getByRole('button', { name: 'Choice', exact: true }));
    await fills(
      page.getByLabel('Choices').first(),
      'A friend\tصديق\tEin Freund\tUn ami\nA boat show\tمعرض\tEine Messe\tUn salon',
    );
    for (const [language, label] of [
      ['Deutsch', 'Wie haben Sie von uns erfahren?'],
      ['Français', 'Comment nous avez-vous connus\u202F?'],
      ['العربية', 'كيف سمعت عنا؟'],
    ] as const)
      await fills(page.getByRole('group', { name: language }).getByLabel('Label'), label);
    await presses(page.getByRole('link', { name: 'All enquiry types' }));
    await presses(page.getByRole('link', { name: 'Buying a yacht', exact: true }));
    await presses(page.getByRole('button', { name: 'Add field' }));
    await fills(page.getByLabel('What does it ask?'), 'how did');
    expect(await findAxeViolations(page)).toEqual([]);
    await presses(
      page.getByRole('button', { name: 'How did you hear about us? – from General enquiry, 4 languages' }),
    );
    await locateField(page, 'How did you hear about us?').waitFor();
    await page
      .getByText(/Change all forms|all forms/i)
      .first()
      .waitFor();
    await awaitSaved(page);
    // Publishing takes four more: its link, what is new, the expectations that change, its button.
    expect(count() + 4).toBeLessThanOrEqual(20);
  });

  it('makes a charter form for one site, whose end is after its begin, in forty actions and without JSON', async ({
    opens,
    server,
    expect,
  }) => {
    const page = await opens('/studio/forms');
    const { presses, fills, count } = createActionCounter();
    const adds = async (label: string, kind: string) => {
      await presses(page.getByRole('button', { name: 'Add field' }));
      await fills(page.getByLabel('What does it ask?'), label);
      await presses(page.getByRole('button', { name: kind, exact: true }));
      await locateField(page, label).waitFor();
    };
    await presses(page.getByRole('button', { name: 'New enquiry type' }));
    await fills(page.getByLabel('Name', { exact: true }), 'Charter');
    await presses(page.getByRole('button', { name: 'Create', exact: true }));
    await adds('Charter from', 'Date');
    await presses(page.getByRole('checkbox', { name: 'Required wherever it is shown' }));
    await adds('Charter to', 'Date');
    await presses(page.getByRole('checkbox', { name: 'Required wherever it is shown' }));
    await page.getByLabel('Not before').selectOption('Charter from');
    await fills(page.getByLabel('Days after that, at the earliest'), '1');
    await adds('How many come along?', 'Number');
    await presses(page.getByRole('link', { name: 'Settings', exact: true }));
    const sites = page.getByRole('group', { name: 'Offered on' }).getByRole('checkbox');
    for (let site = (await sites.count()) - 1; site > 0; site--) await presses(sites.nth(site));
    expect(await findAxeViolations(page)).toEqual([]);
    await awaitSaved(page);
    // The select is one action, and publishing takes four more.
    expect(count() + 5).toBeLessThanOrEqual(40);
    const client = await openStudioClient(server);
    const offers = await client.get<readonly PageOffers[]>('offers');
    const offering = offers.filter(({ types }) => types.includes('charter'));
    expect(new Set(offering.map(({ site }) => site)).size).toBe(1);
  });
});
