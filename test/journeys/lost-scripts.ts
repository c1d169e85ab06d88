import type { Route } from 'playwright-core';
import { describe } from 'vitest';
import { everyScript } from '../support/delayed-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();
const thanks = /^Thank you/;

/**
 * The scripts that the page loads until its form is sent: parts of the paths of the build's files, of the
 * form's validators, and of fragments.
 */
export const pageScripts = [
  'client',
  'boot',
  'uploader',
  'apollo-transport',
  'typing',
  'validator-runtime',
  'success-scroll',
  '/forms/',
  '/parts/',
  'outbox',
  'solve-challenge',
  'upload-target',
  'rolldown-runtime',
  'start-worker',
] as const;

const fates = {
  'does not come': (route: Route) => route.abort('connectionreset'),
  'is there no more': (route: Route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: 'Gone' }),
  'comes half': async (route: Route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: text.slice(0, text.length / 2) });
  },
} as const;

/** A script that a page loads, and its failure. */
export interface LostScript {
  readonly script: (typeof pageScripts)[number];
  readonly fate: keyof typeof fates;
}

/** Declares a journey for each lost script: the form can still be sent. */
export function describeLostScripts(lost: readonly LostScript[]): void {
  describe('a page whose script', () => {
    it.for(lost)(
      '$fate sends its form all the same: $script',
      async ({ fate, script }, { visitor, server, expect }) => {
        visitor.expectsTrouble();
        const { page } = visitor;
        const answers = createServiceEnquiry(`${script}.${fate}`);
        let isLost = false;
        await page.route(
          ({ pathname, search }) => everyScript.test(pathname + search) && pathname.includes(script),
          (route) => {
            isLost = true;
            return fates[fate](route);
          },
        );
        await page.goto('/service/falmouth');
        await visitor.fills(answers);
        await visitor.sends();
        await visitor.sees(thanks);
        expect((await findStoredEnquiry(server, answers)).map(({ values }) => values)).toEqual([
          { ...answers, enquiry_type: 7, office_location: 2 },
        ]);
        await expect.poll(() => isLost).toBe(true);
      },
    );
  });
}

export function createServiceEnquiry(marker: string): Answers {
  return {
    boat_model: 'Kestrel 38',
    name: 'Ada Marsh',
    email: `${marker.replaceAll(/\W+/g, '.').replaceAll(/^\.|\.$/g, '')}@example.com`.toLowerCase(),
    message: 'She leaks a little.\nOnly on the starboard tack.',
  };
}

export async function findStoredEnquiry(server: RunningServer, { email }: Answers) {
  return (await server.enquiries()).filter(({ values }) => values.email === email);
}
