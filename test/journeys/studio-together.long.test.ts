import { chromium } from 'playwright-core';
import { describe } from 'vitest';
import type { AcceptedChange, ChangeAnswer } from '../../src/api/studio.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import {
  awaitSaved,
  createAnnouncementReader,
  locateField,
  locateProperties,
  openOwnerStudio,
  publishInStudio,
  studioJourneys,
} from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';
import { createVisitor } from '../support/visitor.ts';

const it = studioJourneys({ documents: {} });

describe('two people on one draft', () => {
  it('one publishes while the other types: nothing is lost, and both know', async ({
    server,
    opens,
    expect,
  }) => {
    const mine = await opens('/studio/forms/sales');
    const theirs = await opens('/studio/forms/sales');
    const label = locateProperties(mine).getByLabel('Label');
    await locateField(mine, 'Phone number').getByRole('button').first().click();
    await expect.poll(() => label.inputValue()).toBe('Phone number');
    await label.focus();
    await mine.keyboard.press('End');
    await mine.keyboard.type(' by day');
    await locateField(theirs, 'Phone number by day').waitFor();

    // Typing continues until the publication has been announced.
    const published = publishInStudio(theirs);
    let typed = 'Phone number by day';
    const notice = mine.getByRole('region', { name: 'Published' });
    while ((await notice.count()) === 0) {
      const letter = String.fromCharCode(97 + (typed.length % 26));
      await mine.keyboard.type(letter, { delay: 50 });
      typed += letter;
    }
    await mine.keyboard.type(' or night');
    typed += ' or night';
    await published;
    expect(await label.inputValue()).toBe(typed);
    expect(await label.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(createAnnouncementReader(mine)).toContain('You published the draft');
    expect(await theirs.getByRole('region', { name: 'Published' }).count()).toBe(0);
    expect(await findAxeViolations(mine)).toEqual([]);
    await locateField(theirs, typed).waitFor();
    await awaitSaved(mine);
    const page = await (
      await fetch(`${server.url}/contact`, { headers: { accept: 'text/html', 'accept-language': 'en' } })
    ).text();
    expect(page).toContain('Phone number by day');
    expect(page).not.toContain(typed);

    await mine.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => notice.count()).toBe(0);
    await mine.reload();
    await locateField(mine, typed).waitFor();
    await mine.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => locateField(theirs, typed).count()).toBe(0);
    await awaitSaved(mine);
  });

  it('the browser of one is killed amid typing: nothing acknowledged is lost, and the other goes on', async ({
    server,
    opens,
    expect,
  }) => {
    const process = await chromium.launchServer({
      executablePath: findTestBrowser(),
      args: [...browserFlags],
    });
    const other = await createVisitor(await chromium.connect(process.wsEndpoint()), server.url);
    const mine = await opens('/studio/forms/general');
    const theirs = await openOwnerStudio(other, server.url, '/studio/forms/general');
    const taken: AcceptedChange[] = [];
    theirs.on('response', async (response) => {
      if (!response.url().endsWith('/studio/api/changes')) return;
      const answer = (await response.json().catch(() => undefined)) as ChangeAnswer | undefined;
      if (answer?.kind === 'taken') taken.push(answer.change);
    });
    await locateField(theirs, 'Email address').getByRole('button').first().click();
    const label = locateProperties(theirs).getByLabel('Label');
    await expect.poll(() => label.inputValue()).toBe('Email address');
    await label.focus();
    await theirs.keyboard.press('End');
    // Typing continues until some of it was acknowledged, and more of it has reached the other page.
    const typing = (async () => {
      for (let letter = 0; letter < 2_000; letter += 1)
        await theirs.keyboard.type(String.fromCharCode(97 + (letter % 26)), { delay: 30 });
    })().catch(() => 'killed');
    await expect.poll(() => taken.length).toBeGreaterThan(1);
    await locateField(mine, 'Name').getByRole('button').first().click();
    await locateProperties(mine).getByLabel('Label').fill('Your name');
    process.process().kill('SIGKILL');
    expect(await typing).toBe('killed');

    await locateProperties(mine).getByLabel('Label').fill('Your name, and your boat’s');
    await awaitSaved(mine);
    const { changes, documents } = await (await openStudioClient(server)).draft();
    const known = changes.map(({ id }) => id);
    for (const { id } of taken) expect(known).toContain(id);
    expect(JSON.stringify(documents)).toContain('Your name, and your boat’s');
    // The text is the last acknowledged edit, or a later one.
    const last = taken.at(-1)?.patches.find(({ after }) => typeof after === 'string')?.after;
    await locateField(mine, String(last)).waitFor();
    const back = await opens('/studio/forms/general');
    await locateField(back, String(last)).waitFor();
    await locateField(back, 'Your name, and your boat’s').waitFor();
  });
});
