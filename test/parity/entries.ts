import fc from 'fast-check';
import {
  type FieldDefinition,
  type Form,
  type FormType,
  officeField,
  typeField,
  uploadField,
  type Values,
} from '#engine';
import type { Content } from '../../src/server/forms/content/content.ts';

/**
 * Generates values that visitors and programs may enter on any page: often a valid enquiry with one or two
 * wrong answers, sometimes arbitrary values.
 */
export function createEntries(form: Form, content: Content): fc.Arbitrary<Values> {
  const anything = createAnyField(form, content);
  const good = fc.constantFrom(...form.types).chain((type) => {
    const change = fc.oneof(anything, ...type.fields.map((field) => createEntry(field, content)));
    return fc.record({
      base: createGoodValues(type, content),
      changes: fc.array(change, { maxLength: 2 }),
    });
  });
  return fc.oneof(
    {
      weight: 3,
      arbitrary: good.map(({ base, changes: some }) => ({ ...base, ...Object.fromEntries(some) })),
    },
    {
      weight: 1,
      arbitrary: fc.array(anything, { maxLength: 20 }).map((fields) => Object.fromEntries(fields)),
    },
  );
}

/** Returns the example of a type, with an office that may be offered. */
function createGoodValues({ id, schema, fields }: FormType, { offices }: Content): fc.Arbitrary<Values> {
  const [example] = schema.examples as readonly Values[];
  const withPhotos = fields.some(({ name }) => name === uploadField);
  return fc
    .record({
      office: fc.constantFrom(...offices),
      photos: fc.constantFrom([], ['one.jpg']),
    })
    .map(({ office, photos }) => ({
      ...example,
      [typeField]: id,
      [officeField]: office.id,
      ...(withPhotos && { [uploadField]: photos }),
    }));
}

type FieldEntry = readonly [name: string, value: unknown];

/** One field of any type, with a value that is valid in half of the cases. */
function createAnyField(form: Form, content: Content): fc.Arbitrary<FieldEntry> {
  const definitions = form.types.flatMap(({ fields }) => fields);
  const fields = definitions.map((definition) => createEntry(definition, content));
  const typeIds = [...form.types.map(({ id }) => id), ...form.types.map(({ id }) => String(id)), 42, ' 3 '];
  const type = fc
    .oneof(fc.constantFrom<unknown>(...typeIds), oddities)
    .map((value): FieldEntry => [typeField, value]);
  return fc.oneof(type, ...fields);
}

function createEntry(definition: FieldDefinition, content: Content): fc.Arbitrary<FieldEntry> {
  const value = fc.oneof(
    fc.constantFrom(...listWidgetValues(definition, content)),
    createText(definition),
    oddities,
  );
  return value.map((entered): FieldEntry => [definition.name, entered]);
}

/** Returns values of a field's widget: offered ones, and some just outside. */
function listWidgetValues(
  { name, kind, choices = [] }: FieldDefinition,
  content: Content,
): readonly unknown[] {
  const { offices, yachtModels, events } = content;
  switch (name) {
    case officeField:
      return offices.flatMap(({ id }) => [id, String(id)]);
    case 'interested_in':
      return [...choices, ...yachtModels.map((model) => model.name), ...events.map(({ title }) => title)];
    case uploadField:
      return [[], ['a.jpg'], ['a.jpg', 'a.jpg'], ['a.jpg', 'b.jpg'], manyPhotos, [7], 'a.jpg'];
    case 'year':
      return [
        '1899',
        '1900',
        '2015',
        '2027',
        '2028',
        '2029',
        ' 2015 ',
        '02015',
        '20 15',
        '２０１５',
        '٢٠١٥',
        2015,
      ];
    case 'email':
      return [
        'ann@example.com',
        ' ann@example.com\n',
        'ann@',
        'ann@example..com',
        'a@b',
        'ä@example.com',
        longMail,
      ];
    case 'phone':
      return [
        '01202 555 014',
        '+44 (0) 20/7946-0018 x2',
        '1234',
        'call me',
        '0'.repeat(30),
        '0'.repeat(31),
        '٠١٢٠٢ ٥٥٥ ٠١٤',
        '\u202a+44\u00a01202\u2011555\u202c',
        '\u200e',
        '٠'.repeat(31),
      ];
    case 'engine_hours':
    case 'generator_hours':
      return ['412,5', '.5', '0', '-1', '1e3', '1.', '1,000,5', '٤١٢٫٥', 412.5];
    default:
      return kind === 'boolean'
        ? [true, false, 'on', 'true', 'false', 'yes']
        : [...choices, ...choices.map(String), 11];
  }
}

const manyPhotos = Array.from({ length: 11 }, (_photo, at) => `${at}.jpg`);
const longMail = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`;

/**
 * Generates text around the allowed length, in characters of one and of two code units, with white space that
 * is trimmed.
 */
function createText({ maxLength = 200 }: FieldDefinition): fc.Arbitrary<string> {
  const lengths = fc.constantFrom(1, maxLength - 1, maxLength, maxLength + 1, 2 * maxLength);
  const around = fc.constantFrom('', ' ', '\t\r\n', '\u00a0', '\u3000 ', '\ufeff');
  return fc
    .tuple(lengths, fc.constantFrom('a', '7', '⛵', '🛥', '\r\n', 'e\u0301'), around, around)
    .map(([length, character, before, after]) => `${before}${character.repeat(length)}${after}`);
}

/** Values that no widget returns, or only an empty or a broken one. */
const oddities = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\r\n',
    '\u00a0',
    null,
    undefined,
    0,
    -1,
    1.5,
    7,
    '7',
    true,
    false,
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    '<script>alert(1)</script>',
    'a\u0000b\u001b[31m',
    'x\r\nBcc: y@z.example',
    '\ud800',
    '__proto__',
  ),
  fc.constantFrom<unknown>(
    ['a'],
    [[]],
    { a: 'b' },
    { a: { b: [' '] } },
    'null',
    '0x10',
    'Infinity',
    '1e309',
    1e21,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
