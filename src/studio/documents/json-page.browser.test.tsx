import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
});

const address = (file: string) => `/studio/json?${new URLSearchParams({ file })}`;

/** The editor stands in a shadow tree, which locators do not enter by themselves. */
function content(): HTMLElement {
  const found = document.querySelector('.st-code')?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  if (!found) throw new Error('There is no editor yet');
  return found;
}

const written = () => [...content().querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');

/** Puts a text in place of all that is there, as a paste does. */
async function pastes(text: string): Promise<void> {
  await expect.poll(written).not.toBe('');
  content().focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  content().dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
  );
}

const expectText = (text: string) =>
  expect.element(page.getByText(text, { exact: false }).first()).toBeInTheDocument();

describe('a document as text', () => {
  it('opens at the place that a finding is about', async () => {
    await studio.open(`${address('texts/de.json')}&at=/fields.phone.label`);
    const active = () => document.querySelector('.st-code')?.shadowRoot?.querySelector('.cm-activeLine');
    await expect.poll(() => active()?.textContent).toContain('"fields.phone.label"');
    await expect.poll(() => document.activeElement?.className).toBe('st-code');
  });

  it('changes the draft by what differs, and follows what others change', async () => {
    await studio.open(address('settings.json'));
    await expect.poll(written).toContain('"failureField": "name"');
    await pastes('{ "failureField": "phone", "fallbackLocale": "en" }');
    await expect.poll(() => studio.changes().length).toBe(1);
    expect(studio.changes()[0]?.patches).toEqual([
      { file: 'settings.json', path: ['failureField'], before: 'name', after: 'phone' },
    ]);
    studio.changeAsOther({ file: 'settings.json', path: ['pipedLength'], after: 60 });
    await expect.poll(written).toContain('"pipedLength": 60');
    expect(written()).toContain('"failureField": "phone"');
  });

  it.each([
    [
      '{\n  "failureField": "name",\n  "failureField": 1 }',
      '3:3 the key "failureField" is here a second time',
    ],
    ['[1, 2]', '1:1 a document is an object'],
    ['{\n "__proto__": {} }', '2:2 "__proto__" is not allowed as a key'],
    ['{ "$schema": "meta/settings.v9.schema.json" }', '1:3 "meta/settings.v9.schema.json" is a format'],
    ['Dear all', '1:1 expected a value'],
  ])('that is none is told with its line, and changes nothing: %j', async (text, message) => {
    await studio.open(address('settings.json'));
    await pastes(text);
    await expectText(message);
    await expectText('This is not a valid document yet');
    expect(studio.changes()).toEqual([]);
  });

  it('that is none outlives a reload, until it is let go of', async () => {
    await studio.open(address('settings.json'));
    await pastes('{ "failureField": ');
    await expectText('This is not a valid document yet');
    await studio.open(address('settings.json'));
    await expectText('This is not a valid document yet');
    await expect.poll(written).toBe('{ "failureField": ');
    await page.getByRole('button', { name: 'Restore from the draft' }).click();
    await expect.poll(written).toContain('"failureField": "name"');
    await studio.open(address('settings.json'));
    await expect.poll(written).toContain('"failureField": "name"');
    expect(studio.changes()).toEqual([]);
  });

  it('is told where the browser cannot store it, until the draft is restored', async () => {
    const storeItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => storeItem.mockRestore());
    await studio.open(address('settings.json'));
    await pastes('{ "failureField": ');
    await expectText('This browser cannot save this much');
    await page.getByRole('button', { name: 'Restore from the draft' }).click();
    await expect.poll(written).toContain('"failureField": "name"');
    await expect.element(page.getByText('This browser cannot save this much')).not.toBeInTheDocument();
  });

  it('takes no paste that is longer than any document', async () => {
    await studio.open(address('settings.json'));
    await expect.poll(written).toContain('"failureField": "name"');
    const before = written();
    await pastes(' '.repeat(1_000_001));
    await expectText('A document can have at most 1,000,000: nothing was pasted');
    expect(written()).toBe(before);
  });

  it('completes keys as the meta schemas describe them, and is left by Tab', async () => {
    await studio.open(address('settings.json'));
    await pastes('{ "failureField": "name", "fallb');
    await userEvent.keyboard('{Control>}[Space]{/Control}');
    const option = () =>
      [...(document.querySelector('.st-code')?.shadowRoot?.querySelectorAll('[role="option"]') ?? [])].find(
        (one) => one.textContent?.includes('fallbackLocale'),
      );
    await expect.poll(option).toBeDefined();
    await userEvent.click(option() as Element);
    await expect.poll(written).toContain('"fallbackLocale"');
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => document.activeElement?.className ?? '').not.toContain('st-code');
  });
});
