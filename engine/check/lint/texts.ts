import { blockParts } from '../../blocks.ts';
import { ruledTexts } from '../../compile/named-texts.ts';
import { pipedMailTexts } from '../../compile/piping.ts';
import { stepNames } from '../../compile/steps.ts';
import { typeField } from '../../names.ts';
import { nearestAdvice, nearestOf } from '../../nearest.ts';
import { textKeys } from '../../texts.ts';
import {
  type BlockDefinition,
  type FieldDefinition,
  type Form,
  type JsonSchema,
  type Message,
  problemCodes,
  type Texts,
} from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import { restsWith } from '../retired.ts';
import { innerParts, offersChoice, placeOf } from './inner-texts.ts';
import { interfaceTexts, lintInterfaceTexts } from './interface-texts.ts';
import { emptyTexts, frenchSpacing, isFrench, lostArguments, quotedArguments } from './messages.ts';
import { writtenTexts } from './pipes.ts';

/** Finds problems between texts and forms, and between the texts of different languages. */
export function lintTexts(form: Form, places: Places): readonly Finding[] {
  const { fallbackLocale } = form.settings;
  const written = writtenTexts(form);
  const reference = written[fallbackLocale] ?? {};
  const known = knownNames(form);
  // The texts of a retired type need no translation.
  const asked = Object.fromEntries(
    Object.entries(reference).filter(([key]) => restsWith(form, key) === undefined),
  );
  const ofLanguages = Object.entries(written).flatMap(([locale, texts]) => [
    ...emptyTexts(locale, texts, places),
    ...quotedArguments(locale, texts, places),
    ...(isFrench(locale) ? frenchSpacing(locale, texts, places) : []),
    ...unusedTexts(locale, texts, known, places),
    ...(locale === fallbackLocale
      ? []
      : translationFindings(locale, texts, { reference, asked }, fallbackLocale, places)),
  ]);
  return [...lintInterfaceTexts(form, places), ...ofLanguages];
}

function translationFindings(
  locale: string,
  texts: Texts,
  { reference, asked }: { readonly reference: Texts; readonly asked: Texts },
  fallbackLocale: string,
  places: Places,
): readonly Finding[] {
  const missing = Object.keys(asked).filter((key) => texts[key] === undefined);
  // A text of the interface that the fallback language lacks is reported there as missing, not here as
  // superfluous.
  const stale = Object.keys(texts).filter((key) => reference[key] === undefined && !interfaceTexts.has(key));
  return [
    ...missing.map((key) =>
      finding({
        ...places.text(locale),
        code: 'missing-translation',
        reason: `"${key}" has no translation, so that visitors read it in "${fallbackLocale}": ${quoted(reference[key])}; translate it`,
      }),
    ),
    ...stale.map((key) => {
      const nearest = nearestOf(key, missing);
      const advice =
        nearest === undefined
          ? 'take it out, or add it there'
          : `the nearest that has no translation is "${nearest}"`;
      const reason = `"${key}" is not among the texts of "${fallbackLocale}"; ${advice}`;
      const place = places.text(locale, key);
      return finding({
        ...place,
        code: 'stale-translation',
        reason,
        ...(nearest !== undefined && { nearest }),
      });
    }),
    ...Object.entries(texts).flatMap(([key, message]) =>
      lostArguments({ locale, key }, message, reference[key], places),
    ),
  ];
}

function quoted(message: Message | undefined): string {
  return typeof message === 'string' ? `“${message}”` : 'a text with arguments';
}

interface KnownNames {
  /** Keys of texts that rules name. */
  readonly ruled: ReadonlySet<string>;
  readonly types: ReadonlyMap<string, readonly FieldDefinition[]>;
  /** The schemas of one type, or of all types. */
  readonly schemas: (typeKey: string | undefined) => readonly JsonSchema[];
  readonly fields: ReadonlyMap<string, FieldDefinition | undefined>;
  readonly choices: (typeKey: string | undefined, field: string) => readonly string[] | undefined;
  readonly blocks: (typeKey: string | undefined) => ReadonlyMap<string, BlockDefinition>;
  readonly steps: (typeKey: string | undefined) => readonly string[];
}

