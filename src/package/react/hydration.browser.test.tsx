import {
  createContext,
  type ReactNode,
  StrictMode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { awaitIdle } from '../../contact/testing/await-idle.ts';
import { startBackEnd } from '../../contact/testing/back-end.ts';
import { createSectionProps } from '../../contact/testing/inputs.ts';
import { ContactFormSection, type ContactFormSectionProps, prepareForm } from './client.tsx';
import type { FormContent } from './fetch-form.ts';

/** Returns a form as a server provides it. Its schemas accept everything. */
function createContent(form: Partial<FormContent['form']> = {}): FormContent {
  const { validators: _ours, ...section } = createSectionProps();
  return {
    version: 1,
    ticket: 'ticket',
    address: 'https://forms.example/contact',
    locale: 'en',
    dir: 'ltr',
    form: {
      placement: 'inline',
      isShown: true,
      section,
      validators: 'data:text/javascript,export const validators = { root: () => true }//:type',
      ...form,
    },
  };
}

const content = createContent();

let root: Root | undefined;
let host: HTMLElement;
let backEnd: ReturnType<typeof startBackEnd>;
/** The errors of React at hydration. */
let mismatches: unknown[];
beforeEach(async () => {
  // The pointer is over nothing that a test touches.
  const start = document.body.appendChild(document.createElement('p'));
  start.textContent = 'A page';
  await userEvent.hover(start);
  sessionStorage.clear();
  backEnd = startBackEnd();
  mismatches = [];
  host = document.body.appendChild(document.createElement('main'));
});
afterEach(() => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Shows a page as a server has rendered it. */
function show(shown: ReactNode): void {
  host.innerHTML = renderToString(shown);
}

/** Hydrates the page, and waits until React has nothing to do. */
async function hydrate(shown: ReactNode): Promise<void> {
  root = hydrateRoot(host, shown, { onRecoverableError: (error) => mismatches.push(error) });
  await awaitIdle();
}

/** Shows a section as a server has rendered it, and hydrates its page. */
async function open(props: ContactFormSectionProps): Promise<void> {
  show(<ContactFormSection {...props} />);
  await hydrate(<ContactFormSection {...props} />);
}

const find = <Element extends HTMLElement = HTMLInputElement>(name: string, at = 0) =>
  host.querySelectorAll<Element>(`[name="${name}"]`)[at] as Element;
const send = () => page.getByRole('button', { name: 'Send message' });
/** Returns true if React handles the events of a form. */
const isHydrated = (at = 0) =>
  Object.keys(host.querySelectorAll('form')[at] ?? {}).some((key) => key.startsWith('__reactFiber'));

/** Fills in a form without events, as a browser may. */
function fillSilently(at = 0): void {
  find('name', at).value = 'Ada Marsh';
  find('email', at).value = 'ada@example.com';
  find<HTMLSelectElement>('office_location', at).value = '11';
  find('message', at).value = 'Hello';
}

/** Returns the values of a form. */
const readValues = (at = 0) =>
  ['name', 'email', 'office_location', 'message'].map((name) => find(name, at).value);
const filled = ['Ada Marsh', 'ada@example.com', '11', 'Hello'];

const Theme = createContext('light');
let changeTheme = () => {};

/** Provides a theme in the usual way: a change renders nothing but its readers. */
function Themed({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState('light');
  useEffect(() => {
    changeTheme = () => setTheme('dark');
  }, []);
  return <Theme value={theme}>{children}</Theme>;
}

/** Shows the theme, so that a test can see when it has changed. */
function ThemeName() {
  return <output>{useContext(Theme)}</output>;
}

describe('a section that is hydrated on intent', () => {
  it('stays as the server has rendered it until it is touched, and keeps what is typed', async () => {
    await open({ content, hydrate: 'intent' });
    expect(isHydrated()).toBe(false);
    const input = find('name');
    await userEvent.click(input);
    await userEvent.keyboard('Ada');
    await expect.poll(() => isHydrated()).toBe(true);
    await userEvent.keyboard(' Marsh');
    expect(find('name')).toBe(input);
    expect(input.value).toBe('Ada Marsh');
    expect(mismatches).toEqual([]);
  });

  it('sends what was entered before the first touch, which is a press on Send', async () => {
    const onSuccess = vi.fn();
    await open({ content, hydrate: 'intent', onSuccess });
    fillSilently();
    await send().click();
    await expect.poll(() => onSuccess.mock.calls).toHaveLength(1);
    expect(backEnd.getRequests('sendContactUs').map(({ variables }) => variables)).toEqual([
      expect.objectContaining({ name: 'Ada Marsh', message: 'Hello' }),
    ]);
    expect(mismatches).toEqual([]);
  });

  it('is not hydrated or changed if its page renders for other reasons, and has the latest props afterwards', async () => {
    const first = vi.fn();
    const latest = vi.fn();
    const createPage = (onSuccess: () => void) => (
      <ContactFormSection content={content} hydrate="intent" onSuccess={onSuccess}>
        <p>Loading</p>
      </ContactFormSection>
    );
    show(createPage(first));
    await hydrate(createPage(first));
    root?.render(createPage(latest));
    await awaitIdle();
    expect(isHydrated()).toBe(false);
    fillSilently();
    find('name').focus();
    await expect.poll(() => isHydrated()).toBe(true);
    expect(host.textContent).not.toContain('Loading');
    await send().click();
    await expect.poll(() => latest.mock.calls).toHaveLength(1);
    expect(first).not.toHaveBeenCalled();
    expect(mismatches).toEqual([]);
  });

  it('is hydrated if its page passes another form, and keeps what was entered', async () => {
    await open({ content, hydrate: 'intent' });
    fillSilently();
    const form = host.querySelector('form');
    const other = { ...content, locale: 'en-GB', ticket: 'another' };
    root?.render(<ContactFormSection content={other} hydrate="intent" />);
    await expect.poll(() => host.querySelector('.sw-host')?.getAttribute('lang')).toBe('en-GB');
    expect(isHydrated()).toBe(true);
    expect(host.querySelector('form')).toBe(form);
    expect(readValues()).toEqual(filled);
    expect(mismatches).toEqual([]);
  });

  it('is the latest form where its page removes it and shows another', async () => {
    await open({ content, hydrate: 'intent' });
    root?.render(<ContactFormSection content={undefined} hydrate="intent" />);
    await expect.poll(() => host.querySelector('form')).toBe(null);
    const other = { ...content, locale: 'en-GB' };
    root?.render(<ContactFormSection content={other} hydrate="intent" />);
    await expect.poll(() => isHydrated()).toBe(true);
    expect(host.querySelector('.sw-host')?.getAttribute('lang')).toBe('en-GB');
  });

  it.each([false, true])(
    'delays no change of a context of its page, and loses nothing at it: transition %s',
    async (isTransition) => {
      const shown = (
        <Themed>
          <ThemeName />
          <ContactFormSection content={content} hydrate="intent" />
        </Themed>
      );
      show(shown);
      await hydrate(shown);
      fillSilently();
      const form = host.querySelector('form');
      if (isTransition) startTransition(changeTheme);
      else changeTheme();
      await expect.poll(() => host.querySelector('output')?.textContent).toBe('dark');
      expect(host.querySelector('form')).toBe(form);
      expect(readValues()).toEqual(filled);
      expect(mismatches).toEqual([]);
    },
  );

  it('keeps what was entered and the focus where an extension of the browser has changed the markup', async () => {
    await open({ content, hydrate: 'intent' });
    const form = host.querySelector('form') as HTMLFormElement;
    for (const label of form.querySelectorAll('label')) label.textContent = 'translated';
    fillSilently();
    find('message').focus();
    await expect.poll(() => host.querySelector('form') !== form && isHydrated()).toBe(true);
    await expect.poll(() => readValues()).toEqual(filled);
    await expect.poll(() => document.activeElement).toBe(find('message'));
    expect(mismatches).not.toEqual([]);
  });

  it('leaves the other form of a page as it is, which keeps what was entered as well', async () => {
    const shown = (
      <>
        <ContactFormSection name="sales" content={content} hydrate="intent" />
        <ContactFormSection name="service" content={content} hydrate="intent" />
      </>
    );
    show(shown);
    await hydrate(shown);
    fillSilently(0);
    fillSilently(1);
    find('name', 0).focus();
    await expect.poll(() => isHydrated(0)).toBe(true);
    await awaitIdle();
    expect(isHydrated(1)).toBe(false);
    await userEvent.type(find('name', 1), '!');
    await expect.poll(() => isHydrated(1)).toBe(true);
    expect(readValues(0)).toEqual(filled);
    expect(readValues(1)).toEqual(['Ada Marsh!', ...filled.slice(1)]);
    expect(mismatches).toEqual([]);
  });

  it('opens its dialog at the first press on the button', async () => {
    const inDialog = createContent({ placement: 'modal' });
    await prepareForm(inDialog);
    await open({ content: inDialog, hydrate: 'intent' });
    await page.getByRole('button', { name: 'Contact us' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(mismatches).toEqual([]);
  });

  it('is hydrated without a touch if there is a draft', async () => {
    await open({ content });
    await userEvent.type(find('name'), 'Ada');
    root?.unmount();
    await open({ content, hydrate: 'intent' });
    await expect.poll(() => isHydrated()).toBe(true);
    await expect.poll(() => find('name').value).toBe('Ada');
  });

  it('can be touched in strict mode, and removed before it is touched', async () => {
    const shown = (
      <StrictMode>
        <ContactFormSection content={content} hydrate="intent" />
      </StrictMode>
    );
    show(shown);
    await hydrate(shown);
    expect(isHydrated()).toBe(false);
    find('name').focus();
    await expect.poll(() => isHydrated()).toBe(true);
    root?.unmount();
    show(shown);
    await hydrate(shown);
    const section = host.querySelector('.sw-host') as HTMLElement;
    root?.render(<p>another page</p>);
    await awaitIdle();
    document.body.append(section);
    section.querySelector('input')?.focus();
    expect(section.dataset.hydration).toBe('waiting');
  });

  it('is interactive at once if the browser renders it', async () => {
    await render(<ContactFormSection content={content} hydrate="intent" />);
    await expect.element(page.getByTestId('contact-form')).toBeVisible();
  });

  it('is hydrated with its page by default', async () => {
    await open({ content });
    expect(isHydrated()).toBe(true);
    expect(mismatches).toEqual([]);
  });
});

describe('a section of a server, drawn in the browser', () => {
  it('shows the text of a closed form in its language, and nothing without one', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const closed = createContent({ isShown: false, closedText: 'See you next year.' });
    const screen = await render(<ContactFormSection content={closed} />);
    await expect.element(screen.getByText('See you next year.')).toBeVisible();
    expect(screen.container.querySelector('.sw-host')?.getAttribute('lang')).toBe('en');
    await screen.rerender(<ContactFormSection content={createContent({ isShown: false })} />);
    expect(screen.container.textContent).toBe('');
  });

  it('fills the fields that allow it, and no others', async () => {
    const { section } = content.form;
    const types = section.form.types.map((type) => ({
      ...type,
      fields: type.fields.map((field) =>
        field.name === 'message' ? { ...field, allowsPrefill: true as const } : field,
      ),
    }));
    const filling = createContent({ section: { ...section, form: { ...section.form, types } } });
    const screen = await render(
      <ContactFormSection content={filling} prefill={{ message: 'About the Kestrel', name: 'Mallory' }}>
        Loading
      </ContactFormSection>,
    );
    await expect.element(screen.getByLabelText(/Message/)).toHaveValue('About the Kestrel');
    await expect.element(screen.getByLabelText(/Name/)).toHaveValue('');
  });
});
