import { StrictMode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { compile } from '#engine/compile/index.ts';
import type { FormDocument } from '#engine/documents/form-document.ts';
import { setWaiting } from '../../../contact/outbox/marker.ts';
import { discard, withStore } from '../../../contact/outbox/store/keep-enquiry.ts';
import { createWaitingEnquiry } from '../../../contact/outbox/testing/waiting-enquiries.ts';
import { awaitIdle } from '../../../contact/testing/await-idle.ts';
import { evaluateFormSchemas } from './evaluate-form-schemas.ts';
import type { PrecompiledForm } from './form-source-types.ts';
import { prepareForm } from './prepare-form.ts';
import { SlipwayForm, type SlipwayFormProps } from './slipway-form.tsx';

/** The registration for an event of a school. */
const registration = {
  schema: {
    title: 'Summer party',
    type: 'object',
    required: ['full_name', 'role', 'guests'],
    properties: {
      full_name: { type: 'string', title: 'Your name', maxLength: 40 },
      role: { type: 'string', title: 'You are', enum: ['pupil', 'parent'] },
      class: { type: 'string', title: 'Class', maxLength: 4 },
      guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 6 },
    },
  },
  rules: [
    {
      id: 'class-of-pupils',
      description: 'Only pupils have a class.',
      when: { '==': [{ var: 'values.role' }, 'pupil'] },
      then: { show: ['class'], require: ['class'] },
    },
  ],
  texts: {
    en: { 'thank-you.heading': 'See you at the party' },
    de: { 'fields.full_name.label': 'Ihr Name' },
  },
} as const satisfies FormDocument;

/** Returns the form as the plugin generates it. */
function createModule(document: FormDocument = registration): PrecompiledForm {
  const compiled = compile(document);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return { form: compiled.form, validators: evaluateFormSchemas(compiled.form) };
}

type Props = SlipwayFormProps<Readonly<Record<string, unknown>>>;

/** A component without inference, for `vi.fn`. */
const Form = SlipwayForm<Readonly<Record<string, unknown>>>;

const find = (name: string, at = 0) => {
  const found = document.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)[at];
  if (!found) throw new Error(`There is no field "${name}"`);
  return found;
};
const send = () => page.getByRole('button', { name: 'Send' });
const failure = () => page.getByText('There was a problem. Please try again.');
const thanks = () => page.getByRole('heading', { name: 'See you at the party' });
const awaitForm = () => expect.poll(() => document.querySelector('[name="full_name"]')).not.toBeNull();

const readAlert = () => document.querySelector('[role="alert"]')?.textContent;

/** Renders anew for reasons of its own, with another object for the same document. */
function Page({ onSubmit }: Pick<Props, 'onSubmit'>) {
  const [count, setCount] = useState(0);
  return (
    <StrictMode>
      <button type="button" onClick={() => setCount(count + 1)}>
        Count {count}
      </button>
      <Form form={structuredClone(registration)} onSubmit={onSubmit} />
    </StrictMode>
  );
}

/** Fills in the form of a parent. */
async function fillIn(at = 0): Promise<void> {
  await awaitForm();
  await userEvent.fill(find('full_name', at), 'Ada Marsh');
  await userEvent.selectOptions(find('role', at), 'parent');
  await userEvent.fill(find('guests', at), '3');
}

