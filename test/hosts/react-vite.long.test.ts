import { afterAll, beforeAll, describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { copyExample, type Example, getWantedVersion, isInRegistry } from './example.ts';

const it = journeysOn();

const vite = getWantedVersion('react-vite', 'vite');
let example: Example;
let isThere: boolean;
beforeAll(async () => {
  isThere = await isInRegistry(vite);
  if (!isThere) return;
  example = await copyExample('react-vite');
  await example.install();
});
afterAll(() => example?.remove());

describe('examples/react-vite', () => {
  it('is installed, built and looked at as its README says, and sends', async ({
    visitor,
    server,
    expect,
    skip,
  }) => {
    skip(!isThere, `npm's registry does not give ${vite}`);
    await example.build({ VITE_SLIPWAY: server.url });
    const site = await example.start();
    try {
      await visitor.page.goto(site.origin);
      await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'vite@example.com', message: 'Hello' });
      await visitor.fills({ office_location: 1 });
      await visitor.sends();
      await visitor.sees('Thank you');
      const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'vite@example.com');
      expect(sent).toMatchObject({ office: 1, submissionUrl: `${site.origin}/` });
    } finally {
      await site.stop();
    }
  });
});
