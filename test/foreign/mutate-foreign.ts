import type { ForeignSample } from './samples.ts';

interface MutatedSample {
  readonly name: string;
  readonly value: unknown;
  /** Descriptions of the mutations. */
  readonly changes: readonly string[];
}

/** Returns a copy of one of the samples with one to four mutations, the same for the same seed. */
export function mutateForeign(samples: readonly ForeignSample[], seed: number): MutatedSample {
  const random = createRandom(seed * 7919);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const { name, value: original } = pick(samples);
  const value: unknown = structuredClone(original);
  const count = 1 + Math.floor(random() * 4);
  const changes = Array.from({ length: count }, () => mutateValue(value, pick));
  return { name, value, changes };
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

type Pick = <Value>(values: readonly Value[]) => Value;

/** A member of an object or a list. */
interface Spot {
  readonly parent: object;
  readonly key: string;
}

/** Changes one member at any depth. Returns a description. */
function mutateValue(value: unknown, pick: Pick): string {
  const spots = listSpots(value);
  if (spots.length === 0) return 'nothing to change';
  const { parent, key } = pick(spots);
  const before: unknown = Reflect.get(parent, key);
  const given = structuredClone(pick(values));
  const word = pick(words);
  const mutations: Readonly<Record<string, () => void>> = {
    removed: () => removeMember(parent, key),
    [`set to ${JSON.stringify(given)?.slice(0, 40)}`]: () => setMember(parent, key, given),
    'put into a list': () => setMember(parent, key, [before]),
    'put into an object': () => setMember(parent, key, { value: before }),
    'turned into text': () => setMember(parent, key, JSON.stringify(before)),
    [`given "${word}"`]: () => {
      if (typeof before === 'object' && before !== null && !Array.isArray(before))
        setMember(before, word, given);
    },
    'replaced by another value': () => {
      const other = pick(spots);
      setMember(parent, key, structuredClone(Reflect.get(other.parent, other.key)));
    },
    [`renamed to "${word}"`]: () => {
      removeMember(parent, key);
      if (!Array.isArray(parent)) setMember(parent, word, before);
    },
  };
  const [name, mutate] = pick(Object.entries(mutations));
  mutate();
  return `"${key}" ${name}`;
}

function listSpots(value: unknown): readonly Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ parent: value, key }, ...listSpots(inner)]);
}

/** Sets a member as `JSON.parse` does: also one that is called `__proto__`. */
function setMember(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function removeMember(parent: object, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

/** Values of every type, and texts that are malformed in one of the formats. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '__proto__',
  'constructor',
  '{a',
  "it's",
  '<b',
  'ä/~',
  '#',
  '#/definitions/x',
  '{x} > (',
  'x'.repeat(10_000),
  '\u0000',
  '\ud800',
  [],
  {},
  [[]],
  [null],
  [{}],
  { a: null },
  JSON.parse('{"__proto__":{"type":"string"}}'),
  JSON.parse('{"__proto__":"x","constructor":1,"toString":{}}'),
];

/** Names of members that mean something in one of the formats, or in JavaScript. */
const words: readonly string[] = [
  ...['type', '$ref', 'name', 'key', 'title', 'visibleIf', 'requiredIf', 'choices', 'columns', 'rows'],
  ...['elements', 'components', 'properties', 'items', 'required', 'enum', 'ui:widget', 'ui:options'],
  ...['ui:order', 'rule', 'scope', 'validate', 'conditional', 'validators', 'defaultValue', 'rateValues'],
  ...['if', 'then', 'allOf', 'oneOf', 'const', 'format', 'pattern', 'default', 'definitions', 'options'],
  ...['data', 'values', 'html', 'description', 'locale', 'pages', 'minimum', 'readOnly'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length'],
];
