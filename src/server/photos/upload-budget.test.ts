import { describe, expect, it } from 'vitest';
import { createMemoryWindows } from '../limits/windows.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { createUploadBudget, type OpenUpload } from './upload-budget.ts';

const settings = {
  ...serverSettings.photos.uploads,
  open: 3,
  openOfAddress: 2,
  windowMs: 1000,
  bytes: 100,
  bytesOfAddress: 60,
};

function budget(isOn = true) {
  const windows = createMemoryWindows(serverSettings.limits);
  const { open } = createUploadBudget({ settings, isOn, windows });
  const opened = async (address: string, now = 0): Promise<OpenUpload> => {
    const upload = await open({ address, now });
    if (!upload.isOpen) throw new Error('There is no room');
    return upload;
  };
  const waitS = async (address: string, now = 0) => {
    const upload = await open({ address, now });
    return upload.isOpen ? 0 : upload.retryAfterS;
  };
  return { opened, waitS };
}

describe('createUploadBudget', () => {
  it('has so many places for an address, and so many in all', async () => {
    const { opened, waitS } = budget();
    const first = await opened('192.0.2.1');
    await opened('192.0.2.1');
    expect(await waitS('192.0.2.1')).toBeGreaterThan(0);
    await opened('192.0.2.2');
    expect(await waitS('192.0.2.3')).toBeGreaterThan(0);
    await first.close({ bytes: 1, now: 0 });
    expect(await waitS('192.0.2.3')).toBe(0);
  });

  it('gives no place twice to those who come at once', async () => {
    const { opened } = budget();
    const uploads = await Promise.allSettled([1, 2, 3, 4].map(() => opened('192.0.2.1')));
    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(settings.openOfAddress);
  });

  it('counts an IPv6 network as one address', async () => {
    const { opened, waitS } = budget();
    await opened('2001:db8::1');
    await opened('2001:db8::2');
    expect(await waitS('2001:db8::3')).toBeGreaterThan(0);
  });

  it('lets an address spend its bytes, and all of them theirs, in a window', async () => {
    const { opened, waitS } = budget();
    await (await opened('192.0.2.1')).close({ bytes: 60, now: 100 });
    expect(await waitS('192.0.2.1', 200)).toBe(1);
    await (await opened('192.0.2.2', 200)).close({ bytes: 40, now: 200 });
    expect(await waitS('192.0.2.3', 300)).toBe(1);
    expect(await waitS('192.0.2.3', 1100)).toBe(0);
    expect(await waitS('192.0.2.1', 1100)).toBe(0);
  });

  it('has whoever spent their bytes wait no longer than a window where the clock goes back', async () => {
    const { opened, waitS } = budget();
    await (await opened('192.0.2.1', 50_000)).close({ bytes: 60, now: 50_000 });
    expect(await waitS('192.0.2.1', 10_000)).toBe(1);
    expect(await waitS('192.0.2.1', 11_000)).toBe(0);
  });

  it('lets everything through where limits are off', async () => {
    const { opened } = budget(false);
    for (let count = 0; count < 20; count += 1)
      await (await opened('192.0.2.1')).close({ bytes: 100, now: 0 });
  });
});
