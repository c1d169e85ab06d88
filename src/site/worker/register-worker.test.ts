import { afterEach, expect, it, vi } from 'vitest';
import { registerWorker } from './register-worker.ts';

afterEach(() => vi.unstubAllGlobals());

it('does not reject if the worker has been removed', async () => {
  const postMessage = vi.fn(() => {
    throw new DOMException('The worker is redundant', 'InvalidStateError');
  });
  const serviceWorker = {
    getRegistration: async () => undefined,
    register: async () => ({ active: { postMessage } }),
  };
  const page = { modules: ['/assets/client.js'], part: '/parts/1.js', worker: '/assets/worker.js' };
  const top = {};
  vi.stubGlobal('window', Object.assign(top, { top }));
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', new URL('https://forms.example/contact'));
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(page) }) });
  vi.stubGlobal('addEventListener', vi.fn());
  await expect(registerWorker()).resolves.toBeUndefined();
  expect(postMessage).toHaveBeenCalledTimes(1);
});
