import { listRuleTexts } from '../../compile/named-texts.ts';
import { pipedMailTexts, pipedThanks } from '../../compile/piping.ts';
import { listStepNames } from '../../compile/steps.ts';
import { builtInLocales } from '../../documents/built-in-texts.ts';
import { listBlockParts } from '../../model/blocks.ts';
import { closedTextKey, fullTextKey, typeField } from '../../model/names.ts';
import { adviseOnName, findNearestName } from '../../model/nearest.ts';
import {
  type BlockDefinition,
  type FieldDefinition,
  type Form,
  type JsonSchema,
  type Message,
  problemCodes,
  type Texts,
} from '../../model/types.ts';
import { getLanguageName, lookUpLocale } from '../../texts/locale.ts';
import { listTextKeys } from '../../texts/texts.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import { findRetiredOwner } from '../retired.ts';
import { isBuiltInText, lintInterfaceTexts } from './interface-texts.ts';
import {
  reportEmptyTexts,
  reportFrenchSpacing,
  reportLostArguments,
  reportQuotedArguments,
  usesFrenchSpacing,
} from './messages.ts';
import { nestedTextParts, offersChoice, resolveTextPath } from './nested-texts.ts';
import { mergePipedTexts } from './piped-texts.ts';

/**
 * Returns findings about the texts of every language: empty, unused and wrongly written ones, and those that
 * are missing in the interface or in a translation. Built-in texts are no subject of them.
 */
export function lintTexts(form: Form, locator: DocumentLocator): readonly Finding[] {
  const { fallbackLocale } = form.settings;
  const merged = mergePipedTexts(form);
  const written = selectWrittenTexts(merged, locator);
  const reference = merged[fallbackLocale] ?? {};
  const known = collectKnownNames(form);
  // The texts of a retired type need no translation.
  const toTranslate = Object.fromEntries(
    Object.entries(written[fallbackLocale] ?? {}).filter(
      ([key]) => findRetiredOwner(form, key) === undefined,
    ),
  );
  const ofLanguages = Object.entries(written).flatMap(([locale, texts]) => [
    ...reportEmptyTexts(locale, texts, locator),
    ...reportQuotedArguments(locale, texts, locator),
    ...(usesFrenchSpacing(locale) ? reportFrenchSpacing(locale, texts, locator) : []),
    ...reportUnusedTexts(locale, texts, known, locator),
    ...(locale === fallbackLocale
      ? []
      : reportTranslations(locale, texts, { reference, toTranslate }, fallbackLocale, locator)),
  ]);
  return [...lintInterfaceTexts(form, locator), ...ofLanguages];
}

/** Returns the texts that the documents have, without the built-in ones. */
function selectWrittenTexts(
  texts: Readonly<Record<string, Texts>>,
  locator: DocumentLocator,
): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, all]) => [
      locale,
      Object.fromEntries(Object.entries(all).filter(([key]) => locator.hasText(locale, key))),
    ]),
  );
}

/**
 * Compares the texts of a language with those of the fallback language. Returns a finding for each missing
 * and each superfluous one, and for each lost argument.
 * @param texts The texts of `locale`. `reference` are those of the fallback language, and `toTranslate` those
 * of them that need a translation.
 */
function reportTranslations(
  locale: string,
  texts: Texts,
  { reference, toTranslate }: { readonly reference: Texts; readonly toTranslate: Texts },
  fallbackLocale: string,
  locator: DocumentLocator,
): readonly Finding[] {
  const original = getLanguageName(fallbackLocale, 'en');
  const hasBuiltInTexts = lookUpLocale(locale, builtInLocales) !== undefined;
  // Without built-in texts, one finding of `lintInterfaceTexts` names all that are missing.
  const missing = Object.keys(toTranslate).filter(
    (key) => texts[key] === undefined && (hasBuiltInTexts || !isBuiltInText(key)),
  );
  const stale = Object.keys(texts).filter((key) => reference[key] === undefined);
  return [
    ...missing.map((key) => {
      const seen = isBuiltInText(key) ? 'the built-in text instead of' : `it in ${original}:`;
      const reason = `"${key}" has no translation, so visitors see ${seen} ${quoteMessage(reference[key])}; translate it`;
      return createFinding({ ...locator.text(locale), code: 'missing-translation', reason });
    }),
    ...stale.map((key) => {
      const nearest = findNearestName(key, missing);
      const advice =
        nearest === undefined
          ? 'remove it, or add it there'
          : `the nearest that has no translation is "${nearest}"`;
      const reason = `"${key}" is not among the texts in ${original}; ${advice}`;
      const position = locator.text(locale, key);
      return createFinding({
        ...position,
        code: 'stale-translation',
        reason,
        ...(nearest !== undefined && { nearest }),
      });
    }),
    ...Object.entries(texts).flatMap(([key, message]) =>
      reportLostArguments({ locale, key }, message, reference[key], locator),
    ),
  ];
}

