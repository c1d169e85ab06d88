import type { Documents } from '#engine';
import { toJsonPointer } from '#engine/json-schema/pointers.ts';
import { listAffectedFields } from '#engine/model/effects.ts';
import { readFrozenDocuments } from './forms.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are broken here in every way, so they have no type.
type Doc = any;

/** Documents with mutations, and descriptions of these: `forms/sales/schema.json#/required deleted`. */
export interface Mutated {
  readonly documents: Documents;
  readonly changes: readonly string[];
}

/**
 * Returns documents of two forms and two languages with one to three mutations, the same for the same seed.
 */
export function mutatedDocuments(seed: number): Mutated {
  const random = createRandom(seed);
  const all = smallDocuments(random);
  const files = Object.keys(all).filter((file) => !file.startsWith('meta/'));
  const changes: string[] = [];
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) {
    const file = pickRandom(random, files);
    changes.push(mutateDocument(all, file, random));
  }
  return { documents: all, changes };
}

/** Creates a generator of numbers from 0 to 1, the same for the same seed (Mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pickRandom<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** Two forms are enough for mutations, and take a sixth of the time. */
function smallDocuments(random: () => number): Record<string, Doc> {
  return selectDocumentTypes([
    pickRandom(random, ['general', 'sales', 'service', 'careers']),
    pickRandom(random, ['event', 'valuation']),
  ]);
}

/**
 * Returns the frozen documents with some of their enquiry types only, with two languages and three scenarios.
 */
export function selectDocumentTypes(kept: readonly string[]): Record<string, Doc> {
  const all: Record<string, Doc> = { ...readFrozenDocuments() };
  const types: Doc = all['enquiry-types.json'];
  types.enquiryTypes = types.enquiryTypes.filter(({ key }: Doc) => kept.includes(key));
  for (const file of Object.keys(all)) {
    const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
    if ((folder !== undefined && !kept.includes(folder)) || /^texts\/(?!en|de)/.test(file)) delete all[file];
  }
  const scenarios: Doc = all['scenarios.json'];
  scenarios.usual.types = kept;
  scenarios.scenarios.length = 3;
  const rules: Doc = all['rules.json'];
  const named = replaceRemovedTypes(
    rules.rules,
    ['general', 'sales', 'service', 'careers', 'event', 'valuation'],
    kept,
  );
  const fields = new Set(kept.flatMap((key) => Object.keys(all[`forms/${key}/schema.json`].properties)));
  rules.rules = named.filter(({ then }: Doc) =>
    listAffectedFields(then).every((name) => name === 'enquiry_type' || fields.has(name)),
  );
  return all;
}

/** Returns the rules without references to other types: an unknown one does not compile. */
function replaceRemovedTypes(rules: Doc, known: readonly string[], kept: readonly string[]): Doc {
  const gone = known.filter((key) => !kept.includes(key));
  const [stand = ''] = kept;
  const text = JSON.stringify(rules);
  return JSON.parse(gone.reduce((all, key) => all.replaceAll(`"${key}"`, `"${stand}"`), text)).map(
    (rule: Doc) =>
      rule.then.excludeTypes
        ? { ...rule, then: { ...rule.then, excludeTypes: [...new Set(rule.then.excludeTypes)] } }
        : rule,
  );
}

function mutateDocument(all: Record<string, Doc>, file: string, random: () => number): string {
  const places = listSpots(all[file]);
  if (places.length === 0) return `${file} left as it is`;
  const { parent, key, path } = pickRandom(random, places);
  const [name, change] = pickRandom(random, listMutations(random));
  change(parent, key);
  return `${file}#${toJsonPointer(path)} ${name}`;
}

interface Spot {
  readonly parent: Doc;
  readonly key: string | number;
  readonly path: readonly (string | number)[];
}

function listSpots(node: unknown, path: readonly (string | number)[] = []): readonly Spot[] {
  if (typeof node !== 'object' || node === null) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(node)
    ? [...node.entries()]
    : Object.entries(node);
  return entries.flatMap(([key, inner]) => [
    { parent: node, key, path: [...path, key] },
    ...listSpots(inner, [...path, key]),
  ]);
}

type Change = readonly [name: string, change: (parent: Doc, key: string | number) => void];

/** Returns typical mistakes that people and programs make in JSON. */
function listMutations(random: () => number): readonly Change[] {
  const value = pickRandom(random, values);
  const [keyword, held] = pickRandom(random, keywords);
  const set =
    (change: (value: Doc) => unknown): Change[1] =>
    (parent, key) => {
      parent[key] = change(parent[key]);
    };
  return [
    ['deleted', removeValue],
    [`replaced by ${JSON.stringify(value)}`, set(() => structuredClone(value))],
    ['put into a list', set((held) => [held])],
    ['put into an object', set((held) => ({ value: held }))],
    ['turned into text', set(String)],
    ['one more', set((held) => (typeof held === 'number' ? held + 1 : 1))],
    ['doubled', duplicateValue],
    ['misspelt', misspellKey],
    [`given "${keyword}"`, (parent, key) => addEntries(parent, key, { [keyword]: structuredClone(held) })],
  ];
}

function removeValue(parent: Doc, key: string | number): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function duplicateValue(parent: Doc, key: string | number): void {
  if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
  else parent[`${key}2`] = parent[key];
}

function misspellKey(parent: Doc, key: string | number): void {
  if (Array.isArray(parent)) return;
  parent[`${key}`.slice(1) || 'x'] = parent[key];
  delete parent[key];
}

function addEntries(parent: Doc, key: string | number, entries: Doc): void {
  const target = typeof parent[key] === 'object' && parent[key] !== null ? parent[key] : parent;
  if (!Array.isArray(target)) Object.assign(target, entries);
}

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  '',
  'x',
  '__proto__',
  '\u0000',
  [],
  {},
  [null],
  [[]],
  { $ref: '#' },
  { var: 'values.name' },
  { and: [] },
  { '!': [] },
];

const keywords: readonly (readonly [string, unknown])[] = [
  ['if', { properties: { name: { const: 'x' } }, required: ['name'] }],
  ['then', { required: ['phone'] }],
  ['oneOf', [{ required: ['name'] }, { properties: { name: false } }]],
  ['anyOf', []],
  ['allOf', [{ minLength: 9 }, { maxLength: 3 }]],
  ['not', {}],
  ['enum', []],
  ['const', null],
  ['type', ['string', 'null']],
  ['type', 'object'],
  ['$ref', '#/properties/name'],
  ['$defs', { x: { $ref: '#/$defs/x' } }],
  ['pattern', '(a+)+$'],
  ['pattern', '['],
  ['format', 'date'],
  ['properties', null],
  ['dependentSchemas', { name: false }],
  ['dependencies', { name: ['phone'] }],
  ['items', [{ type: 'string' }]],
  ['minimum', '1'],
  ['multipleOf', 0],
  ['when', { '>': [{ var: 'values.name' }, 'x'] }],
  ['when', { '==': [{ var: 'values.email' }, { var: 'values.name' }] }],
  ['insteadOf', 'photos'],
  ['preset', { name: { '+': [{ var: 'today' }, 1, 'days'] } }],
  ['ui:widget', 'photos'],
  ['ui:order', ['*', 'name']],
  ['entered', { name: null }],
];
