import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitIdle } from '../testing/await-idle.ts';
import { fetchEarly } from './fetch-early.ts';

let form: HTMLElement;
beforeEach(() => {
  form = document.body.appendChild(document.createElement('form'));
  form.textContent = 'A form';
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe('fetchEarly', () => {
  it('fetches once a form is near', async () => {
    const fetchModules = vi.fn(async () => {});
    form.style.marginBlockStart = '1000vh';
    void fetchEarly(form, fetchModules);
    await awaitIdle();
    expect(fetchModules).not.toHaveBeenCalled();
    form.style.marginBlockStart = '0';
    await expect.poll(() => fetchModules.mock.calls).toHaveLength(1);
  });

  it('fetches nothing for a page that is prerendered, until a visitor sees it', async () => {
    const fetchModules = vi.fn(async () => {});
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    void fetchEarly(form, fetchModules);
    await awaitIdle();
    document.dispatchEvent(new Event('visibilitychange'));
    await awaitIdle();
    expect(fetchModules).not.toHaveBeenCalled();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => fetchModules.mock.calls).toHaveLength(1);
  });

  it('leaves a failure to the fetch at the intent', async () => {
    await expect(fetchEarly(form, () => Promise.reject(new Error('no network')))).resolves.toBeUndefined();
  });
});
