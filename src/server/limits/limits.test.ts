import { describe, expect, it } from 'vitest';
import { serverSettings } from '../platform/config/settings.ts';
import { createLimits, type Limits, toAddressKey } from './limits.ts';
import type { LimitGrant } from './window.ts';
import { createMemoryWindows } from './windows.ts';

const settings = serverSettings.limits;
const minuteMs = 60_000;

function limitsOf({ isOn = true, ...changes }: Partial<typeof settings> & { readonly isOn?: boolean } = {}) {
  return createLimits({
    settings: { ...settings, ...changes },
    isOn,
    windows: createMemoryWindows(settings),
  });
}

/** Returns how many of the requests are granted. */
async function grantedOf(count: number, take: (index: number) => Promise<LimitGrant>): Promise<number> {
  let granted = 0;
  for (let index = 0; index < count; index += 1) granted += (await take(index)).isGranted ? 1 : 0;
  return granted;
}

describe('createLimits', () => {
  it('grants 30 sends in ten minutes, then says when the next is', async () => {
    const limits = limitsOf();
    const send = (now: number) => limits.consumeSend({ address: '203.0.113.7', hasTicket: true, now });
    for (let count = 0; count < 30; count += 1) expect(await send(count * 1000)).toEqual({ isGranted: true });
    expect(await send(30_000)).toEqual({ isGranted: false, retryAfterS: 570 });
    expect(await send(599_999)).toEqual({ isGranted: false, retryAfterS: 1 });
    expect(await send(10 * minuteMs)).toEqual({ isGranted: true });
    expect(await send(10 * minuteMs)).toEqual({ isGranted: false, retryAfterS: 1 });
  });

  it('grants 100 upload targets in ten minutes, counted apart from the sends', async () => {
    const limits = limitsOf();
    const take = () => limits.consumeUploadTarget({ address: '203.0.113.7', now: 0 });
    expect(await grantedOf(100, take)).toBe(100);
    expect(await take()).toEqual({ isGranted: false, retryAfterS: 600 });
    const send = await limits.consumeSend({ address: '203.0.113.7', hasTicket: true, now: 0 });
    expect(send.isGranted).toBe(true);
  });

  it('grants as many sends without a ticket, but not for long', async () => {
    const granted = async (hasTicket: boolean) => {
      const limits = limitsOf();
      const counts: number[] = [];
      for (let turn = 0; turn < 6; turn += 1)
        counts.push(
          await grantedOf(40, () => limits.consumeSend({ address: 'a', hasTicket, now: turn * 600_000 })),
        );
      return counts;
    };
    expect(await granted(true)).toEqual([30, 30, 30, 30, 30, 30]);
    expect(await granted(false)).toEqual([30, 30, 0, 0, 0, 0]);
  });

  it('counts sends with and without a ticket together', async () => {
    const limits = limitsOf();
    const send = async (hasTicket: boolean) =>
      (await limits.consumeSend({ address: 'a', hasTicket, now: 0 })).isGranted;
    for (let count = 0; count < settings.sends; count += 1) expect(await send(count % 2 === 0)).toBe(true);
    expect([await send(false), await send(true)]).toEqual([false, false]);
  });

  it('counts each address by itself', async () => {
    const limits = limitsOf();
    const send = (address: string) => limits.consumeSend({ address, hasTicket: true, now: 0 });
    expect(await grantedOf(31, () => send('a'))).toBe(30);
    expect((await send('b')).isGranted).toBe(true);
  });

  it('counts a network besides, which has four times as much', async () => {
    const limits = limitsOf();
    const send = (index: number) =>
      limits.consumeSend({ address: `2001:db8:1:${index.toString(16)}::1`, hasTicket: true, now: 0 });
    expect(await grantedOf(200, send)).toBe(settings.perNetwork * settings.sends);
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
  ])('counts %j and %j as one subscriber: %j', async (one, other, isOne) => {
    const limits = limitsOf({ uploadTargets: 1 });
    await limits.consumeUploadTarget({ address: one, now: 0 });
    expect((await limits.consumeUploadTarget({ address: other, now: 0 })).isGranted).toBe(!isOne);
  });

  it('grants a mailbox one receipt in an hour and three in a day, however its address is written', async () => {
    const limits = limitsOf();
    let asked = 0;
    const take = async (recipient: string, now: number) => {
      asked += 1;
      return (await limits.consumeReceipt({ address: `192.0.2.${asked}`, recipient, now })).isGranted;
    };
    expect(await take('ada.lane@example.org', 0)).toBe(true);
    expect(await take('Ada.Lane@Example.org', 0)).toBe(false);
    expect(await take('adalane+boats@example.org', 1)).toBe(false);
    expect(await take('ada@example.org', 1)).toBe(true);
    for (const hour of [1, 2]) expect(await take('ada.lane@example.org', hour * 60 * minuteMs)).toBe(true);
    expect(await take('ada.lane@example.org', 3 * 60 * minuteMs)).toBe(false);
    expect(await take('ada.lane@example.org', 24 * 60 * minuteMs)).toBe(true);
  });

  /** One mailbox, as whoever floods it writes it. */
  const spellings = [
    'vic.tim@example.org',
    'Vic.Tim@Example.ORG',
    'victim@example.org',
    'v.i.c.t.i.m@example.org',
    'victim+1@example.org',
    'vic.tim+n+m@example.org',
    'ｖictim@example.org',
    'victim@ｅxample.org',
  ];

  it.each<readonly [string, keyof Pick<Limits, 'consumeResumeLink' | 'consumePasswordMail'>, number]>([
    ['links to saved answers', 'consumeResumeLink', settings.resumeLinks.recipient],
    ['mails for a new password', 'consumePasswordMail', settings.wishes.name],
  ])('grants a mailbox its %s, however its address is written', async (_what, call, most) => {
    const limits = limitsOf();
    const take = (index: number) =>
      limits[call]({
        address: `192.0.2.${index}`,
        recipient: spellings[index % spellings.length] ?? '',
        now: 0,
      });
    expect(await grantedOf(2 * spellings.length, take)).toBe(most);
    const other = { address: '198.51.100.1', recipient: 'victor@example.org', now: 0 };
    expect(await limits[call](other)).toEqual({ isGranted: true });
  });

  it('grants a mailbox as much by another domain of its provider', async () => {
    const limits = limitsOf();
    const take = (recipient: string) => limits.consumeReceipt({ address: 'a', recipient, now: 0 });
    expect(await take('ada.lane@gmail.com')).toEqual({ isGranted: true });
    expect((await take('adalane@googlemail.com')).isGranted).toBe(false);
    expect((await take('adalane@constructor')).isGranted).toBe(true);
  });

  it('grants a person so many wishes for a new password, however the name is written', async () => {
    const limits = limitsOf();
    const names = ['vivian', 'Vivian', 'ｖivian', 'ⅴivian', '𝐯ivian', ' vivian '];
    const take = (index: number) =>
      limits.consumePasswordRequest({
        address: `192.0.2.${index}`,
        name: names[index % names.length] ?? '',
        now: 0,
      });
    expect(await grantedOf(18, take)).toBe(settings.wishes.name);
    expect(await limits.consumePasswordRequest({ address: 'b', name: 'vivien', now: 0 })).toEqual({
      isGranted: true,
    });
  });

  it('grants five receipts in an hour to what one address on the network sends, and so many in all', async () => {
    const limits = limitsOf();
    const [{ address: most = 0, all = 0 } = {}] = settings.receipts;
    const granted = (address: (index: number) => string, count: number) =>
      grantedOf(count, (index) =>
        limits.consumeReceipt({
          address: address(index),
          recipient: `${address(index)}.${index}@a.example`,
          now: 0,
        }),
      );
    expect(await granted(() => '203.0.113.7', 20)).toBe(most);
    expect(await granted((index) => `10.0.${index >> 8}.${index & 255}`, all)).toBe(all - most);
  });

  it('forgets tries to sign in that were right', async () => {
    const limits = limitsOf();
    const take = () => limits.consumeSignInAs({ key: 'name ada', now: 0 });
    expect(await grantedOf(20, take)).toBe(settings.signInsByName);
    await limits.forgetSignIns('name ada');
    expect(await grantedOf(20, take)).toBe(settings.signInsByName);
  });

  it('suspects what comes of one drawing too often, too soon, or above a ceiling', async () => {
    const limits = limitsOf({ ceilings: { ...settings.ceilings, office: 12 } });
    const note = async (issuedAt: number) => {
      const enquiry = { address: 'a', office: '1', page: '/contact', now: 100_000 };
      return (await limits.countEnquiry({ ...enquiry, ticket: { path: '/contact', issuedAt } })).suspicion;
    };
    expect(await note(99_000)).toBe('too-fast');
    for (let count = 0; count < settings.ticket.sends; count += 1) expect(await note(1)).toBe(undefined);
    expect(await note(1)).toBe('ticket-worn');
    expect(await note(2)).toBe('too-many');
  });

  it('takes an enquiry for as old as the drawing on which it was begun', async () => {
    const ticket = { path: '/contact', issuedAt: 99_000 };
    const enquiry = { address: 'a', office: '1', page: '/contact', now: 100_000, ticket };
    const counted = await limitsOf({}).countEnquiry({ ...enquiry, begunAt: 1 });
    expect(counted.suspicion).toBe(undefined);
    const resumed = { ...enquiry, ticket: { ...ticket, begunAt: 1 } };
    expect((await limitsOf({}).countEnquiry(resumed)).suspicion).toBe(undefined);
  });

  it('counts what has to be proven for no ceiling before it is', async () => {
    const limits = createLimits({
      isOn: true,
      isChallenging: true,
      windows: createMemoryWindows(settings),
      settings: { ...settings, ceilings: { ...settings.ceilings, office: settings.challenge.address + 1 } },
    });
    const enquiry = { address: 'a', office: '1', page: '/contact', now: 0 };
    for (let count = 0; count < settings.challenge.address; count += 1)
      expect(await limits.countEnquiry(enquiry)).toEqual({ isProofDue: false });
    for (let count = 0; count < 5; count += 1)
      expect(await limits.countEnquiry(enquiry)).toEqual({ isProofDue: true });
    expect([await limits.countProvenEnquiry(enquiry), await limits.countProvenEnquiry(enquiry)]).toEqual([
      true,
      false,
    ]);
  });

  it('grants everything when it is off', async () => {
    const limits = limitsOf({ isOn: false });
    for (let count = 0; count < 500; count += 1) {
      expect((await limits.consumeSend({ address: 'a', hasTicket: false, now: 0 })).isGranted).toBe(true);
      expect((await limits.consumeUploadTarget({ address: 'a', now: 0 })).isGranted).toBe(true);
      expect((await limits.consumeReceipt({ address: 'a', recipient: 'b', now: 0 })).isGranted).toBe(true);
    }
  });
});

describe('toAddressKey', () => {
  it('has a key for whoever is gone already', () => {
    expect(toAddressKey(undefined)).toBe('');
  });
});