/** Returns a message in quotation marks; `a text with arguments` if it has arguments. */
function quoteMessage(message: Message | undefined): string {
  return typeof message === 'string' ? `“${message}”` : 'a text with arguments';
}

/** The names in a form that keys of texts can contain. */
interface KnownNames {
  /** Keys of texts that rules name. */
  readonly ruled: ReadonlySet<string>;
  /** The fields of each type, by the key of the type. */
  readonly types: ReadonlyMap<string, readonly FieldDefinition[]>;
  /** Returns the schema of one type, or those of all types for undefined. */
  readonly getSchemas: (typeKey: string | undefined) => readonly JsonSchema[];
  /** The fields of all types by name; undefined for the names of `wireNames`. */
  readonly fields: ReadonlyMap<string, FieldDefinition | undefined>;
  /**
   * Returns the choices of a field in one type as texts, or those in all types for undefined; empty if it has
   * none.
   */
  readonly getChoices: (typeKey: string | undefined, field: string) => readonly string[] | undefined;
  /** Returns the blocks of one type by name, or those of all types for undefined. */
  readonly getBlocks: (typeKey: string | undefined) => ReadonlyMap<string, BlockDefinition>;
  /** Returns the names of the steps of one type, or those of all types for undefined. */
  readonly getStepNames: (typeKey: string | undefined) => readonly string[];
}

/** Values that are sent beside the fields and can be refused. */
const wireNames = [typeField, 'domain', 'submission_url'];

/** Returns the names that keys of texts of a form can contain. */
function collectKnownNames(form: Form): KnownNames {
  const types = new Map(form.types.map(({ key, fields }) => [key, fields]));
  const all = form.types.flatMap(({ fields }) => fields);
  /** Returns the choices of the fields with a name, as texts. */
  const listChoicesOf = (fields: readonly FieldDefinition[], name: string) =>
    fields.filter((field) => field.name === name).flatMap(({ choices = [] }) => choices.map(String));
  return {
    ruled: new Set(
      form.rules.flatMap(({ then }) =>
        listRuleTexts(then).flatMap(({ textKey }) =>
          form.types.flatMap(({ key }) => listTextKeys(key, textKey)),
        ),
      ),
    ),
    types,
    getSchemas: (typeKey) =>
      form.types.filter(({ key }) => typeKey === undefined || key === typeKey).map(({ schema }) => schema),
    fields: new Map([
      ...wireNames.map((name) => [name, undefined] as const),
      ...all.map((field) => [field.name, field] as const),
    ]),
    getBlocks: (typeKey) => {
      const selected = form.types.filter(({ key }) => typeKey === undefined || key === typeKey);
      return new Map(
        selected.flatMap(({ blocks = [] }) => blocks.map((block) => [block.name, block] as const)),
      );
    },
    getStepNames: (typeKey) =>
      listStepNames(form.types.filter(({ key }) => typeKey === undefined || key === typeKey)),
    getChoices: (typeKey, field) =>
      listChoicesOf(typeKey === undefined ? all : (types.get(typeKey) ?? []), field),
  };
}

/** The parts that texts of a field may have. Only some widgets show the later ones. */
const fieldTextParts = [
  'label',
  'hint',
  'placeholder',
  'problems',
  'disclaimer',
  'least',
  'greatest',
  'item',
  'other',
];

/**
 * Returns a finding for each text whose key contains an unknown name, so that it is never shown. Texts that
 * rules name are used.
 */
