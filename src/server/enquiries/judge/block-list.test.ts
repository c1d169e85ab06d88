import { describe, expect, it } from 'vitest';
import type { SpamBlockKind } from '../../../api/inbox.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import type { BlockRecord } from '../../store/records/spam-block.ts';
import { type BlockableEnquiry, createBlockList, foldBlock } from './block-list.ts';

const settings = serverSettings.blocks;
const silentLog = { error: () => undefined };

function createBlock(kind: SpamBlockKind, value: string): BlockRecord {
  const folded = foldBlock(kind, value, settings);
  if (folded === undefined) throw new Error(`Cannot block "${value}"`);
  return { id: value, kind, folded, value, by: { id: 'a', name: 'Ada' }, addedAt: 0, caught: 0 };
}

/** Returns the entry of a list that matches an enquiry. */
function findIn(blocks: readonly BlockRecord[], enquiry: BlockableEnquiry, limits = settings) {
  const store = { blocks: async () => blocks };
  return createBlockList({ store, settings: limits, now: () => 0, log: silentLog }).find(enquiry);
}

/** Returns the value of the entry of this kind if it matches an address or texts. */
async function find(kind: SpamBlockKind, value: string, email: string, ...texts: string[]) {
  return (await findIn([createBlock(kind, value)], { email, texts }))?.value;
}

describe('the block list', () => {
  it.each([
    ['ada@spam.example', 'Ada@SPAM.example', true],
    ['ada@spam.example', 'ada+7@spam.example', true],
    ['ada+7@spam.example', 'ada@spam.example', true],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example', true],
    ['ada@spam.example', 'bada@spam.example', false],
    ['ada@spam.example', 'not an address', false],
  ])('compares the address %s with %s', async (value, email, isFound) => {
    expect((await find('address', value, email)) === value).toBe(isFound);
  });

  it.each([
    ['spam.example', 'ada@Spam.Example', true],
    ['spam.example', 'ada@a.spam.example', false],
    ['*.spam.example', 'ada@a.b.spam.example', true],
    ['*.spam.example', 'ada@spam.example', true],
    ['*.spam.example', 'ada@notspam.example', false],
    ['*.example', 'ada@spam.example', true],
    ['@spam.example', 'ada@spam.example', true],
  ])('compares the domain %s with %s', async (value, email, isFound) => {
    expect((await find('domain', value, email)) === value).toBe(isFound);
  });

  it.each([
    ['casino bonus', 'Win the CASINO – bonus today', true],
    ['casino bonus', 'bonus casino', false],
    ['cash', 'Cashmere cushions', false],
    ['cash', 'C\u200bash', true],
    ['cafe', 'CAFÉ', true],
    ['ｃａｓｈ', 'cash', true],
    ['spam.example', 'https://spam.example/a?b', true],
    ['購入', '今すぐ購入してください', true],
    ['購入', '購読', false],
    ['a b', 'a a b', true],
  ])('finds the phrase %s in %s', async (value, text, isFound) => {
    expect((await find('phrase', value, '', 'other', text)) === value).toBe(isFound);
  });

  it('searches no more than the first characters', async () => {
    const blocks = [createBlock('phrase', 'cash')];
    const few = { ...settings, mostCharacters: 10 };
    expect(await findIn(blocks, { texts: ['cash'] }, few)).toBeDefined();
    expect(await findIn(blocks, { texts: ['0123456789', 'cash'] }, few)).toBeUndefined();
  });

  it('prefers an address to a domain, and a domain to a phrase', async () => {
    const blocks = [
      createBlock('phrase', 'hello'),
      createBlock('domain', 'spam.example'),
      createBlock('address', 'ada@spam.example'),
    ];
    const enquiry = { email: 'ada@spam.example', texts: ['hello'] };
    const found = [3, 2, 1].map(async (count) => (await findIn(blocks.slice(0, count), enquiry))?.kind);
    expect(await Promise.all(found)).toEqual(['address', 'domain', 'phrase']);
  });
});

describe('foldBlock', () => {
  it.each<[SpamBlockKind, string]>([
    ['address', 'ada'],
    ['address', 'ada@a.example, bo@b.example'],
    ['domain', 'example'],
    ['domain', '*'],
    ['domain', 'a.*.example'],
    ['domain', 'spam.example/path'],
    ['phrase', ' – '],
    ['phrase', 'e'],
    ['phrase', '購'],
    ['phrase', 'a b c d e f g h i j k'],
  ])('refuses the %s "%s"', (kind, value) => {
    expect(foldBlock(kind, value, settings)).toBeUndefined();
  });
});

describe('createBlockList', () => {
  it('loads the list again after a time, after a failure, and when it is asked to', async () => {
    let [now, loads] = [0, 0];
    const store = {
      blocks: async () => {
        loads += 1;
        if (loads === 1) throw new Error('closed');
        return [];
      },
    };
    const list = createBlockList({ store, settings, now: () => now, log: silentLog });
    await list.find({ texts: [] });
    await list.find({ texts: [] });
    await list.find({ texts: [] });
    expect(loads).toBe(2);
    now += settings.freshMs;
    await list.find({ texts: [] });
    list.renew();
    await list.find({ texts: [] });
    expect(loads).toBe(4);
  });

  it('uses the last list while it cannot be loaded, and none before, so that enquiries are accepted', async () => {
    const block = createBlock('phrase', 'casino bonus');
    let answers: readonly BlockRecord[] | undefined;
    const logged: string[] = [];
    const list = createBlockList({
      store: {
        blocks: async () => {
          if (answers === undefined) throw new Error('damaged');
          return answers;
        },
      },
      settings,
      now: () => 0,
      log: { error: (event) => void logged.push(event) },
    });
    const enquiry = { texts: ['Casino bonus'] };
    expect(await list.find(enquiry)).toBeUndefined();
    answers = [block];
    expect(await list.find(enquiry)).toBe(block);
    answers = undefined;
    list.renew();
    expect(await list.find(enquiry)).toBe(block);
    expect(logged).toEqual(['block-list-not-loaded', 'block-list-not-loaded']);
  });
});
