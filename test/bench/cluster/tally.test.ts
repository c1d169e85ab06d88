import { describe, expect, it } from 'vitest';
import { isMarkedBy, markedPhoto } from './marked-photo.ts';
import { type Arrived, faultsOf } from './tally.ts';

const one = { mark: 'a', reference: 'AAA-AAA-AAA', mail: 'sent', deliveries: ['sent'], photos: ['a.jpg'] };
const two = { ...one, mark: 'b', reference: 'BBB-BBB-BBB' };
const signed = [{ isSigned: true }];

function arrived(changes: Partial<Arrived> = {}): Arrived {
  return {
    stored: [one, two],
    mails: new Map([one, two].map(({ reference }) => [reference, 1])),
    webhooks: new Map([one, two].map(({ reference }) => [reference, signed])),
    torn: new Set(),
    ...changes,
  };
}

describe('faultsOf', () => {
  const acknowledged = [{ mark: 'a', reference: one.reference }, { mark: 'b' }];

  it('finds nothing where everything is there once, and has arrived, if more than once', () => {
    expect(faultsOf(acknowledged, arrived())).toEqual([]);
    expect(
      faultsOf(
        acknowledged,
        arrived({
          mails: new Map([
            [one.reference, 2],
            [two.reference, 1],
          ]),
        }),
      ),
    ).toEqual([]);
  });

  it.each<[string, Partial<Arrived>, string]>([
    ['lost', { stored: [two] }, 'AAA-AAA-AAA was acknowledged, and is lost'],
    [
      'stored twice',
      { stored: [one, { ...one, reference: two.reference }, two] },
      'AAA-AAA-AAA is stored 2 times: AAA-AAA-AAA, BBB-BBB-BBB',
    ],
    [
      'acknowledged otherwise',
      { stored: [{ ...two, mark: 'a' }, two] },
      'AAA-AAA-AAA is stored as BBB-BBB-BBB',
    ],
    ['sent by nobody', { stored: [one, two, { ...two, mark: 'c' }] }, 'BBB-BBB-BBB was sent by nobody'],
    [
      'without its mail',
      { mails: new Map([[one.reference, 1]]) },
      'no mail of BBB-BBB-BBB has come; it is noted as sent',
    ],
    [
      'still to be mailed',
      { stored: [one, { ...two, mail: 'waiting' }] },
      'the mail of BBB-BBB-BBB is noted as waiting',
    ],
    [
      'without its webhook',
      { webhooks: new Map([[one.reference, signed]]) },
      'no webhook of BBB-BBB-BBB has come',
    ],
    [
      'with a webhook that is not ours',
      {
        webhooks: new Map([
          [one.reference, signed],
          [two.reference, [...signed, { isSigned: false }]],
        ]),
      },
      'a webhook of BBB-BBB-BBB is signed by nobody',
    ],
    ['without its photo', { stored: [one, { ...two, photos: [] }] }, 'BBB-BBB-BBB has 0 photos'],
    [
      'with a torn photo',
      { torn: new Set([two.reference]) },
      'the photo of BBB-BBB-BBB is not whole, or another',
    ],
  ])('finds what is %s', (_what, changes, fault) => {
    expect(faultsOf(acknowledged, arrived(changes))).toContain(fault);
  });
});

describe('a marked photo', () => {
  it('is told from another one, and from a part of itself', async () => {
    const photo = await markedPhoto('one');
    expect(await isMarkedBy('one', photo)).toBe(true);
    expect(await isMarkedBy('another', photo)).toBe(false);
    expect(await isMarkedBy('one', photo.subarray(0, photo.length / 2))).toBe(false);
  });
});
