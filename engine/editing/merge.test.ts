import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShippedDocuments } from '../../test/support/forms.ts';
import type { Documents, Json } from '../model/types.ts';
import { applyPatches, createDocumentPatches, type Patch } from './index.ts';
import { type MergeConflict, mergeDocuments } from './merge.ts';

const shipped = readShippedDocuments();

/** The shipped documents with some members set, or taken away. */
function edited(...patches: readonly Pick<Patch, 'file' | 'path' | 'after'>[]): Documents {
  return patches.reduce((documents: Documents, patch) => {
    const before = patch.path.reduce<unknown>(
      (value, key) =>
        Array.isArray(value) ? value.find(({ id, name }) => [id, name].includes(key)) : Object(value)[key],
      documents[patch.file],
    ) as Json | undefined;
    const applied = applyPatches(documents, [{ ...patch, ...(before !== undefined && { before }) }]);
    if (!applied.ok) throw new Error('Cannot edit the shipped documents so');
    return applied.documents;
  }, shipped);
}

const order = { file: 'forms/service/ui.json', path: ['ui:order'] };
const serviceOrder = Object(shipped['forms/service/ui.json'])['ui:order'] as readonly string[];

describe('mergeDocuments', () => {
  it('puts together what two sides changed in one rule, one text file and one list of fields', () => {
    const ours = edited(
      { file: 'rules.json', path: ['rules', 'site-119', 'description'], after: 'Ours' },
      { file: 'texts/de.json', path: ['send-message'], after: 'Los' },
      { ...order, after: serviceOrder.toReversed() },
    );
    const theirs = edited(
      { file: 'rules.json', path: ['rules', 'site-119', 'then', 'excludeTypes'], after: ['careers'] },
      { file: 'texts/de.json', path: ['no-such-text-yet'], after: 'Neu' },
      { ...order, after: [...serviceOrder, 'phone_again'] },
    );
    const { documents, conflicts } = mergeDocuments({ base: shipped, ours, theirs });
    expect(conflicts).toEqual([]);
    expect(documents['rules.json']).toMatchObject({
      rules: expect.arrayContaining([
        expect.objectContaining({ id: 'site-119', description: 'Ours', then: { excludeTypes: ['careers'] } }),
      ]),
    });
    expect(documents['texts/de.json']).toMatchObject({ 'send-message': 'Los', 'no-such-text-yet': 'Neu' });
    const fields = Object(documents['forms/service/ui.json'])['ui:order'];
    expect(fields.filter((name: string) => name !== 'phone_again')).toEqual(serviceOrder.toReversed());
    expect(fields).toContain('phone_again');
  });

  it('keeps a rule that one side moved and the other changed, moved and changed', () => {
    const { rules } = shipped['rules.json'] as { rules: readonly { id: string }[] };
    const moved = [...rules.slice(1), ...rules.slice(0, 1)] as unknown as Json;
    const [first] = rules;
    const ours = edited({ file: 'rules.json', path: ['rules'], after: moved });
    const theirs = edited({
      file: 'rules.json',
      path: ['rules', first?.id ?? '', 'description'],
      after: 'New',
    });
    const { documents, conflicts } = mergeDocuments({ base: shipped, ours, theirs });
    expect(conflicts).toEqual([]);
    expect(Object(documents['rules.json']).rules.at(-1)).toMatchObject({ id: first?.id, description: 'New' });
  });

  it('names each place that both changed, with what each says there, and goes by the side that is preferred', () => {
    const text = { file: 'texts/en.json', path: ['send-message'] };
    const rule = { file: 'rules.json', path: ['rules', 'site-119'] };
    const before = Object(shipped['texts/en.json'])['send-message'];
    const ours = edited({ ...text, after: 'Ours' }, rule);
    const theirs = edited(
      { ...text, after: 'Theirs' },
      { ...rule, path: [...rule.path, 'description'], after: 'Theirs' },
    );
    const { documents, conflicts } = mergeDocuments({ base: shipped, ours, theirs });
    expect(conflicts).toEqual([
      {
        ...rule,
        base: expect.objectContaining({ id: 'site-119' }),
        theirs: expect.objectContaining({ description: 'Theirs' }),
      },
      { ...text, base: before, ours: 'Ours', theirs: 'Theirs' },
    ]);
    expect(documents).toEqual(theirs);
    expect(mergeDocuments({ base: shipped, ours, theirs, prefer: 'ours' })).toEqual({
      documents: ours,
      conflicts,
    });
  });

  it.each<readonly [Json, Json, Json, Json]>([
    [['a', 'b'], ['a', 'b', 'c'], ['b'], ['b', 'c']],
    [
      [{ const: 'a', title: 'A' }, { const: 'b' }],
      [{ const: 'a', title: 'A' }, { const: 'b', title: 'B' }, { const: 'c' }],
      [{ const: 'a', title: 'AA' }, { const: 'b' }],
      [{ const: 'a', title: 'AA' }, { const: 'b', title: 'B' }, { const: 'c' }],
    ],
    [[], [{ id: 1 }], [{ id: 2 }], [{ id: 1 }, { id: 2 }]],
  ])('makes of %j, changed to %j and %j, the list %j', (base, ours, theirs, merged) => {
    const at = (list: Json) => ({ 'ui.json': { list } });
    expect(mergeDocuments({ base: at(base), ours: at(ours), theirs: at(theirs) })).toEqual({
      documents: at(merged),
      conflicts: [],
    });
  });

  it.each([
    ['the operands of a condition', { '==': ['x', 'a'] }, { '==': ['x', 'b'] }, { '==': ['x', 'c'] }, ['==']],
    ['a list of lists', { points: [[1, 2]] }, { points: [[1, 3]] }, { points: [[2, 2]] }, ['points']],
    [
      'an order that both changed',
      { 'ui:order': ['a', 'b', 'c'] },
      { 'ui:order': ['b', 'a', 'c'] },
      { 'ui:order': ['a', 'c', 'b'] },
      ['ui:order'],
    ],
  ])('leaves %s to whoever decides', (_what, base, ours, theirs, path) => {
    const sides = { base: { 'a.json': base }, ours: { 'a.json': ours }, theirs: { 'a.json': theirs } };
    expect(mergeDocuments(sides).conflicts.map((conflict) => conflict.path)).toEqual([path]);
    expect(mergeDocuments(sides).documents).toEqual(sides.theirs);
    expect(mergeDocuments({ ...sides, prefer: 'ours' }).documents).toEqual(sides.ours);
  });

  it('puts thousands of texts together, of which each side has added some', () => {
    const texts = Object.fromEntries(Array.from({ length: 5000 }, (_text, at) => [`key-${at}`, `${at}`]));
    const side = (own: object) => ({ 'texts/en.json': { ...texts, ...own } as Json });
    const sides = {
      ours: side({ 'key-7': 'ours', mine: '1' }),
      theirs: side({ 'key-9': 'theirs', other: '2' }),
    };
    expect(mergeDocuments({ base: side({}), ...sides })).toEqual({
      documents: side({ 'key-7': 'ours', 'key-9': 'theirs', mine: '1', other: '2' }),
      conflicts: [],
    });
  });

  it('takes a key such as __proto__ for a key', () => {
    const base = { 'a.json': JSON.parse('{"a": 1}') };
    const ours = { 'a.json': JSON.parse('{"a": 1, "__proto__": {"polluted": true}}') };
    const { documents } = mergeDocuments({ base, ours, theirs: { 'a.json': { a: 2 } } });
    expect(JSON.stringify(documents)).toBe('{"a.json":{"a":2,"__proto__":{"polluted":true}}}');
    expect(Object({}).polluted).toBeUndefined();
  });
});

