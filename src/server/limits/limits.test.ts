import { describe, expect, it } from 'vitest';
import { serverSettings } from '../config/settings.ts';
import { addressKey, createLimits } from './limits.ts';

const settings = serverSettings.limits;
const minuteMs = 60_000;

describe('createLimits', () => {
  it('grants 30 sends in ten minutes, then says when the next is', () => {
    const limits = createLimits({ settings, isOn: true });
    const send = (now: number) => limits.takeSend({ address: '203.0.113.7', hasTicket: true, now });
    for (let count = 0; count < 30; count += 1) expect(send(count * 1000)).toEqual({ isGranted: true });
    expect(send(30_000)).toEqual({ isGranted: false, retryAfterS: 570 });
    expect(send(599_999)).toEqual({ isGranted: false, retryAfterS: 1 });
    expect(send(10 * minuteMs)).toEqual({ isGranted: true });
    expect(send(10 * minuteMs)).toEqual({ isGranted: false, retryAfterS: 1 });
  });

  it('grants 100 upload targets in ten minutes, counted apart from the sends', () => {
    const limits = createLimits({ settings, isOn: true });
    const take = () => limits.takeUploadTarget({ address: '203.0.113.7', now: 0 });
    for (let count = 0; count < 100; count += 1) expect(take().isGranted).toBe(true);
    expect(take()).toEqual({ isGranted: false, retryAfterS: 600 });
    expect(limits.takeSend({ address: '203.0.113.7', hasTicket: true, now: 0 }).isGranted).toBe(true);
  });

  it('grants as many sends without a ticket, but not for long', () => {
    const granted = (hasTicket: boolean) => {
      const limits = createLimits({ settings, isOn: true });
      const tenMinutes = Array.from({ length: 6 }, (_, turn) => turn * 600_000);
      return tenMinutes.map(
        (now) =>
          Array.from({ length: 40 }, () => limits.takeSend({ address: 'a', hasTicket, now })).filter(
            ({ isGranted }) => isGranted,
          ).length,
      );
    };
    expect(granted(true)).toEqual([30, 30, 30, 30, 30, 30]);
    expect(granted(false)).toEqual([30, 30, 0, 0, 0, 0]);
  });

  it('counts sends with and without a ticket together', () => {
    const limits = createLimits({ settings, isOn: true });
    const send = (hasTicket: boolean) => limits.takeSend({ address: 'a', hasTicket, now: 0 }).isGranted;
    for (let count = 0; count < settings.sends; count += 1) expect(send(count % 2 === 0)).toBe(true);
    expect([send(false), send(true)]).toEqual([false, false]);
  });

  it('counts each address by itself', () => {
    const limits = createLimits({ settings, isOn: true });
    for (let count = 0; count < 31; count += 1) limits.takeSend({ address: 'a', hasTicket: true, now: 0 });
    expect(limits.takeSend({ address: 'b', hasTicket: true, now: 0 }).isGranted).toBe(true);
  });

  it.each([
    ['203.0.113.7', '::FFFF:203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::', '2001:db8:1:2:3:4:5:6', true],
    ['2001:db8:1:2::', '2001:db8:1:3::', false],
    ['2001:db8::7', '2001:db8:0:0:1::', true],
    ['::1', '::2', true],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['64:ff9b::203.0.113.7', '64:ff9b::198.51.100.1', true],
    ['', 'unknown', false],
  ])('counts %j and %j as one subscriber: %j', (one, other, isOne) => {
    const limits = createLimits({ settings: { ...settings, uploadTargets: 1 }, isOn: true });
    limits.takeUploadTarget({ address: one, now: 0 });
    expect(limits.takeUploadTarget({ address: other, now: 0 }).isGranted).toBe(!isOne);
  });

  it('grants a mailbox one receipt in an hour and three in a day, however its address is written', () => {
    const limits = createLimits({ settings, isOn: true });
    let asked = 0;
    const take = (recipient: string, now: number) => {
      asked += 1;
      return limits.takeReceipt({ address: `192.0.2.${asked}`, recipient, now }).isGranted;
    };
    expect(take('ada.lane@example.org', 0)).toBe(true);
    expect(take('Ada.Lane@Example.org', 0)).toBe(false);
    expect(take('adalane+boats@example.org', 1)).toBe(false);
    expect(take('ada@example.org', 1)).toBe(true);
    for (const hour of [1, 2]) expect(take('ada.lane@example.org', hour * 60 * minuteMs)).toBe(true);
    expect(take('ada.lane@example.org', 3 * 60 * minuteMs)).toBe(false);
    expect(take('ada.lane@example.org', 24 * 60 * minuteMs)).toBe(true);
  });

  it('grants five receipts in an hour to what one address on the network sends, and so many in all', () => {
    const limits = createLimits({ settings, isOn: true });
    const [{ address: most = 0, all = 0 } = {}] = settings.receipts;
    const granted = (address: (index: number) => string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        limits.takeReceipt({
          address: address(index),
          recipient: `${address(index)}.${index}@a.example`,
          now: 0,
        }),
      ).filter(({ isGranted }) => isGranted).length;
    expect(granted(() => '203.0.113.7', 20)).toBe(most);
    expect(granted((index) => `10.0.${index >> 8}.${index & 255}`, all)).toBe(all - most);
  });

  it('grants everything when it is off', () => {
    const limits = createLimits({ settings, isOn: false });
    for (let count = 0; count < 500; count += 1) {
      expect(limits.takeSend({ address: 'a', hasTicket: false, now: 0 }).isGranted).toBe(true);
      expect(limits.takeUploadTarget({ address: 'a', now: 0 }).isGranted).toBe(true);
      expect(limits.takeReceipt({ address: 'a', recipient: 'b', now: 0 }).isGranted).toBe(true);
    }
  });
});

describe('addressKey', () => {
  it('has a key for whoever is gone already', () => {
    expect(addressKey(undefined)).toBe('');
  });
});
