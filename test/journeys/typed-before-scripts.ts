import { describe } from 'vitest';
import { delayScripts } from '../support/delayed-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();
const thanks = /^Thank you/;

const ada: Answers = {
  office_location: '1',
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?\nOn Sundays too?',
};

/** Changes that browser extensions make to a page; each runs in the page. */
const extensions = {
  'marks fields': markFields,
  'puts buttons beside fields': putButtonsBeside,
  'translates the page': translatePage,
} as const;

/** Declares a journey for each of these extensions, and a composition (IME) in each of these fields. */
export function describeTypedBeforeScripts(
  all: readonly (keyof typeof extensions)[],
  fields: readonly ('name' | 'message')[],
): void {
  describe('what is typed before scripts come', () => {
    it.for(all)(
      'keeps what was typed where an extension of the browser %s first',
      async (what, { visitor, server, expect }) => {
        visitor.expectsTrouble();
        const { page } = visitor;
        const scripts = await delayScripts(visitor);
        const answers = { ...ada, email: `${what.replaceAll(' ', '.')}@example.com` };
        await page.goto('/contact', { waitUntil: 'commit' });
        await visitor.fills(answers);
        await page.evaluate(extensions[what]);
        await visitor.control('email').focus();
        await scripts.letGo();
        await visitor.isHydrated();
        await expect.poll(() => visitor.readValues(...Object.keys(answers))).toEqual(answers);
        await expect.poll(() => visitor.focus()).toBe('email');
        await visitor.sends();
        await visitor.sees(thanks);
        const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
        expect(arrived.map(({ values }) => values)).toEqual([
          { ...answers, enquiry_type: 3, office_location: 1 },
        ]);
      },
    );

    it.for(fields)('ends no composition of an input method: in %s', async (field, { visitor, expect }) => {
      const { page } = visitor;
      const scripts = await delayScripts(visitor);
      await page.goto('/contact', { waitUntil: 'commit' });
      const control = visitor.control(field);
      await control.fill('船は');
      await control.press('End');
      const input = await visitor.context.newCDPSession(page);
      const composes = (text: string) =>
        input.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await page.evaluate(() => {
        window.heard = [];
        document.addEventListener('compositionend', () => window.heard.push('compositionend'));
      });
      await composes('みな');
      await scripts.letGo();
      await visitor.isHydrated();
      await composes('みなと');
      await expect.poll(visitor.announcements).not.toContain('compositionend');
      await input.send('Input.insertText', { text: '港' });
      await expect.poll(() => visitor.readValues(field)).toEqual({ [field]: '船は港' });
      await visitor.reloads();
      await expect.poll(() => visitor.readValues(field)).toEqual({ [field]: '船は港' });
    });
  });
}

function markFields(): void {
  for (const field of document.querySelectorAll('input, select, textarea, form')) {
    field.setAttribute('data-lpignore', 'true');
    field.setAttribute('data-dashlane-rid', '0123456789');
  }
  document.body.append(document.createElement('com-1password-button'));
}

function putButtonsBeside(): void {
  for (const field of document.querySelectorAll('input:not([type="hidden"]), textarea')) {
    const button = document.createElement('div');
    button.setAttribute('data-lastpass-icon-root', '');
    field.before(button);
    field.after(button.cloneNode());
  }
}

/** Changes the texts of a page as the browser's translation does. Runs in the page. */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (
      node instanceof Text &&
      node.data.trim() !== '' &&
      !node.parentElement?.closest('script, textarea, option')
    )
      texts.push(node);
  for (const text of texts) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `${text.data}x`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}
