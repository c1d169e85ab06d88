import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useServerData } from './use-server-data.ts';

function Loaded({ path }: { readonly path: string }): ReactNode {
  const { value } = useServerData<string>(path);
  return <p>{value ?? 'Loading'}</p>;
}

it('ignores an answer for a former address that comes after that for the current one', async () => {
  const former = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (address: URL | string) =>
    String(address).endsWith('former') ? former.promise : Response.json('Current'),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const screen = await render(<Loaded path="former" />);
  await screen.rerender(<Loaded path="current" />);
  await expect.element(page.getByText('Current')).toBeVisible();
  former.resolve(Response.json('Former'));
  await new Promise((resolve) => setTimeout(resolve));
  await screen.rerender(<Loaded path="current" />);
  expect(page.getByText('Current').elements()).toHaveLength(1);
});