const key = fc.constantFrom('a', 'b', 'c', 'd', '1', '20');
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 'x', 'y'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's', 't'), { maxLength: 4 }),
    fc.uniqueArray(
      fc.tuple(fc.constantFrom('p', 'q', 'r', 's'), tie('value')).map(([id, inner]) => ({ id, inner })),
      { maxLength: 4, selector: ({ id }) => id },
    ),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ) as fc.Arbitrary<Json>,
})).value;
const root = fc.dictionary(key, value, { maxKeys: 6 }) as fc.Arbitrary<Json>;

/** A document with a few of its parts made another, so that most of it is as it was. */
function variantOf(document: Json): fc.Arbitrary<Json> {
  const choose = fc.infiniteStream(fc.tuple(fc.nat(11), value));
  return choose.map((choices) => {
    const next = () => choices.next().value as [number, Json];
    const varied = (node: Json): Json => {
      const [chance, other] = next();
      if (chance === 0) return other;
      const items = Array.isArray(node) ? [...node] : undefined;
      if (items !== undefined) {
        if (chance === 1) items.push(other);
        if (chance === 2) items.reverse();
        if (chance === 3) items.pop();
        return items.map(varied);
      }
      if (typeof node !== 'object' || node === null) return node;
      const entries = Object.entries(node);
      if (chance === 1) entries.push(['new', other]);
      if (chance === 2) entries.reverse();
      if (chance === 3) entries.pop();
      return Object.fromEntries(entries.map(([name, inner]) => [name, varied(inner)]));
    };
    return varied(document);
  });
}