function reportUnusedTexts(
  locale: string,
  texts: Texts,
  known: KnownNames,
  locator: DocumentLocator,
): readonly Finding[] {
  return Object.keys(texts).flatMap((key) => {
    const problem = known.ruled.has(key) ? undefined : findTextKeyProblem(key, known);
    if (problem === undefined) return [];
    const { messageStart, unknownName, candidates } = problem;
    const { advice, ...nearest } = adviseOnName(unknownName, candidates, 'remove it');
    const reason = `the text "${key}" is never shown: ${messageStart} "${unknownName}"; ${advice}`;
    return [createFinding({ ...locator.text(locale, key), code: 'unused-text', reason, ...nearest })];
  });
}

/** The reason why the key of a text is wrong. */
interface TextKeyProblem {
  /** The beginning of the message, which `unknownName` completes: `there is no step`. */
  readonly messageStart: string;
  /** The name in the key that does not exist. */
  readonly unknownName: string;
  /** The names that exist there, for advice on the nearest one. */
  readonly candidates: Iterable<string>;
}

/** Returns the first name in the key of a text that does not exist; undefined if the key is right. */
function findTextKeyProblem(key: string, known: KnownNames): TextKeyProblem | undefined {
  const ofForm = /^forms\.([^.]+)\.(.+)$/.exec(key);
  if (!ofForm) return findUnprefixedKeyProblem(key, undefined, known);
  const [, typeKey = '', rest = ''] = ofForm;
  if (!known.types.has(typeKey))
    return { messageStart: 'there is no enquiry type', unknownName: typeKey, candidates: known.types.keys() };
  return findUnprefixedKeyProblem(rest, typeKey, known);
}

/**
 * As `findTextKeyProblem`, for a key without its prefix `forms.<type>.`; the type is undefined if the key had
 * none. Without the prefix, a key of another kind, such as a text of the interface, is right; with it, only
 * some texts of mails are.
 */
function findUnprefixedKeyProblem(
  key: string,
  typeKey: string | undefined,
  known: KnownNames,
): TextKeyProblem | undefined {
  const [kind, first = '', ...rest] = key.split('.');
  switch (kind) {
    case 'problems':
      return findUnknownProblemCode(first);
    case 'fields':
      return findFieldKeyProblem(first, rest, typeKey, known);
    case 'options':
      return findOptionKeyProblem(first, rest.join('.'), typeKey, known);
    case 'steps':
      return findStepKeyProblem(first, rest.join('.'), known.getStepNames(typeKey));
    case 'blocks':
      return findBlockKeyProblem(first, rest.join('.'), known.getBlocks(typeKey));
    default:
      return typeKey === undefined || formTexts.includes(key)
        ? undefined
        : {
            messageStart: 'a form has no texts under',
            unknownName: kind ?? '',
            candidates: ['fields', 'options', 'blocks', 'steps', ...formTexts],
          };
  }
}

/** The texts of a whole form, without the prefix of the form. */
const formTexts: readonly string[] = [closedTextKey, fullTextKey, ...pipedThanks, ...pipedMailTexts];

/**
 * As `findTextKeyProblem`, for a key `fields.<name>.<part>`. The type is as in `findUnprefixedKeyProblem`.
 */
function findFieldKeyProblem(
  name: string,
  [part = '', ...more]: readonly string[],
  typeKey: string | undefined,
  known: KnownNames,
): TextKeyProblem | undefined {
  const fields =
    typeKey === undefined
      ? [...known.fields.keys()]
      : [...wireNames, ...(known.types.get(typeKey) ?? []).map((field) => field.name)];
  if (!fields.includes(name)) {
    const what = typeKey === undefined ? 'no form has a field' : `the form "${typeKey}" has no field`;
    return { messageStart: what, unknownName: name, candidates: fields };
  }
  if (known.fields.get(name)?.kind === 'json' && !fieldTextParts.includes(part))
    return findNestedKeyProblem([name, part, ...more], typeKey, known);
  if (!fieldTextParts.includes(part))
    return { messageStart: 'a field has no text', unknownName: part, candidates: fieldTextParts };
  return part === 'problems' ? findUnknownProblemCode(more[0] ?? '') : undefined;
}

