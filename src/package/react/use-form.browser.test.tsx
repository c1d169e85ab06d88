import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
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

  it('says nothing of a server that whoever asked has left', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const screen = await render(<Page />);
    await screen.unmount();
    vi.advanceTimersByTime(20_000);
    expect(consoleError).not.toHaveBeenCalled();
  });
});