const twoSides = root.chain((base) => fc.tuple(fc.constant(base), variantOf(base), variantOf(base)));
const documentsOf = (root: Json): Documents => ({ 'a.json': root });

describe('merging', () => {
  it('takes over what one side alone changed, to the byte, and what both did alike', () => {
    fc.assert(
      fc.property(twoSides, ([b, x]) => {
        const [base, one] = [documentsOf(b), documentsOf(x)];
        const same = JSON.stringify({ documents: one, conflicts: [] });
        expect(JSON.stringify(mergeDocuments({ base, ours: one, theirs: base }))).toBe(same);
        expect(JSON.stringify(mergeDocuments({ base, ours: base, theirs: one }))).toBe(same);
        expect(JSON.stringify(mergeDocuments({ base, ours: one, theirs: structuredClone(one) }))).toBe(same);
      }),
    );
  });

  it('loses no edit of either side without a conflict', () => {
    fc.assert(
      fc.property(twoSides, ([b, x, y]) => {
        const { documents, conflicts } = mergeDocuments({
          base: documentsOf(b),
          ours: documentsOf(x),
          theirs: documentsOf(y),
        });
        const merged = documents['a.json'] as Json;
        const [was, mine, theirs, now] = [placesOf(b), placesOf(x), placesOf(y), placesOf(merged)];
        for (const place of new Set([...was.keys(), ...mine.keys(), ...theirs.keys(), ...now.keys()])) {
          if (isDisputed(place, conflicts)) continue;
          const isOurs = mine.get(place) !== was.get(place);
          expect([place, now.get(place)]).toEqual([place, (isOurs ? mine : theirs).get(place)]);
        }
      }),
    );
  });

  it('keeps members in the order in which they were, or which a side gave them', () => {
    fc.assert(
      fc.property(twoSides, ([b, x, y]) => {
        const { documents, conflicts } = mergeDocuments({
          base: documentsOf(b),
          ours: documentsOf(x),
          theirs: documentsOf(y),
        });
        const orders = [b, x, y, documents['a.json'] as Json].map((node) => ordersOf(node));
        const [was, mine, theirs, now] = orders as [Orders, Orders, Orders, Orders];
        for (const [place, order] of now) {
          const sides = [was.get(place), mine.get(place), theirs.get(place)];
          const [before, one, other] = sides;
          if (!before || !one || !other || isDisputed(place, conflicts)) continue;
          const both = order.filter((key) => sides.every((side) => side?.includes(key)));
          const among = (side: readonly string[], keys: readonly string[]) =>
            side.filter((key) => keys.includes(key));
          // Who moved nothing has no word in the order, and what is new stands where its side put it.
          const [isOneUnmoved, isOtherUnmoved] = [one, other].map(
            (side) => String(among(side, both)) === String(among(before, both)),
          );
          const orderly = isOtherUnmoved ? one : isOneUnmoved ? other : undefined;
          if (orderly) expect([place, among(order, both)]).toEqual([place, among(orderly, both)]);
          const isAlone = [one, other].map((side) => String(side) === String(before));
          const whole = isAlone[1] ? one : isAlone[0] ? other : undefined;
          if (whole) expect([place, among(order, whole)]).toEqual([place, among(whole, order)]);
        }
      }),
    );
  });

  it('comes to the same whichever side is which', () => {
    fc.assert(
      fc.property(twoSides, ([b, x, y]) => {
        const [base, one, other] = [documentsOf(b), documentsOf(x), documentsOf(y)];
        const here = mergeDocuments({ base, ours: one, theirs: other, prefer: 'ours' });
        const there = mergeDocuments({ base, ours: other, theirs: one, prefer: 'theirs' });
        expect(placesOf(here.documents['a.json'] as Json)).toEqual(
          placesOf(there.documents['a.json'] as Json),
        );
        expect(here.conflicts.map(({ path }) => path.join('/')).sort()).toEqual(
          there.conflicts.map(({ path }) => path.join('/')).sort(),
        );
      }),
    );
  });

  it('comes to documents that patches make of either side', () => {
    fc.assert(
      fc.property(twoSides, ([b, x, y]) => {
        const theirs = documentsOf(y);
        const { documents } = mergeDocuments({ base: documentsOf(b), ours: documentsOf(x), theirs });
        const patches = createDocumentPatches(theirs, 'a.json', documents['a.json'] as Json);
        expect(applyPatches(theirs, patches)).toMatchObject({ ok: true, documents });
      }),
    );
  });
});