/**
 * As `findTextKeyProblem`, for a text about a nested field. The last name is the kind of text, and the
 * schemas decide which nested fields there are: one that has the field is enough.
 * @param names The names in the key after `fields`.
 */
function findNestedKeyProblem(
  names: readonly string[],
  typeKey: string | undefined,
  { getSchemas }: KnownNames,
): TextKeyProblem | undefined {
  const isProblem = names.at(-2) === 'problems';
  const [part = '', code = ''] = isProblem ? names.slice(-2) : [names.at(-1)];
  if (isProblem && findUnknownProblemCode(code)) return findUnknownProblemCode(code);
  if (!nestedTextParts.some((each) => each === part))
    return { messageStart: 'a nested field has no text', unknownName: part, candidates: nestedTextParts };
  const resolved = getSchemas(typeKey).map((schema) =>
    resolveTextPath(schema, names.slice(0, isProblem ? -2 : -1)),
  );
  const [unknown] = resolved.flatMap((result) => ('path' in result ? [] : [result]));
  return unknown === undefined || resolved.some((result) => 'path' in result)
    ? undefined
    : {
        messageStart: `nothing inside "${names[0]}" is called`,
        unknownName: unknown.wrong,
        candidates: unknown.candidates,
      };
}

/** As `findTextKeyProblem`, for a key `options.<name>.<value>`; the value may contain dots. */
function findOptionKeyProblem(
  name: string,
  value: string,
  typeKey: string | undefined,
  known: KnownNames,
): TextKeyProblem | undefined {
  const choices = known.getChoices(typeKey, name) ?? [];
  const pictured = value.endsWith('.alt') ? value.slice(0, -'.alt'.length) : undefined;
  if (pictured !== undefined && choices.includes(pictured)) return undefined;
  if (!known.fields.has(name))
    return { messageStart: 'no form has a field', unknownName: name, candidates: known.fields.keys() };
  const isNested = [value, pictured].some(
    (choice) => choice !== undefined && isNestedChoice(name, choice.split('.'), known.getSchemas(typeKey)),
  );
  if (choices.includes(value) || isNested) return undefined;
  return { messageStart: `"${name}" offers no choice`, unknownName: value, candidates: choices };
}

/** As `findTextKeyProblem`, for a key `blocks.<name>.<part>`. */
function findBlockKeyProblem(
  name: string,
  part: string,
  blocks: ReadonlyMap<string, BlockDefinition>,
): TextKeyProblem | undefined {
  const block = blocks.get(name);
  if (block === undefined)
    return { messageStart: 'there is no block', unknownName: name, candidates: blocks.keys() };
  const parts = listBlockParts(block).map((each) => each.part);
  if (parts.some((known) => known === part)) return undefined;
  return { messageStart: `the ${block.kind} "${name}" has no text`, unknownName: part, candidates: parts };
}

/** The parts that texts of a step may have. */
const stepParts = ['title', 'text'];

/** As `findTextKeyProblem`, for a key `steps.<name>.<part>`. */
function findStepKeyProblem(
  name: string,
  part: string,
  steps: readonly string[],
): TextKeyProblem | undefined {
  if (!steps.includes(name))
    return { messageStart: 'there is no step', unknownName: name, candidates: steps };
  if (stepParts.includes(part)) return undefined;
  return { messageStart: `the step "${name}" has no text`, unknownName: part, candidates: stepParts };
}

/**
 * Returns true if a key names a choice of a nested field. A choice may contain dots, so every split into
 * names and choice is tried.
 * @param name The name of the field.
 * @param segments The segments of the key after the name.
 */
function isNestedChoice(name: string, segments: readonly string[], schemas: readonly JsonSchema[]): boolean {
  return segments.some((_segment, length) =>
    schemas.some((schema) =>
      offersChoice(schema, [name, ...segments.slice(0, length)], segments.slice(length).join('.')),
    ),
  );
}

/** As `findTextKeyProblem`, for the code of a problem. */
function findUnknownProblemCode(code: string): TextKeyProblem | undefined {
  return problemCodes.some((known) => known === code)
    ? undefined
    : { messageStart: 'there is no problem', unknownName: code, candidates: problemCodes };
}
