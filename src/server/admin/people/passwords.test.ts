import { describe, expect, it } from 'vitest';
import { findPasswordFault } from './password-fault.ts';
import { createPasswords, TooBusy } from './passwords.ts';

const settings = { cost: 1024, blockSize: 8, parallelization: 1, concurrency: 1, waiting: 1 };

describe('createPasswords', () => {
  it('tells a password from others, however it is written in Unicode, and hashes no two alike', async () => {
    const { hash, verify } = createPasswords(settings);
    const stored = await hash('Zoë und die Möwen');
    expect(stored).toMatch(/^scrypt\$1024\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hash('Zoë und die Möwen')).not.toBe(stored);
    expect(await verify('Zoe\u0308 und die Mo\u0308wen', stored)).toBe(true);
    expect(await verify('zoë und die möwen', stored)).toBe(false);
    for (const nothing of [undefined, '', 'scrypt$1$2$3', 'plain'])
      expect(await verify('', nothing)).toBe(false);
  });

  it('goes on reading what was hashed at another cost', async () => {
    const stored = await createPasswords({ ...settings, cost: 2048 }).hash('four brown herons');
    expect(await createPasswords(settings).verify('four brown herons', stored)).toBe(true);
  });

  it('has so many computed at a time, so many wait, and refuses the rest', async () => {
    const { hash } = createPasswords(settings);
    const results = await Promise.allSettled([hash('a'), hash('b'), hash('c')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: expect.any(TooBusy) });
    expect(await hash('d')).toContain('scrypt');
  });

  it('looks first at those who are known, however many wait', async () => {
    const { hash, verify } = createPasswords({ ...settings, waiting: 2 });
    const stored = await hash('four brown herons');
    const done: string[] = [];
    const as = (name: string) => () => void done.push(name);
    const all = [
      hash('a').then(as('running')),
      hash('b').then(as('second')),
      hash('c').then(as('third')),
      verify('four brown herons', stored, { isFirst: true }).then(as('known')),
    ];
    await expect(hash('d')).rejects.toThrow(TooBusy);
    await Promise.all(all);
    expect(done).toEqual(['running', 'known', 'second', 'third']);
  });
});

describe('those who are known', () => {
  it('are looked at in the order in which they came', async () => {
    const { hash } = createPasswords({ ...settings, waiting: 2 });
    const done: string[] = [];
    const known = ['first', 'second', 'third'];
    const all = known.map((name) => hash(name, { isFirst: true }).then(() => void done.push(name)));
    await Promise.all([hash('running'), ...all]);
    expect(done).toEqual(known);
  });
});

describe('findPasswordFault', () => {
  const options = {
    names: ['Ann Berry', 'ann@example.com'],
    settings: { shortestPassword: 15, longestPassword: 20 },
  };

  it.each([
    ['four brown heron', undefined],
    ['пятнадцать букв', undefined],
    ['four brown her', 'too-short'],
    ['four brown herons at', undefined],
    ['four brown herons at dusk', 'too-long'],
    // Counted by characters, not by UTF-16 units.
    ['🛥️🛥️🛥️🛥️🛥️🛥️🛥️', 'too-short'],
    ['aaaaaaaaaaaaaaaa', 'too-plain'],
    ['1212121212121212', 'too-plain'],
    ['AnnBerryAnnBerry1', 'too-plain'],
    ['slipwaypassword1', 'too-plain'],
    ['abcdefghijklmnop', 'too-plain'],
    ['9876543210987654', 'too-plain'],
  ])('says of %j: %s', (password, fault) => {
    expect(findPasswordFault(password, options)).toBe(fault);
  });
});