/** Values that are sent beside the fields and can be refused. */
const wireNames = [typeField, 'domain', 'submission_url'];

function knownNames(form: Form): KnownNames {
  const types = new Map(form.types.map(({ key, fields }) => [key, fields]));
  const all = form.types.flatMap(({ fields }) => fields);
  const choicesIn = (fields: readonly FieldDefinition[], name: string) =>
    fields.filter((field) => field.name === name).flatMap(({ choices = [] }) => choices.map(String));
  return {
    ruled: new Set(
      form.rules.flatMap(({ then }) =>
        ruledTexts(then).flatMap(({ textKey }) => form.types.flatMap(({ key }) => textKeys(key, textKey))),
      ),
    ),
    types,
    schemas: (typeKey) =>
      form.types.filter(({ key }) => typeKey === undefined || key === typeKey).map(({ schema }) => schema),
    fields: new Map([
      ...wireNames.map((name) => [name, undefined] as const),
      ...all.map((field) => [field.name, field] as const),
    ]),
    blocks: (typeKey) => {
      const asked = form.types.filter(({ key }) => typeKey === undefined || key === typeKey);
      return new Map(asked.flatMap(({ blocks = [] }) => blocks.map((block) => [block.name, block] as const)));
    },
    steps: (typeKey) => stepNames(form.types.filter(({ key }) => typeKey === undefined || key === typeKey)),
    choices: (typeKey, field) => choicesIn(typeKey === undefined ? all : (types.get(typeKey) ?? []), field),
  };
}

/** The parts that texts of a field may have. Only some widgets show the later ones. */
const parts = ['label', 'hint', 'placeholder', 'problems', 'disclaimer', 'least', 'greatest', 'item'];

function unusedTexts(locale: string, texts: Texts, known: KnownNames, places: Places): readonly Finding[] {
  return Object.keys(texts).flatMap((key) => {
    const slip = known.ruled.has(key) ? undefined : slipIn(key, known);
    if (slip === undefined) return [];
    const { what, wrong, candidates } = slip;
    const { advice, ...nearest } = nearestAdvice(wrong, candidates, 'take it out');
    const reason = `the text "${key}" is never shown: ${what} "${wrong}"; ${advice}`;
    return [finding({ ...places.text(locale, key), code: 'unused-text', reason, ...nearest })];
  });
}

interface Slip {
  readonly what: string;
  readonly wrong: string;
  readonly candidates: Iterable<string>;
}

function slipIn(key: string, known: KnownNames): Slip | undefined {
  const ofForm = /^forms\.([^.]+)\.(.+)$/.exec(key);
  if (!ofForm) return slipInside(key, undefined, known);
  const [, typeKey = '', rest = ''] = ofForm;
  if (!known.types.has(typeKey))
    return { what: 'there is no enquiry type', wrong: typeKey, candidates: known.types.keys() };
  return slipInside(rest, typeKey, known);
}

function slipInside(key: string, typeKey: string | undefined, known: KnownNames): Slip | undefined {
  const [kind, first = '', ...rest] = key.split('.');
  switch (kind) {
    case 'problems':
      return knownCode(first);
    case 'fields':
      return slipInField(first, rest, typeKey, known);
    case 'options':
      return slipInOption(first, rest.join('.'), typeKey, known);
    case 'steps':
      return slipInStep(first, rest.join('.'), known.steps(typeKey));
    case 'blocks':
      return slipInBlock(first, rest.join('.'), known.blocks(typeKey));
    default:
      return typeKey === undefined || pipedMailTexts.includes(key)
        ? undefined
        : {
            what: 'a form has no texts under',
            wrong: kind ?? '',
            candidates: ['fields', 'options', 'blocks', 'steps', ...pipedMailTexts],
          };
  }
}

