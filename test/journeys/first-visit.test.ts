import { describe } from 'vitest';
import { listFirstFiles } from '../support/first-visit.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();
const path = '/service/falmouth';

describe('a first visit', () => {
  it('takes nothing more to change the type and to be typed into', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    const first = await listFirstFiles(server, path);
    await visitor.page.route(/\.js(\?|$)/, (route) => {
      const { pathname } = new URL(route.request().url());
      return first.includes(pathname) || pathname.startsWith('/parts/') ? route.continue() : route.abort();
    });
    await visitor.visits(path);
    await visitor.fills({ name: 'Ada' });
    await visitor.chooses('enquiry_type', 6);
    await visitor.control('interested_in').waitFor();
    await expect
      .poll(() => visitor.readValues('name', 'enquiry_type'))
      .toEqual({ name: 'Ada', enquiry_type: '6' });
  });
});
