import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { copyExample, type Example, getWantedVersion, isInRegistry } from './example.ts';

const it = journeysOn();

let example: Example | undefined;
/** The reason why the example cannot run here. */
let lack: string | undefined;
beforeAll(async () => {
  const next = getWantedVersion('next', 'next');
  if (!(await isInRegistry(next))) {
    lack = `npm's registry does not give ${next}`;
    return;
  }
  example = await copyExample('next');
  await example.install();
  if (hasCompiler(example)) await example.build();
  else lack = "npm's registry does not give Next's compiler for this machine (@next/swc-...)";
});
afterAll(() => example?.remove());

describe('examples/next', () => {
  it('draws the form on its server, takes it over as it was drawn, and sends', async ({
    visitor,
    server,
    expect,
    skip,
  }) => {
    skip(lack !== undefined, lack);
    const site = await started(example, server.url);
    try {
      const drawn = await (await fetch(site.origin)).text();
      expect(drawn).toContain('<section id="ContactFormSection-contact"');
      await visitor.page.goto(site.origin);
      // The example hydrates on intent.
      await visitor.page.locator('[data-hydration="waiting"]').waitFor();
      // React reports hydration errors on the console, which fails the journey.
      await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'next@example.com', message: 'Hello' });
      await visitor.fills({ office_location: 1 });
      await visitor.sends();
      await visitor.sees('Thank you');
      const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'next@example.com');
      expect(sent).toMatchObject({ office: 1, submissionUrl: `${site.origin}/` });
    } finally {
      await site.stop();
    }
  });

  it('asks for the form at each visit, and leads to its own page where there is none', async ({
    visitor,
    expect,
    skip,
  }) => {
    skip(lack !== undefined, lack);
    const site = await started(example, 'http://localhost:1');
    try {
      await visitor.page.goto(site.origin);
      await visitor.page.getByRole('link', { name: 'Write to us' }).waitFor();
      expect(site.printed()).toContain('fetch failed');
    } finally {
      await site.stop();
    }
  });
});

function started(of: Example | undefined, server: string) {
  if (of === undefined) throw new Error('The example was not installed');
  return of.start({ SLIPWAY: server, PORT: '0' });
}

/** Next's compiler is a separate package for each platform. */
function hasCompiler({ folder }: Example): boolean {
  const packages = join(folder, 'node_modules/@next');
  return existsSync(packages) && readdirSync(packages).some((name) => name.startsWith('swc-'));
}
