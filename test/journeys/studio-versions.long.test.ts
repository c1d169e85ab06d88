import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { fieldIn, isSaved, opensStudio, toldIn } from '../support/studio.ts';
import { phoneLabel, studioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

const it = journeysOn({ documents: {}, content: {}, env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });

describe('a page of the studio that is open', () => {
  it('shows both where a version that became live met the draft, until somebody chooses', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const client = await studioClient(server);
    await client.change(phoneLabel('Telephone'));
    expect((await client.publish()).kind).toBe('published');
    await client.change(phoneLabel('Mobile'));
    const other = await newVisitor();
    const mine = await opensStudio(visitor, server.url, '/studio/forms/service');
    const theirs = await opensStudio(other, server.url, '/studio/forms/service');
    await fieldIn(mine, 'Mobile').waitFor();

    await client.post('restore', { number: 1, note: 'back', isWarned: true });
    const notice = mine.getByRole('region', { name: 'Two versions' });
    await notice.getByText('Mobile').waitFor();
    await notice.getByText('Phone number').waitFor();
    await fieldIn(mine, 'Phone number').waitFor();
    expect(await violations(mine)).toEqual([]);
    await mine.reload();
    await notice.getByRole('button', { name: 'Keep mine' }).click();
    await fieldIn(mine, 'Mobile').waitFor();
    await isSaved(mine);
    await fieldIn(theirs, 'Mobile').waitFor();
    for (const page of [mine, theirs])
      await expect.poll(() => page.getByRole('region', { name: 'Two versions' }).count()).toBe(0);
    expect((await client.draft()).changes).toHaveLength(1);
  });

  it('says what is wrong with content that is refused, until that is mended', async ({
    visitor,
    server,
    expect,
  }) => {
    const page = await opensStudio(visitor, server.url);
    const path = join(server.contentFolder ?? '', 'sites.json');
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, good.replace('"domain"', '"domian"'));
    const notice = page.getByRole('region', { name: 'Site content' });
    await notice.getByText('sites.json /0').waitFor();
    await expect.poll(toldIn(page)).toContain('Visitors still get what was there before');
    expect(await violations(page)).toEqual([]);
    writeFileSync(path, good);
    await expect.poll(() => notice.count()).toBe(0);
  });
});
