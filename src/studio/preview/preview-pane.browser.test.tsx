import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { setRetired } from '#engine/editing/index.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
});

describe('PreviewPane', () => {
  it.each([
    ['there are none', () => Response.json(null), 'There is nothing to explain'],
    ['the server fails', () => Response.json({}, { status: 500 }), 'The reasons could not be loaded'],
  ])('says why no reasons are listed where %s', async (_where, answer, text) => {
    studio.answer('reasons', answer);
    await studio.open('/studio/forms/general');
    await page.getByText('Why it looks like this').click();
    studio.report();
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  });

  const rule = { kind: 'rule', id: 'abroad', label: 'No valuations abroad' };
  it.each([
    [
      'a rule',
      { leftOut: { about: 'excludedTypes', sentence: ['Not offered, because of ', rule] } },
      'Not offered, because of No valuations abroad',
    ],
    ['the content', {}, 'The site’s content does not list it among the enquiry types of this page.'],
  ] as const)(
    'names a type that is not offered as visitors know it, and says where %s leaves it out',
    async (...row) => {
      const [, more, text] = row;
      studio.answer('preview', () => {
        const section = { form: { types: [], texts: {} }, endpoints: {} };
        return Response.json({ kind: 'form', version: 0, form: { isShown: true, section }, entered: {} });
      });
      studio.answer('reasons', () => Response.json({ whole: [], fields: [], blocks: [], ...more }));
      await studio.open('/studio/forms/general');
      studio.report();
      const notice = page.getByRole('status').filter({ hasText: 'is not offered on' });
      await expect.element(notice).toHaveTextContent(`“General enquiry” is not offered on Trevarrow.${text}`);
      const links = notice
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'));
      expect(links).toEqual('leftOut' in more ? ['/studio/rules#rule-abroad'] : []);
    },
  );

  it('says of a type that is retired that it is', async () => {
    studio.changeAsOther(...setRetired(studio.documents(), 'general', true));
    studio.answer('preview', () => {
      const section = { form: { types: [], texts: {} }, endpoints: {} };
      return Response.json({ kind: 'form', version: 1, form: { isShown: true, section }, entered: {} });
    });
    await studio.open('/studio/forms/general');
    studio.report();
    await expect.element(page.getByText('It is archived: nobody can choose it.')).toBeVisible();
  });
});
