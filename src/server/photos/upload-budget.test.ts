import { describe, expect, it } from 'vitest';
import { serverSettings } from '../config/settings.ts';
import { createUploadBudget, type OpenUpload } from './upload-budget.ts';

const settings = {
  ...serverSettings.photos.uploads,
  ...{ open: 3, openOfAddress: 2, windowMs: 1000, bytes: 100, bytesOfAddress: 60 },
};

function budget(isOn = true) {
  const { open } = createUploadBudget(settings, isOn);
  const opened = (address: string, now = 0): OpenUpload => {
    const upload = open({ address, now });
    if (!upload.isOpen) throw new Error('There is no room');
    return upload;
  };
  const waitS = (address: string, now = 0) => {
    const upload = open({ address, now });
    return upload.isOpen ? 0 : upload.retryAfterS;
  };
  return { opened, waitS };
}

describe('createUploadBudget', () => {
  it('has so many places for an address, and so many in all', () => {
    const { opened, waitS } = budget();
    const first = opened('192.0.2.1');
    opened('192.0.2.1');
    expect(waitS('192.0.2.1')).toBeGreaterThan(0);
    opened('192.0.2.2');
    expect(waitS('192.0.2.3')).toBeGreaterThan(0);
    first.close({ bytes: 1, now: 0 });
    expect(waitS('192.0.2.3')).toBe(0);
  });

  it('counts an IPv6 network as one address', () => {
    const { opened, waitS } = budget();
    opened('2001:db8::1');
    opened('2001:db8::2');
    expect(waitS('2001:db8::3')).toBeGreaterThan(0);
  });

  it('lets an address spend its bytes, and all of them theirs, in a window', () => {
    const { opened, waitS } = budget();
    opened('192.0.2.1').close({ bytes: 60, now: 100 });
    expect(waitS('192.0.2.1', 200)).toBe(1);
    opened('192.0.2.2', 200).close({ bytes: 40, now: 200 });
    expect(waitS('192.0.2.3', 300)).toBe(1);
    expect(waitS('192.0.2.3', 1100)).toBe(0);
    expect(waitS('192.0.2.1', 1100)).toBe(0);
  });

  it('begins a new window where the clock goes back', () => {
    const { opened, waitS } = budget();
    opened('192.0.2.1', 50_000).close({ bytes: 60, now: 50_000 });
    expect(waitS('192.0.2.1', 10_000)).toBe(0);
  });

  it('lets everything through where limits are off', () => {
    const { opened } = budget(false);
    for (let count = 0; count < 20; count += 1) opened('192.0.2.1').close({ bytes: 100, now: 0 });
  });
});