const filled = { full_name: 'Ada Marsh', role: 'parent', guests: 3 };

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  sessionStorage.clear();
  errors = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('SlipwayForm', () => {
  it('draws a document that is written in place, in StrictMode, and passes typed values on', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    const fetching = vi.spyOn(globalThis, 'fetch');
    await render(<Page onSubmit={onSubmit} />);
    await fillIn();
    expect(document.querySelector('[name="class"]')).toBeNull();
    await userEvent.click(page.getByRole('button', { name: 'Count 0' }));
    await expect.element(page.getByRole('button', { name: 'Count 1' })).toBeVisible();
    await userEvent.click(send());
    await expect.element(thanks()).toHaveFocus();
    expect(onSubmit.mock.calls).toEqual([
      [filled, { idempotencyKey: expect.stringMatching(/\S{16}/), signal: expect.any(AbortSignal) }],
    ]);
    expect(fetching).not.toHaveBeenCalled();
    expect(errors).not.toHaveBeenCalled();
    expect(sessionStorage.length).toBe(0);
  });

  it('judges in the page: shows the problems, focuses the first, and passes nothing on', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    await render(<Form form={createModule()} onSubmit={onSubmit} />);
    await userEvent.fill(find('full_name'), 'Ada Marsh');
    await userEvent.selectOptions(find('role'), 'pupil');
    await userEvent.fill(find('guests'), '9');
    await userEvent.click(send());
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('class');
    expect(find('guests').getAttribute('aria-invalid')).toBe('true');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows the problems that onSubmit returns, and forgets each with the next edit', async () => {
    const onSubmit = vi
      .fn<Props['onSubmit']>()
      .mockResolvedValueOnce([
        { message: 'The party is nearly full.' },
        { field: '/guests', message: 'Only two seats are left.' },
        { field: 'role', code: 'required' },
      ])
      .mockResolvedValueOnce({ problems: [{ field: null as never, message: 'The party is full.' }] });
    await render(<Form form={createModule()} onSubmit={onSubmit} />);
    await fillIn();
    await userEvent.click(send());
    await expect.element(page.getByText('Only two seats are left.').last()).toBeVisible();
    await expect.poll(readAlert).toContain('The party is nearly full');
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('guests');
    expect(find('role').getAttribute('aria-invalid')).toBe('true');
    await expect.element(failure()).not.toBeInTheDocument();
    await userEvent.fill(find('guests'), '2');
    await userEvent.tab();
    await expect.element(page.getByText('Only two seats are left.')).not.toBeInTheDocument();
    await expect.element(page.getByText('The party is nearly full.')).not.toBeInTheDocument();
    await userEvent.click(send());
    await expect.element(page.getByText('The party is full.').last()).toBeVisible();
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('alert');
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    expect(onSubmit.mock.lastCall?.[0]).toEqual({ ...filled, guests: 2 });
    expect(errors).not.toHaveBeenCalled();
  });

  it('shows a rejection as a failed send, loses nothing, and repeats the key at the next attempt', async () => {
    const onSubmit = vi
      .fn<Props['onSubmit']>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Response.json({}) as never);
    await render(<Form form={createModule()} onSubmit={onSubmit} />);
    await fillIn();
    await userEvent.click(send());
    await expect.element(failure()).toBeVisible();
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('alert');
    expect(find('full_name').value).toBe('Ada Marsh');
    await userEvent.click(send());
    await expect.poll(() => onSubmit.mock.calls.length).toBe(2);
    await expect.element(failure()).toBeVisible();
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    const keys = onSubmit.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    expect(errors.mock.calls.map((call: readonly unknown[]) => String(call[1]))).toEqual([
      'TypeError: Failed to fetch',
      'TypeError: Cannot show the result of onSubmit: a Response is no problem; return nothing, or a list of { field, message }',
    ]);
  });

  it('offers to send nothing later, and leaves what waits in the browser to others', async () => {
    await withStore((store) => store.put(createWaitingEnquiry({})));
    setWaiting(true);
    onTestFinished(() => discard('key-1'));
    const onSubmit = vi.fn<Props['onSubmit']>().mockRejectedValue(new TypeError('Failed to fetch'));
    await render(<Form form={createModule()} onSubmit={onSubmit} />);
    await fillIn();
    await userEvent.click(send());
    await expect.element(failure()).toBeVisible();
    expect(document.querySelector('.sw-later, .sw-waiting')).toBeNull();
  });

  it('passes values on once while onSubmit has not answered', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const onSubmit = vi.fn<Props['onSubmit']>(() => promise);
    await render(<Form form={createModule()} onSubmit={onSubmit} />);
    await fillIn();
    await userEvent.dblClick(send());
    await expect.element(send()).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(find('full_name'), '{Enter}');
    await expect.poll(() => document.querySelector('[role="status"]')?.textContent).toContain('Sending');
    resolve(undefined);
    await expect.element(thanks()).toBeVisible();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('is drawn by a server and hydrated as it was drawn', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    // An object of its own, which nothing has compiled before.
    const form = { ...registration, texts: { ...registration.texts, fr: {} } };
    const shown = <Form form={form} name="party" values={{ full_name: 'Ada' }} onSubmit={onSubmit} />;
    expect(renderToString(shown)).not.toContain('<form');
    await prepareForm(form);
    const host = document.body.appendChild(document.createElement('main'));
    host.innerHTML = renderToString(shown);
    const drawn = host.querySelector('form');
    expect(drawn?.querySelector<HTMLInputElement>('[name="full_name"]')?.value).toBe('Ada');
    const mismatches: unknown[] = [];
    const root = hydrateRoot(host, shown, { onRecoverableError: (error) => mismatches.push(error) });
    onTestFinished(() => {
      root.unmount();
      host.remove();
    });
    await awaitIdle();
    expect(host.querySelector('form')).toBe(drawn);
    await fillIn();
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    expect(mismatches).toEqual([]);
    expect(errors).not.toHaveBeenCalled();
  });

  it('begins with values, of which a draft of this tab takes precedence', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    const values = { full_name: 'Ada Marsh', role: 'parent', guests: 3 };
    const shown = <Form form={createModule()} values={values} onSubmit={onSubmit} />;
    const first = await render(shown);
    expect(['full_name', 'role', 'guests'].map((name) => find(name).value)).toEqual([
      'Ada Marsh',
      'parent',
      '3',
    ]);
    await userEvent.clear(find('full_name'));
    await userEvent.fill(find('guests'), '4');
    await first.unmount();
    await render(shown);
    await expect.poll(() => find('guests').value).toBe('4');
    expect(find('full_name').value).toBe('');
    await userEvent.fill(find('full_name'), 'Bob');
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    expect(onSubmit.mock.lastCall?.[0]).toEqual({ full_name: 'Bob', role: 'parent', guests: 4 });
  });

  it('stores no draft and reads none, where it shall not', async () => {
    const shown = <Form form={createModule()} hasDraft={false} onSubmit={() => undefined} />;
    const first = await render(shown);
    await userEvent.fill(find('full_name'), 'Ada');
    await first.unmount();
    expect(sessionStorage.length).toBe(0);
    const stored = await render(<Form form={createModule()} onSubmit={() => undefined} />);
    await userEvent.fill(find('full_name'), 'Bob');
    await stored.unmount();
    expect(sessionStorage.length).toBe(1);
    await render(shown);
    await awaitIdle();
    expect(find('full_name').value).toBe('');
  });

  it('has the title of its schema as a heading, unless the page has one', async () => {
    const screen = await render(<Form form={createModule()} onSubmit={() => undefined} />);
    const heading = page.getByRole('heading', { name: 'Summer party' });
    await expect.element(heading).toBeVisible();
    await screen.rerender(<Form form={createModule()} hasTitle={false} onSubmit={() => undefined} />);
    expect(heading.query()).toBeNull();
  });

  it('is a button with a dialog, also drawn by a server, with the placement modal', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    const form = { ...registration, texts: { en: { 'contact-us': 'Register' } } };
    const shown = <Form form={form} placement="modal" name="party" onSubmit={onSubmit} />;
    await prepareForm(form);
    const host = document.body.appendChild(document.createElement('main'));
    host.innerHTML = renderToString(shown);
    expect(host.querySelector('button')?.textContent).toBe('Register');
    const mismatches: unknown[] = [];
    const root = hydrateRoot(host, shown, { onRecoverableError: (error) => mismatches.push(error) });
    onTestFinished(() => {
      root.unmount();
      host.remove();
    });
    await awaitIdle();
    await userEvent.click(page.getByRole('button', { name: 'Register' }));
    await expect.element(page.getByRole('dialog', { name: 'Summer party' })).toBeVisible();
    await fillIn();
    await userEvent.click(send());
    await expect.poll(() => onSubmit.mock.lastCall?.[0]).toEqual(filled);
    expect(mismatches).toEqual([]);
  });

  it('begins with its values beside a draft of another form in the same place', async () => {
    const other = createModule({
      schema: { type: 'object', properties: { motto: { type: 'string', title: 'Motto' } } },
    });
    const screen = await render(<Form form={other} onSubmit={() => undefined} />);
    await userEvent.fill(find('motto'), 'Onward');
    await screen.unmount();
    await render(<Form form={createModule()} values={filled} onSubmit={() => undefined} />);
    await awaitIdle();
    expect(find('full_name').value).toBe('Ada Marsh');
  });

  it('passes values on that nobody has touched', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    await render(<Form form={createModule()} values={filled} onSubmit={onSubmit} />);
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    expect(onSubmit.mock.lastCall?.[0]).toEqual(filled);
  });

  it('stands several times on a page, in its languages, each with ids and values of its own', async () => {
    const [one, other] = [vi.fn<Props['onSubmit']>(), vi.fn<Props['onSubmit']>()];
    const form = createModule();
    await render(
      <>
        <Form form={form} onSubmit={one} />
        <Form form={form} name="evening" locale="de" onSubmit={other} />
      </>,
    );
    await userEvent.fill(find('full_name'), 'Bob');
    await fillIn(1);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(document.querySelectorAll('.sw-host')[1]?.getAttribute('lang')).toBe('de');
    await expect.element(page.getByText(/^Ihr Name/)).toBeVisible();
    find('full_name', 1).form?.requestSubmit();
    await expect.poll(() => other.mock.calls.map(([values]) => values)).toEqual([filled]);
    expect(one).not.toHaveBeenCalled();
    expect(find('full_name').value).toBe('Bob');
  });

  it('shows another form with what was entered in fields of equal names', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    const more = structuredClone(registration) as FormDocument & typeof registration;
    Object.assign(more.schema.properties, { diet: { type: 'string', title: 'Diet' } });
    const screen = await render(<Form form={createModule()} onSubmit={onSubmit} />);
    await fillIn();
    await screen.rerender(<Form form={createModule(more)} onSubmit={onSubmit} />);
    await userEvent.fill(find('diet'), 'vegan');
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    expect(onSubmit.mock.lastCall?.[0]).toEqual({ ...filled, diet: 'vegan' });
  });

  it('passes chosen files on as they are where nothing uploads them', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    const form = createModule({
      schema: {
        type: 'object',
        properties: {
          photos: { type: 'array', title: 'Photos', items: { type: 'string' }, maxItems: 3, minItems: 1 },
        },
        required: ['photos'],
      },
      ui: { photos: { 'ui:widget': 'photos' } },
      texts: { en: { 'thank-you.heading': 'See you at the party' } },
    });
    await render(<Form form={form} onSubmit={onSubmit} />);
    const file = new File(['picture'], 'boat.png', { type: 'image/png' });
    const input = page.getByTestId('contact-form').element().querySelector('input[type="file"]');
    await userEvent.upload(input as Element, [file, new File(['b'], 'boat.png', { type: 'image/png' })]);
    await expect.poll(() => document.body.textContent).toContain('boat.png');
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    const { photos } = onSubmit.mock.lastCall?.[0] ?? {};
    expect(photos).toEqual([expect.any(File), expect.any(File)]);
    expect(await Promise.all((photos as readonly File[]).map((each) => each.text()))).toEqual([
      'picture',
      'b',
    ]);
  });

  it('passes a signature on as a picture, also one that was not added before the submit', async () => {
    const onSubmit = vi.fn<Props['onSubmit']>();
    const form = createModule({
      schema: {
        type: 'object',
        properties: {
          signature: {
            type: 'array',
            title: 'Signature',
            items: { type: 'string' },
            maxItems: 1,
            minItems: 1,
          },
        },
        required: ['signature'],
      },
      ui: { signature: { 'ui:widget': 'signature' } },
      texts: { en: { 'thank-you.heading': 'See you at the party' } },
    });
    await render(<Form form={form} onSubmit={onSubmit} />);
    await userEvent.click(page.getByRole('button', { name: 'Type your name instead' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Your name' }), 'Ann Berry');
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    const [file] = (onSubmit.mock.lastCall?.[0].signature ?? []) as readonly File[];
    expect(file).toMatchObject({ name: 'signature.png', type: 'image/png' });
    expect(file?.size).toBeGreaterThan(2000);
  });

  it('has another key for another file of the same name', async () => {
    const form = createModule({
      schema: {
        type: 'object',
        properties: { photos: { type: 'array', title: 'Photos', items: { type: 'string' }, maxItems: 3 } },
      },
      ui: { photos: { 'ui:widget': 'photos' } },
    });
    const onSubmit = vi.fn<Props['onSubmit']>().mockRejectedValue(new Error('It is full'));
    for (const text of ['one', 'other']) {
      const visit = await render(<Form form={form} onSubmit={onSubmit} />);
      const input = page.getByTestId('contact-form').element().querySelector('input[type="file"]');
      await userEvent.upload(input as Element, new File([text], 'boat.png', { type: 'image/png' }));
      await expect.poll(() => document.body.textContent).toContain('boat.png');
      await userEvent.click(send());
      await expect.element(failure()).toBeVisible();
      await visit.unmount();
    }
    const keys = onSubmit.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

  it('follows the conditions and lists of a schema, and shows problems inside them', async () => {
    const onSubmit = vi
      .fn<Props['onSubmit']>()
      .mockResolvedValueOnce([{ field: 'children/1/first', message: 'There is no such child.' }]);
    const child = {
      type: 'object',
      properties: { first: { type: 'string', title: 'Child' } },
      required: ['first'],
    };
    const schema = {
      type: 'object',
      properties: {
        trip: { type: 'string', title: 'Trip', enum: ['sea', 'hill'] },
        children: { type: 'array', title: 'Children', items: child, minItems: 2 },
      },
      if: { properties: { trip: { const: 'sea' } }, required: ['trip'] },
      then: {
        properties: { swims: { type: 'string', title: 'Swims', enum: ['well', 'badly'] } },
        required: ['swims'],
      },
    };
    const children = [{ first: 'Ann' }, { first: 'Bob' }];
    await render(
      <Form form={{ schema, texts: registration.texts }} values={{ children }} onSubmit={onSubmit} />,
    );
    await expect.poll(() => document.querySelector('[name="trip"]')).not.toBeNull();
    await userEvent.selectOptions(find('trip'), 'sea');
    await expect.poll(() => document.querySelector('[name="swims"]')).not.toBeNull();
    await userEvent.click(send());
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('swims');
    await userEvent.selectOptions(find('swims'), 'well');
    await userEvent.click(send());
    await expect.element(page.getByText('There is no such child.').last()).toBeVisible();
    await expect.poll(() => (document.activeElement as HTMLInputElement).value).toBe('Bob');
    await userEvent.click(send());
    await expect.element(thanks()).toBeVisible();
    expect(onSubmit.mock.lastCall?.[0]).toEqual({ trip: 'sea', children, swims: 'well' });
    expect(errors).not.toHaveBeenCalled();
  });

  it.each([
    ['a property that the form lacks', 'address/zip', 'address[town]'],
    ['a nested control', '/address/town', 'address[town]'],
    ['an item that is not there', 'children/7/first', 'children[0][first]'],
    ['a choice of several', 'tags/0', 'tags'],
    ['the inside of a text', 'name/first', 'name'],
  ])('shows a problem of %s around it', async (_what, field, focused) => {
    const text = { type: 'string' };
    const properties = {
      name: text,
      tags: { type: 'array', items: { type: 'string', enum: ['sea', 'hill'] }, uniqueItems: true },
      address: { type: 'object', properties: { town: text } },
      children: { type: 'array', items: { type: 'object', properties: { first: text } } },
    };
    const values = { tags: ['sea'], children: [{ first: 'Ann' }] };
    const onSubmit = () => [{ field, message: 'That is wrong.' }];
    await render(
      <Form
        form={createModule({ schema: { type: 'object', properties } })}
        values={values}
        onSubmit={onSubmit}
      />,
    );
    await expect.poll(() => document.querySelector('[name="children[0][first]"]')).not.toBeNull();
    await userEvent.click(send());
    await expect.element(page.getByText('That is wrong.').last()).toBeVisible();
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe(focused);
  });

  it('uploads chosen files where the page has an address for that', async () => {
    const form = createModule({
      schema: {
        type: 'object',
        properties: { photos: { type: 'array', title: 'Photos', items: { type: 'string' }, maxItems: 3 } },
      },
      ui: { photos: { 'ui:widget': 'photos' } },
    });
    const fetching = vi.fn((_url: string) => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', fetching);
    const endpoints = { contactUpload: '/api/targets' };
    await render(<Form form={form} endpoints={endpoints} onSubmit={() => undefined} />);
    const input = page.getByTestId('contact-form').element().querySelector('input[type="file"]');
    await userEvent.upload(input as Element, new File(['picture'], 'boat.png', { type: 'image/png' }));
    await expect.poll(() => fetching.mock.calls.map(([url]) => url)).toEqual(['/api/targets']);
  });

  it('says at the field that a signature was not uploaded, and passes nothing on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const onSubmit = vi.fn<Props['onSubmit']>();
    const form = createModule({
      schema: {
        type: 'object',
        properties: { signature: { type: 'array', title: 'Signature', items: { type: 'string' } } },
      },
      ui: { signature: { 'ui:widget': 'signature' } },
    });
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    );
    await render(<Form form={form} endpoints={{ contactUpload: '/api/targets' }} onSubmit={onSubmit} />);
    await userEvent.click(page.getByRole('button', { name: 'Type your name instead' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Your name' }), 'Ann Berry');
    await userEvent.click(send());
    const group = page.getByRole('group', { name: 'Signature' });
    await expect.element(group.getByText('The signature was not uploaded.', { exact: false })).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is drawn in its own language if the locale is none', async () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await render(<Form form={createModule()} locale="not a language" onSubmit={() => undefined} />);
    expect(document.querySelector('.sw-host')?.getAttribute('lang')).toBe('en');
    expect(warnings).toHaveBeenCalledOnce();
  });

  it('is drawn in its own language and direction if it has no texts in that of the locale', async () => {
    const form = createModule({ ...registration, texts: { ...registration.texts, ar: {} } });
    const screen = await render(<Form form={form} locale="he-IL" onSubmit={() => undefined} />);
    const host = () => document.querySelector('.sw-host');
    expect([host()?.getAttribute('lang'), host()?.getAttribute('dir')]).toEqual(['en', 'ltr']);
    await screen.rerender(<Form form={form} locale="ar-EG" onSubmit={() => undefined} />);
    await expect.poll(() => host()?.getAttribute('lang')).toBe('ar-EG');
    expect(host()?.getAttribute('dir')).toBe('rtl');
  });

  it('reports a circular document', async () => {
    const properties: Record<string, unknown> = { name: { type: 'string' } };
    properties.again = { type: 'object', properties };
    await render(<Form form={{ schema: { type: 'object', properties } }} onSubmit={() => undefined} />);
    await expect.poll(readAlert).toContain('nested more than');
  });

  it('says what to do where the page forbids code from text, and shows what the page has instead', async () => {
    vi.stubGlobal('Function', () => {
      throw new EvalError('Refused to evaluate a string as JavaScript');
    });
    const form = {
      schema: { type: 'object', properties: { nickname: { type: 'string', title: 'Nickname' } } },
    };
    await render(
      <Form form={form} onSubmit={() => undefined}>
        <a href="/write">Write to us</a>
      </Form>,
    );
    await expect.poll(readAlert).toContain('slipway/vite');
    await expect.element(page.getByRole('link')).toBeVisible();
    expect(errors).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining("import form from './form.json?slipway'"),
    );
  });

  it.each([
    [
      'a document with mistakes',
      { schema: { type: 'object', properties: { 'a-b': { type: 'string' } } } },
      'a-b',
    ],
    ['nothing', undefined, 'the prop "form" is no form'],
    ['a text', '{}', 'the prop "form" is no form'],
    ['another object', {}, 'the prop "form" is no form'],
  ])('says why it cannot show %s', async (_what, form, reason) => {
    await render(<Form form={form as never} onSubmit={() => undefined} />);
    await expect.poll(readAlert).toContain(reason);
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(reason));
  });

  it('leads from the last step to that of a problem which onSubmit returns', async () => {
    const onSubmit = vi
      .fn<Props['onSubmit']>()
      .mockResolvedValueOnce([{ field: 'full_name', message: 'Taken.' }]);
    const form = createModule({
      ...registration,
      ui: {
        'ui:steps': [
          { name: 'who', fields: ['full_name'] },
          { name: 'what', fields: ['role', 'class', 'guests'] },
        ],
      },
      texts: { en: { 'steps.who.title': 'Who', 'steps.what.title': 'What' } },
    });
    await render(<Form form={form} name="steps" values={filled} onSubmit={onSubmit} />);
    const next = () => page.getByRole('button', { name: 'Continue' });
    await userEvent.click(next());
    await expect.poll(() => document.querySelector('[name="role"]')).not.toBeNull();
    await userEvent.click(next());
    await userEvent.click(send());
    await expect.element(page.getByText('Taken.')).toBeVisible();
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('full_name');
  });
});
