import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { visitedPath, visitUntilStored } from './offline-journey.ts';

const it = journeysOn();

describe('a page that was visited', () => {
  it('opens without a network, says so, and can be filled in; then it is current again', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    await line.cut();
    await visitor.visits(visitedPath);
    const status = visitor.page.locator('#slipway-offline');
    await expect.poll(() => status.isVisible()).toBe(true);
    // Types, and changes the type: both load further modules.
    await visitor.fills({ name: 'Ada', email: 'ada@example.com' });
    await visitor.chooses('enquiry_type', 6);
    await visitor.control('interested_in').waitFor();
    await visitor.reloads();
    expect(await visitor.readValues('name', 'email')).toEqual({ name: 'Ada', email: 'ada@example.com' });
    expect(visitor.troubles.filter((trouble) => /policy|hydrat|mended/i.test(trouble))).toEqual([]);
    await line.restore();
    await visitor.page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => status.isVisible()).toBe(false);
    await visitor.reloads();
    expect(await status.count()).toBe(0);
    expect(await visitor.readValues('name')).toEqual({ name: 'Ada' });
    await line.close();
  });
});
