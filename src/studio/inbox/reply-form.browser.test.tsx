import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { EnquiryView, ReplyRequest, ReplyStart } from '../../api/inbox.ts';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';
import { createFormatMessage } from '../ui/messages.ts';
import { ReplySection } from './reply-form.tsx';

const studio = {
  say: createFormatMessage('en'),
  me: { id: 'ann', name: 'Ann', role: 'owner' },
  announce: () => undefined,
} as unknown as StudioContextValue;

const view = { id: 'e1', reference: 'K7Q', state: 'new' } as unknown as EnquiryView;
const template = (id: string, text: string) => ({ id, name: `Template ${id}`, subject: `About ${id}`, text });
const start: ReplyStart = {
  to: 'ada@example.org',
  locale: 'en',
  languages: [
    {
      locale: 'en',
      subject: 'Re: K7Q',
      templates: [template('one', 'Dear Ada, one.'), template('two', 'Dear {name}, two.')],
    },
    { locale: 'de', subject: 'Re: K7Q', templates: [template('one', 'Guten Tag, eins.')] },
  ],
  quote: 'Is she for sale?',
  longestSubject: 200,
  longestText: 1000,
};

const text = page.getByLabelText('Message', { exact: true });
const subject = page.getByLabelText('Subject');
const send = page.getByRole('button', { name: 'Send reply' });

let server: ReturnType<typeof createFakeStudio>;
let seen: EnquiryView[];
beforeEach(() => {
  server = createFakeStudio();
  server.answer('enquiries/e1/reply', () => Response.json(start));
  seen = [];
});

const shown = () => (
  <StudioProvider value={studio}>
    <ReplySection view={view} onView={(next) => void seen.push(next)} onClose={() => undefined} />
  </StudioProvider>
);

describe('ReplySection', () => {
  it('fills in a template in the chosen language, and adds it to what was written by hand', async () => {
    await render(shown());
    await page.getByLabelText('Template').selectOptions('one');
    await expect.element(text).toHaveValue('Dear Ada, one.');
    await expect.element(subject).toHaveValue('About one');
    await page.getByLabelText('Language').selectOptions('de');
    await expect.element(text).toHaveValue('Guten Tag, eins.');
    await page.getByLabelText('Language').selectOptions('en');
    await text.fill('My own words.');
    await page.getByLabelText('Template').selectOptions('two');
    await expect.element(text).toHaveValue('My own words.\n\nDear {name}, two.');
  });

  it('keeps the words over a refusal and a reload, and sends them with what is shown now', async () => {
    const asked: ReplyRequest[] = [];
    const now = { ...view, state: 'answered', replies: [{ number: 4 }] } as unknown as EnquiryView;
    server.answer('enquiries/e1/replies', ({ body }) => {
      asked.push(body as ReplyRequest);
      return Response.json({ error: 'changed', enquiry: now }, { status: 409 });
    });
    const { unmount } = await render(shown());
    await text.fill('Yes.');
    await send.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'Someone has answered this enquiry in the meantime. See what was written, then send again if it is still needed. Your text is still here.',
      );
    expect(asked).toMatchObject([{ text: 'Yes.', isQuoted: true, seen: { state: 'new', reply: 0 } }]);
    expect(seen).toEqual([now]);
    await unmount();
    await render(shown());
    await expect.element(text).toHaveValue('Yes.');
  });

  it('says which placeholder has no value, and asks for words where there are none', async () => {
    server.answer('enquiries/e1/replies', () =>
      Response.json({ error: 'unfilled', placeholder: '{name}' }, { status: 400 }),
    );
    await render(shown());
    await text.fill(' ');
    await send.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Write a subject and a message.');
    await text.fill('Dear {name}');
    await send.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Replace {name} before you send this: nothing is known for it.');
  });
});