function slipInField(
  name: string,
  [part = '', ...more]: readonly string[],
  typeKey: string | undefined,
  known: KnownNames,
): Slip | undefined {
  const fields =
    typeKey === undefined
      ? [...known.fields.keys()]
      : [...wireNames, ...(known.types.get(typeKey) ?? []).map((field) => field.name)];
  if (!fields.includes(name)) {
    const what = typeKey === undefined ? 'no form has a field' : `the form "${typeKey}" has no field`;
    return { what, wrong: name, candidates: fields };
  }
  if (known.fields.get(name)?.kind === 'json' && !parts.includes(part))
    return slipWithin([name, part, ...more], typeKey, known);
  if (!parts.includes(part)) return { what: 'a field has no part', wrong: part, candidates: parts };
  return part === 'problems' ? knownCode(more[0] ?? '') : undefined;
}

/**
 * Checks the key of a text about a nested field. The schemas decide which nested fields there are, and the
 * last name is the part of the text.
 */
function slipWithin(
  names: readonly string[],
  typeKey: string | undefined,
  { schemas }: KnownNames,
): Slip | undefined {
  const isProblem = names.at(-2) === 'problems';
  const [part = '', code = ''] = isProblem ? names.slice(-2) : [names.at(-1)];
  if (isProblem && knownCode(code)) return knownCode(code);
  if (!innerParts.some((each) => each === part))
    return { what: 'a place inside a field has no part', wrong: part, candidates: innerParts };
  const places = schemas(typeKey).map((schema) => placeOf(schema, names.slice(0, isProblem ? -2 : -1)));
  const [astray] = places.flatMap((place) => ('path' in place ? [] : [place]));
  return astray === undefined || places.some((place) => 'path' in place)
    ? undefined
    : { what: `there is nothing inside "${names[0]}" that is called`, ...astray };
}

function slipInOption(
  name: string,
  value: string,
  typeKey: string | undefined,
  known: KnownNames,
): Slip | undefined {
  const choices = known.choices(typeKey, name) ?? [];
  if (!known.fields.has(name))
    return { what: 'no form has a field', wrong: name, candidates: known.fields.keys() };
  if (choices.includes(value) || isInnerChoice(name, value.split('.'), known.schemas(typeKey)))
    return undefined;
  return { what: `"${name}" offers no choice`, wrong: value, candidates: choices };
}

function slipInBlock(
  name: string,
  part: string,
  blocks: ReadonlyMap<string, BlockDefinition>,
): Slip | undefined {
  const block = blocks.get(name);
  if (block === undefined) return { what: 'there is no block', wrong: name, candidates: blocks.keys() };
  const parts = blockParts(block).map((each) => each.part);
  if (parts.some((known) => known === part)) return undefined;
  return { what: `the ${block.kind} "${name}" has no part`, wrong: part, candidates: parts };
}

const stepParts = ['title', 'text'];

function slipInStep(name: string, part: string, steps: readonly string[]): Slip | undefined {
  if (!steps.includes(name)) return { what: 'there is no step', wrong: name, candidates: steps };
  if (stepParts.includes(part)) return undefined;
  return { what: `the step "${name}" has no part`, wrong: part, candidates: stepParts };
}

/**
 * Returns true if a key names a choice of a nested field. A choice may contain dots, so every split into
 * names and choice is tried.
 */
function isInnerChoice(name: string, steps: readonly string[], schemas: readonly JsonSchema[]): boolean {
  return steps.some((_step, at) =>
    schemas.some((schema) => offersChoice(schema, [name, ...steps.slice(0, at)], steps.slice(at).join('.'))),
  );
}

function knownCode(code: string): Slip | undefined {
  return problemCodes.some((known) => known === code)
    ? undefined
    : { what: 'there is no problem', wrong: code, candidates: problemCodes };
}
