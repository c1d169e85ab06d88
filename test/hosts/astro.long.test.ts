import { afterAll, beforeAll, describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { copyExample, type Example, getWantedVersion, isInRegistry } from './example.ts';

const it = journeysOn();

const astro = getWantedVersion('astro', 'astro');
let example: Example;
let isThere: boolean;
beforeAll(async () => {
  isThere = await isInRegistry(astro);
  if (!isThere) return;
  example = await copyExample('astro');
  await example.install();
});
afterAll(() => example?.remove());

describe('examples/astro', () => {
  it('is built with a link, in whose place the form comes, which sends', async ({
    visitor,
    newVisitor,
    server,
    expect,
    skip,
  }) => {
    skip(!isThere, `npm's registry does not give ${astro}`);
    await example.build({ SLIPWAY: server.url });
    const site = await example.start();
    try {
      const { page } = await newVisitor({ javaScriptEnabled: false });
      await page.goto(site.origin);
      expect(await page.getByRole('link').first().getAttribute('href')).toBe(`${server.url}/contact`);
      await visitor.page.goto(site.origin);
      await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'astro@example.com', message: 'Hello' });
      await visitor.sends();
      await visitor.sees('Thank you');
      const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'astro@example.com');
      expect(sent).toMatchObject({ office: 1, submissionUrl: `${site.origin}/` });
    } finally {
      await site.stop();
    }
  });
});
