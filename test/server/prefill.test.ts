import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import { parseControls } from '../support/plain-form.ts';
import { fetchFormPage, findControlText, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const frozen = readFrozenDocuments() as Record<string, Record<string, unknown>>;
const salesUi = 'forms/sales/ui.json';
const documents = {
  [salesUi]: {
    ...frozen[salesUi],
    interested_in: { ...(frozen[salesUi]?.interested_in as object), 'ui:prefill': true },
    message: { 'ui:prefill': true },
  },
};

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ documents, env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

/** Returns the page of a query. */
const open = (query: string) => fetchFormPage(server.url, `/contact?${query}`);

describe('a link with answers', () => {
  it('selects the type and fills the fields that allow it, as text', async () => {
    const page = await open(
      'enquiry_type=6&message=%3Cscript%3Ealert(1)%3C%2Fscript%3E&name=Mallory&interested_in=Trevarrow+Hayl+36',
    );
    expect(page.status).toBe(200);
    expect(findControlText(page, 'message')).toBe('<script>alert(1)</script>');
    expect(page.html).not.toContain('<script>alert(1)');
    expect(findControlText(page, 'name')).toBe('');
    expect(page.html).not.toContain('Mallory');
    const getChosen = (wanted: string) => parseControls(page).find(({ name }) => name === wanted)?.value;
    expect([getChosen('enquiry_type'), getChosen('interested_in')]).toEqual(['6', 'Trevarrow Hayl 36']);
  });

  it.each([
    ['a value that is not offered', 'enquiry_type=6&interested_in=Ghost+ship', 'Ghost'],
    ['a value that is too long', `enquiry_type=6&message=${'long'.repeat(1300)}`, 'longlong'],
    ['500 parameters', Array.from({ length: 500 }, (_, at) => `mark${at}=mark`).join('&'), 'markmark'],
    ['a type that no link can fill', 'enquiry_type=7&message=Nowhere', 'Nowhere'],
    ['an array', 'enquiry_type=6&message[]=Nowhere', 'Nowhere'],
    ['tokens of others', 'enquiry_type=6&token=abc123secret', 'abc123secret'],
  ])('ignores %s', async (_what, query, text) => {
    const page = await open(query);
    expect(page.status).toBe(200);
    expect(page.html).not.toContain(text);
  });

  it('survives broken escapes', async () => {
    expect((await open('enquiry_type=6&message=%E0%A4%A')).status).toBe(200);
  });

  it('does not reach the next visitor, nor replace what was posted', async () => {
    await open('enquiry_type=6&message=Only+once');
    expect((await fetchFormPage(server.url, '/contact')).html).not.toContain('Only once');
    const answered = await postForm(server.url, '/contact?enquiry_type=6&message=From+the+link', [
      ['enquiry_type', '6'],
      ['message', 'Typed'],
    ]);
    expect(findControlText(answered, 'message')).toBe('Typed');
    expect(answered.html).not.toContain('From the link');
  });
});

describe('the campaign of an enquiry', () => {
  it('comes from the address of its page, without scripts', async () => {
    const query = '?utm_source=letter&utm_campaign=spring&utm_source=other&token=secret';
    const entries = [
      ['enquiry_type', '3'],
      ['name', 'Ada'],
      ['email', 'ada@example.com'],
      ['message', 'Hello'],
    ] as const;
    const page = await fetchFormPage(server.url, `/contact${query}`);
    const office = parseControls(page).find(({ name }) => name === 'office_location')?.value ?? '';
    const sent = await postForm(server.url, `/contact${query}`, [
      ...page.hidden,
      ...entries,
      ['office_location', office || '1'],
    ]);
    expect(sent.status).toBe(303);
    const [stored] = await server.enquiries();
    expect(stored?.campaign).toEqual({ source: 'letter', campaign: 'spring' });
    expect(stored).not.toHaveProperty('visit');
  });
});
