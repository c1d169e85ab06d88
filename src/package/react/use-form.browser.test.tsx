import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render, renderHook } from 'vitest-browser-react';
import type { Endpoints } from '../../contact/section-data.ts';
import { fetchForm } from './fetch-form.ts';
import { useForm } from './use-form.ts';

function Page() {
  const { state, error } = useForm({ server: 'https://forms.example', page: '/contact' });
  return <p>{error?.message ?? state}</p>;
}

describe('useForm', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('says in the console that its server is slow, once, and goes on waiting', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => answered);
    const screen = await render(<Page />);
    vi.advanceTimersByTime(9_999);
    expect(consoleError).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    expect(consoleError.mock.calls).toEqual([
      ['https://forms.example has not answered for 10 s; still waiting for the form'],
    ]);
    answer(Response.json({ version: 1 }));
    await expect.element(screen.getByText('ready')).toBeVisible();
  });

  it('points the form at the endpoints of the page, which the server is not asked for', async () => {
    const fetching = vi.fn(async (_url: URL) =>
      Response.json({
        version: 1,
        form: { section: { endpoints: { graphql: 'https://forms.example/graphql', contactUpload: '/up' } } },
      }),
    );
    vi.stubGlobal('fetch', fetching);
    const { result } = await renderHook(() =>
      useForm({ server: 'https://forms.example', endpoints: { graphql: '/api/enquiries' } }),
    );
    await expect.poll(() => result.current.state).toBe('ready');
    expect(result.current.content?.form.section.endpoints).toEqual({
      graphql: '/api/enquiries',
      contactUpload: '/up',
    });
    expect(fetching.mock.calls.map(([url]) => String(url))).toEqual(['https://forms.example/embed/v1']);
  });

  it.each([
    ['the server', undefined, 'signed'],
    ['the server, of which one address is undefined', { graphql: undefined }, 'signed'],
    ['the page', { graphql: '/api/enquiries', contactUpload: undefined }, 'signed'],
    [
      'another origin, whose preflight need not allow it',
      { graphql: 'https://back.example/graphql' },
      undefined,
    ],
    ['another origin for files', { contactUpload: '//files.example/targets' }, undefined],
  ])('has a ticket for %s: %j', async (_where, endpoints, ticket) => {
    const own = { graphql: 'https://forms.example/graphql', contactUpload: '/up' };
    const answer = { version: 1, ticket: 'signed', form: { section: { endpoints: own } } };
    vi.stubGlobal('fetch', async () => Response.json(answer));
    const content = await fetchForm({
      server: 'https://forms.example',
      // A program may be compiled without `exactOptionalPropertyTypes`.
      ...(endpoints && { endpoints: endpoints as Partial<Endpoints> }),
    });
    expect(content.ticket).toBe(ticket);
    expect(content.form.section.endpoints).toEqual({
      ...own,
      ...JSON.parse(JSON.stringify(endpoints ?? {})),
    });
  });

  it('says which server does not answer, and what to do', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const message =
      'Cannot load the form: https://forms.example does not answer this page (Failed to fetch); check that a Slipway server runs there, and that its site has the domain of this page';
    const screen = await render(<Page />);
    await expect.element(screen.getByText(message)).toBeVisible();
    expect(consoleError.mock.calls).toEqual([[message]]);
  });

  it('says nothing of a server that whoever asked has left', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const screen = await render(<Page />);
    await screen.unmount();
    vi.advanceTimersByTime(20_000);
    expect(consoleError).not.toHaveBeenCalled();
  });
});