/**
 * Returns the value at each path, independent of the order of lists. Each text of a list of texts has a path.
 */
function placesOf(node: Json, path = '', places = new Map<string, string>()): ReadonlyMap<string, string> {
  if (Array.isArray(node) && node.length > 0 && isNamed(node)) {
    places.set(path, 'list');
    for (const item of node) placesOf(item, `${path}/${Object(item).id}`, places);
  } else if (Array.isArray(node) && isTexts(node)) {
    places.set(path, 'list');
    for (const item of node) places.set(`${path}/=${item}`, 'there');
  } else if (typeof node === 'object' && node !== null && !Array.isArray(node)) {
    places.set(path, 'object');
    for (const [name, inner] of Object.entries(node)) placesOf(inner, `${path}/${name}`, places);
  } else places.set(path, JSON.stringify(node));
  return places;
}

type Orders = ReadonlyMap<string, readonly string[]>;

/** The order of the members at each place that has some. */
function ordersOf(node: Json, path = '', orders = new Map<string, readonly string[]>()): Orders {
  if (Array.isArray(node)) {
    const names = isNamed(node) ? node.map((item) => String(Object(item).id)) : undefined;
    if (names) orders.set(path, names);
    else if (isTexts(node)) orders.set(path, node.map(String));
    for (const [at, item] of node.entries()) if (names) ordersOf(item, `${path}/${names[at]}`, orders);
  } else if (typeof node === 'object' && node !== null) {
    orders.set(path, Object.keys(node));
    for (const [name, inner] of Object.entries(node)) ordersOf(inner, `${path}/${name}`, orders);
  }
  return orders;
}

function isNamed(list: readonly Json[]): boolean {
  const ids = list.map((item) => Object(item).id);
  const isName = (id: unknown) => typeof id === 'string' || typeof id === 'number';
  return ids.every(isName) && new Set(ids.map(String)).size === list.length;
}

function isTexts(list: readonly Json[]): boolean {
  const isText = (item: Json) => typeof item === 'string' || typeof item === 'number';
  return list.every(isText) && new Set(list).size === list.length;
}

function isDisputed(place: string, conflicts: readonly MergeConflict[]): boolean {
  return conflicts.some(({ path }) => {
    const at = path.map((one) => `/${one}`).join('');
    return place === at || place.startsWith(`${at}/`);
  });
}
