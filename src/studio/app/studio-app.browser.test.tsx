import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
});

const form = '/studio/forms/general';
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const properties = page.getByRole('region', { name: 'Properties' });
const row = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`);
const order = () =>
  [...document.querySelectorAll('[data-field]')].map((one) => one.getAttribute('data-field'));
const announced = () => document.querySelector('#st-announcement')?.textContent;

/** Chooses a field of the outline. */
async function chooses(name: string): Promise<void> {
  await expect.poll(() => row(name)).not.toBeNull();
  row(name)?.querySelector('button')?.click();
  await expect.element(properties.getByLabelText('Hint')).toBeInTheDocument();
}

/** Writes the hint of the field that is chosen. */
const writes = (text: string) => properties.getByLabelText('Hint').fill(text);
const hint = () => expect.element(properties.getByLabelText('Hint'));
const isSaved = () => expect.element(page.getByText('Saved', { exact: true })).toBeInTheDocument();

describe('undo', () => {
  it('takes back step by step what was done before a reload, and makes it again', async () => {
    await studio.open(form);
    await chooses('phone');
    await properties.getByLabelText('Label').fill('Mobile number');
    await writes('With its country code');
    await isSaved();
    await studio.open(form);
    await chooses('phone');
    await button('Undo').click();
    await hint().toHaveValue('');
    await expect.element(properties.getByLabelText('Label')).toHaveValue('Mobile number');
    await button('Undo').click();
    await expect.element(properties.getByLabelText('Label')).toHaveValue('Phone number');
    await expect.element(button('Undo')).toBeDisabled();
    await button('Redo').click();
    await expect.element(properties.getByLabelText('Label')).toHaveValue('Mobile number');
    await isSaved();
    expect(JSON.stringify(studio.documents())).toContain('Mobile number');
    expect(JSON.stringify(studio.documents())).not.toContain('With its country code');
  });

  it('leaves alone what others did', async () => {
    await studio.open(form);
    await chooses('phone');
    await writes('Mine');
    await isSaved();
    studio.changeAsOther({
      file: 'texts/en.json',
      path: ['send-message'],
      before: 'Send message',
      after: 'Theirs',
    });
    await button('Undo').click();
    await hint().toHaveValue('');
    await isSaved();
    expect(studio.documents()).toMatchObject({ 'texts/en.json': { 'send-message': 'Theirs' } });
  });
});

describe('a form', () => {
  it('has the name that visitors see, whatever its schema is called', async () => {
    await studio.open(form);
    studio.changeAsOther({
      file: 'forms/general/schema.json',
      path: ['title'],
      before: 'General enquiry',
      after: 'Technical title',
    });
    await expect.poll(() => JSON.stringify(studio.documents())).toContain('Technical title');
    await expect.poll(() => document.querySelector('h1')?.textContent).toBe('General enquiry');
  });
});

describe('fields', () => {
  it('are moved by keyboard and keep the focus, each move announced', async () => {
    await studio.open(form);
    await expect.poll(order).toEqual(['name', 'phone', 'message']);
    await expect.poll(() => document.title).toBe('General enquiry | Forms | Slipway Studio');
    row('phone')?.querySelector('button')?.focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect.poll(order).toEqual(['phone', 'name', 'message']);
    await expect.poll(announced).toBe('Phone number is now 1 of 3.');
    await expect.poll(() => row('phone')?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(announced).toBe('Undone: Move Phone number');
    await expect.poll(order).toEqual(['name', 'phone', 'message']);
  });

  it('keep the focus as well where they leave their group', async () => {
    await studio.open(form);
    await expect.poll(() => row('phone')).not.toBeNull();
    await userEvent.keyboard('{Alt>}n{/Alt}');
    await page.getByLabelText('What does it ask?').fill('Engines');
    await userEvent.keyboard('{Enter}rep{Enter}');
    await expect.poll(() => row('engines.detail')).not.toBeNull();
    row('engines.detail')?.querySelector('button')?.focus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.poll(() => row('detail')?.contains(document.activeElement)).toBe(true);
  });
});

describe('what is typed', () => {
  it('is kept while the session is over, and saved once its person has signed in again', async () => {
    await studio.open(form);
    await chooses('message');
    studio.endSession();
    await writes('Never lost');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await expect
      .element(dialog.getByText('nothing that you changed is lost', { exact: false }))
      .toBeInTheDocument();
    expect(studio.changes()).toEqual([]);
    await dialog.getByLabelText('Password').fill('any');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => dialog.elements()).toEqual([]);
    await expect.poll(() => JSON.stringify(studio.documents())).toContain('Never lost');
    await isSaved();
  });

  it('outlives a reload while the server is away', async () => {
    studio.answer('changes', () => Response.json({}, { status: 502 }));
    await studio.open(form);
    await chooses('message');
    await writes('Kept here');
    await expect
      .element(page.getByText('Offline: saved in this browser', { exact: false }))
      .toBeInTheDocument();
    studio.answer('changes', undefined);
    await studio.open(form);
    await chooses('message');
    await hint().toHaveValue('Kept here');
    await isSaved();
    expect(JSON.stringify(studio.documents())).toContain('Kept here');
  });

  it.each([
    ['Keep mine', 'Mine'],
    ['Keep the other', 'Theirs'],
  ])('and met by somebody else’s change is shown with it, to be chosen from: %s', async (choice, left) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await studio.open(form);
    await chooses('message');
    const [path, before] = [['fields.message.label'], 'Message'];
    // Mine is on its way while theirs arrives.
    studio.answer('changes', async () => {
      await promise;
      studio.answer('changes', undefined);
      return Response.json({
        kind: 'conflict',
        conflicts: [{ patch: { file: 'texts/en.json', path, before, after: 'Mine' }, current: 'Theirs' }],
      });
    });
    await properties.getByLabelText('Label').fill('Mine');
    studio.changeAsOther({ file: 'texts/en.json', path, before, after: 'Theirs' });
    resolve();
    const notice = page.getByRole('region', { name: 'Two versions' });
    await expect.element(notice.getByText('Theirs', { exact: true })).toBeInTheDocument();
    await expect.element(notice.getByText('Mine', { exact: true })).toBeInTheDocument();
    await notice.getByRole('button', { name: choice }).click();
    await expect.element(properties.getByLabelText('Label')).toHaveValue(left);
    await expect.poll(() => notice.elements()).toEqual([]);
    await isSaved();
    expect(studio.documents()).toMatchObject({ 'texts/en.json': { 'fields.message.label': left } });
  });
});

describe('the studio', () => {
  it('says what is wrong with content that is refused, until that is mended', async () => {
    await studio.open('/studio');
    await expect.element(button('Publish')).toBeInTheDocument();
    studio.sendEvent({ kind: 'content', refused: ['sites.json /0: unknown key "domian"'] });
    const notice = page.getByRole('region', { name: 'Site content' });
    await expect.element(notice.getByText('unknown key "domian"', { exact: false })).toBeInTheDocument();
    await expect.poll(announced).toContain('Visitors still see the previous content');
    await expectNoViolations(document.body);
    studio.sendEvent({ kind: 'content', refused: [] });
    await expect.poll(() => notice.elements()).toEqual([]);
  });

  it('says who has published, and goes on', async () => {
    await studio.open(form);
    await chooses('message');
    studio.sendEvent({ kind: 'present', count: 2, people: [{ page: 'p', name: 'Pia', place: '/studio' }] });
    studio.sendEvent({ kind: 'other-draft', draft: '1', page: 'p' });
    const notice = page.getByRole('region', { name: 'Published' });
    await expect.element(notice.getByText('Pia published the draft', { exact: false })).toBeInTheDocument();
    await expect.poll(announced).toContain('Pia published the draft');
    await notice.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => notice.elements()).toEqual([]);
  });

  it('tells whoever has published themselves no name of somebody, whether or not it was heard which page did', async () => {
    const live = {
      number: 2,
      hash: 'published',
      state: 'live',
      origin: 'studio',
      note: '',
      at: 1,
    };
    const versions = (by: string) => Response.json({ versions: [{ ...live, by }], waiting: [], live: 2 });
    studio.answer('versions', () => versions('Pia'));
    await studio.open(form);
    await chooses('message');
    studio.sendEvent({ kind: 'other-draft', draft: '1', page: '' });
    const notice = page.getByRole('region', { name: 'Published' });
    await expect.element(notice.getByText('Pia published the draft', { exact: false })).toBeInTheDocument();
    studio.answer('versions', () => versions('Ann'));
    studio.sendEvent({ kind: 'version', version: { ...live, by: 'Ann' } as never });
    await expect.element(notice.getByText('You published the draft', { exact: false })).toBeInTheDocument();
    studio.answer('versions', () => {
      const versions = [{ ...live, by: 'Pia', origin: 'restore', restores: 1 }];
      return Response.json({ versions, waiting: [], live: 2 });
    });
    studio.sendEvent({ kind: 'version', version: { ...live, by: 'Pia' } as never });
    await expect
      .element(notice.getByText('Pia made version 1 live again', { exact: false }))
      .toBeInTheDocument();
  });

  it('offers a viewer nothing that does nothing', async () => {
    studio = createFakeStudio({ role: 'viewer' });
    await studio.open(form);
    await expect
      .element(page.getByText('Your role is “Viewer”', { exact: false }).first())
      .toBeInTheDocument();
    await chooses('phone');
    await expect.element(properties.getByLabelText('Label')).toHaveAttribute('readonly');
    for (const name of ['Publish', 'Undo', 'Redo', 'Add field', 'Duplicate', 'Remove field'])
      expect(button(name).elements(), name).toEqual([]);
    row('phone')?.querySelector('button')?.focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(order()).toEqual(['name', 'phone', 'message']);
  });

  it('asks for the name of a new enquiry type, and gives it up by Escape', async () => {
    await studio.open('/studio/forms');
    await button('New enquiry type').click();
    await button('Create').click();
    const name = page.getByLabelText('Name', { exact: true });
    await expect.element(name).toHaveFocus();
    await expect.poll(() => page.getByRole('alert').element().textContent).toContain('Enter the name');
    await expectNoViolations(document.body);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('New enquiry type')).toHaveFocus();
    expect(studio.changes()).toEqual([]);
  });

  it('makes whoever tries too often to sign in wait, and keeps what was typed', async () => {
    studio.endSession();
    studio.answer('sign-in', () =>
      Response.json({ error: 'too-many-requests', retryAfterS: 1 }, { status: 429 }),
    );
    await studio.open('/studio');
    await page.getByLabelText('Name').fill('ann');
    await page.getByLabelText('Password').fill('any');
    await button('Sign in').click();
    await expect.element(page.getByText('Too many attempts.', { exact: false })).toBeInTheDocument();
    await expect.element(page.getByLabelText('Password')).toHaveValue('any');
    await expect.element(page.getByText('You can try again now.', { exact: false })).toBeInTheDocument();
    studio.answer('sign-in', () => Response.json({ error: 'wrong-password' }, { status: 403 }));
    await button('Sign in').click();
    await expect
      .element(page.getByText('The name or the password is wrong', { exact: false }))
      .toBeInTheDocument();
    studio.answer('sign-in', undefined);
    await button('Sign in').click();
    await expect.element(button('Publish')).toBeInTheDocument();
  });
});
