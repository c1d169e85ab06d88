import type { Consequence } from '../consequences/index.ts';
import { asList, asObject } from '../json-schema/values.ts';
import { typeField } from '../names.ts';
import type { Json } from '../types.ts';
import type { WordKey } from './catalogue.ts';
import { quoted, sayCondition, sayConstant, type Telling } from './conditions.ts';
import { fileKind, sizeOf } from './effects.ts';
import type { Reference, Sentence } from './sentence.ts';
import { capitalised } from './speaker.ts';

/** The sentence contexts of the older and of the newer version. */
export interface TellingBoth {
  readonly before: Telling;
  readonly after: Telling;
}

/** Describes a consequence in one sentence. Never throws. */
export function sayConsequence(consequence: Consequence, both: TellingBoth): Sentence {
  const { speaker } = both.after;
  const { types = [], isOfAllTypes, kind } = consequence;
  const said = sayWhere(consequence, both);
  const isOfTypes = types.length > 0 && !isOfAllTypes && !namingTypes.test(kind);
  const sentence = isOfTypes
    ? speaker.say('change.of-types', { types: typesOf(consequence, both), said })
    : said;
  return begun(
    capitalised(speaker.say('change.sentence', { said: sentence }), speaker.locale),
    speaker.locale,
  );
}

/**
 * Capitalises a field name at the beginning of a sentence, if it is a term of ours and not a quoted label.
 */
function begun([first, ...rest]: Sentence, locale: string): Sentence {
  if (first === undefined || typeof first === 'string') return first === undefined ? rest : [first, ...rest];
  if (first.kind !== 'field' || first.said !== undefined) return [first, ...rest];
  const { label } = first;
  return [{ ...first, said: label.charAt(0).toLocaleUpperCase(locale) + label.slice(1) }, ...rest];
}

const namingTypes = /^(?:type-|offices-)/;

/** Kinds whose sentences say "everywhere" if they apply everywhere. */
const worthEverywhere =
  /^(?:form-|type-(?:not-)?offered|field-|required|optional|disabled|readonly|enabled|offices$)/;

function sayWhere(consequence: Consequence, both: TellingBoth): Sentence {
  const { after } = both;
  const { speaker, names } = after;
  const { where, kind, situations, of, types } = consequence;
  const what = sayWhat(consequence, both);
  switch (where.in) {
    case 'here':
      return what;
    case 'all':
      return worthEverywhere.test(kind) && !/^field-(?:added|removed|required)$/.test(kind)
        ? speaker.say('change.everywhere', { what })
        : what;
    case 'pages':
      return what;
    case 'site':
      return kind.startsWith('offices-')
        ? what
        : speaker.say('change.on-site', { site: names.site(where.site), what });
    case 'some':
      return speaker.say('change.some', {
        what,
        situations: speaker.number(situations),
        of: speaker.number(of),
      });
    case 'these': {
      const site = onlySite(where.when);
      if (site !== undefined) return speaker.say('change.on-site', { site: names.site(site), what });
      const condition = sayCondition(where.when, { ...after, ...(types && { types }) });
      return speaker.say('change.when', { condition, what });
    }
  }
}

function onlySite(when: unknown): string | number | undefined {
  const [fact, id] = asList(asObject(when)['==']);
  const isId = typeof id === 'string' || typeof id === 'number';
  return asObject(fact).var === 'site.id' && isId ? id : undefined;
}

function typesOf({ types = [] }: Consequence, { before, after }: TellingBoth): Sentence {
  const isNew = (key: string) => after.names.form.types.some((type) => type.key === key);
  return after.speaker.list(
    types.map((key) => [(isNew(key) ? after : before).names.type(key)]),
    'conjunction',
  );
}

/** Kinds that use the former name of a field, because it is removed or renamed. */
const formerlyNamed = /^(?:field-removed|field-hidden|block-removed|block-hidden|label)$/;

function fieldOf({ kind, field = '', types }: Consequence, { before, after }: TellingBoth): Reference {
  const { names } = formerlyNamed.test(kind) ? before : after;
  return names.shown(field, types);
}

function sayWhat(consequence: Consequence, both: TellingBoth): Sentence {
  const { kind, about = '', before, after, types = [] } = consequence;
  const { speaker, names } = both.after;
  const { say } = speaker;
  const field = fieldOf(consequence, both);
  switch (kind) {
    case 'form-hidden':
    case 'form-shown':
    case 'offices':
    case 'order':
    case 'steps':
      return kind === 'steps' && consequence.field !== undefined
        ? sayText(consequence, both)
        : say(`change.${kind}`);
    case 'links':
    case 'resume':
    case 'receipt-given':
    case 'receipt-gone':
    case 'reply':
    case 'conditions':
    case 'not-compared':
      return say(`change.${kind}`);
    case 'type-removed':
    case 'type-retired':
    case 'type-not-offered':
    case 'type-added':
    case 'type-offered':
    case 'type-renamed':
      return say(`change.${kind}`, { type: typesOf(consequence, both) });
    case 'types-reordered': {
      const ordered = asList(after).map((key) => [names.type(String(key))]);
      return say('change.types-reordered', { types: speaker.list(ordered, 'conjunction') });
    }
    case 'type-opens':
      return after === undefined
        ? say('change.type-opens-other')
        : say('change.type-opens', { after: names.type(String(after)) });
    case 'offices-lost':
    case 'offices-gained': {
      const ids = asList(kind === 'offices-lost' ? before : after);
      const site = consequence.where.in === 'site' ? names.site(consequence.where.site) : '';
      const offices = shortList(
        ids.map((id) => [names.office(String(id))]),
        both,
      );
      const of = { types: typesOf(consequence, both), many: types.length, count: ids.length };
      return say(`change.${kind}`, { ...of, site, offices });
    }
    case 'recipient':
      return sayMove('recipient', {}, (id) => [names.recipient(String(id))], consequence, both);
    case 'mail-to-site': {
      const [address] = asList(after);
      return address === undefined
        ? say('change.mail-to-nobody')
        : say('change.mail-to-site', { address: [names.value(String(address))] });
    }
    case 'mail-to-office':
      return say('change.mail-to-office');
    case 'destinations': {
      const places = (value: Json) =>
        shortList(
          asList(value).map((id) => [names.value(String(id))]),
          both,
        );
      return sayMove('destinations', {}, places, consequence, both);
    }
    case 'preset':
      return sayMove(
        'preset',
        { field: [field] },
        (value) => sayValue(value, consequence, both),
        consequence,
        both,
      );
    case 'setting':
      return sayMove('setting', { field: [quoted(about, both.after)] }, plain(both), consequence, both);
    case 'narrower':
    case 'wider':
    case 'limit': {
      if (before === undefined && after === undefined) return say(`change.${kind}-other`, { field });
      const limit = (value: Json | undefined) => sayLimit(about, value, both.after);
      return say(`change.${kind}`, { field, before: limit(before), after: limit(after) });
    }
    case 'answers-refused':
    case 'answers-taken':
      return say(`change.${kind}`, { field, value: sayValue(after, consequence, both) });
    case 'choices-removed':
    case 'choices-added': {
      const isGone = kind === 'choices-removed';
      const values = asList(isGone ? before : after);
      const telling = isGone ? both.before : both.after;
      const choices = shortList(
        values.map((value) => [telling.names.choice(consequence.field ?? '', String(value))]),
        both,
      );
      return say(`change.${kind}`, { field, count: values.length, choices });
    }
    case 'widget':
      return say('change.widget', { field, before: String(before), after: String(after) });
    case 'label':
    case 'hint':
    case 'placeholder':
    case 'choices-renamed':
    case 'block':
    case 'submit':
    case 'message':
    case 'thanks':
    case 'mail':
    case 'text':
      return sayText(consequence, both);
    case 'language-removed':
    case 'language-added':
      return say(`change.${kind}`, { language: languages(consequence, both) });
    case 'untranslated':
      return say('change.untranslated', {
        count: asList(after).length,
        language: languages(consequence, both),
      });
    case 'documents-only':
      return sayUnread(consequence, both);
    default:
      return say(`change.${kind}`, { field });
  }
}

function sayMove(
  key: 'recipient' | 'destinations' | 'preset' | 'setting',
  of: { readonly field?: Sentence },
  value: (value: Json) => Sentence,
  { before, after }: Consequence,
  { after: { speaker } }: TellingBoth,
): Sentence {
  if (before !== undefined && after !== undefined)
    return speaker.say(`change.${key}`, { ...of, before: value(before), after: value(after) });
  if (after !== undefined) return speaker.say(`change.${key}-new`, { ...of, after: value(after) });
  if (before !== undefined) return speaker.say(`change.${key}-none`, { ...of, before: value(before) });
  return speaker.say(`change.${key}-other`, of);
}

function plain({ after: { speaker, names } }: TellingBoth): (value: Json) => Sentence {
  return (value) => [names.value(typeof value === 'number' ? speaker.number(value) : String(value))];
}

function sayValue(value: Json | undefined, { field = '' }: Consequence, { after }: TellingBoth): Sentence {
  if (typeof value === 'object') return [after.names.value(JSON.stringify(value))];
  return sayConstant(value, field === typeField ? 'type' : `values.${field}`, after);
}

const mostNamed = 5;

function shortList(items: readonly Sentence[], { after: { speaker } }: TellingBoth): Sentence {
  const named = items.slice(0, mostNamed);
  return speaker.list(items.length > mostNamed ? [...named, ['…']] : named, 'conjunction');
}

const countedLimits: Readonly<Record<string, WordKey>> = {
  count: 'change.at-most-files',
  minLength: 'change.at-least-characters',
  maxLength: 'change.at-most-characters',
  minItems: 'change.at-least-entries',
  maxItems: 'change.at-most-entries',
};

const valueLimits: Readonly<Record<string, WordKey>> = {
  minimum: 'change.or-more',
  'bound-minimum': 'change.or-more',
  formatMinimum: 'change.or-later',
  'minimum-day': 'change.or-later',
  maximum: 'change.or-less',
  'bound-maximum': 'change.or-less',
  formatMaximum: 'change.or-earlier',
  'maximum-day': 'change.or-earlier',
  exclusiveMinimum: 'change.more-than',
  exclusiveMaximum: 'change.less-than',
  multipleOf: 'change.multiples-of',
  'bound-equals': 'change.same-as',
};

function sayLimit(about: string, value: Json | undefined, telling: Telling): Sentence {
  const { speaker, names } = telling;
  if (value === undefined) return speaker.say('change.no-limit');
  const counted = countedLimits[about];
  if (counted !== undefined) return speaker.say(counted, { count: Number(value) });
  if (about === 'bytes') return speaker.say('change.bytes', { size: sizeOf(Number(value), telling) });
  if (about === 'timeoutMs') return speaker.say('change.seconds', { count: Number(value) / 1000 });
  if (about === 'types') {
    const kinds = asList(value).map((type) => [names.value(fileKind(String(type)), String(type))]);
    return speaker.list(kinds, 'conjunction');
  }
  const said = typeof value === 'number' ? speaker.number(value) : speaker.day(String(value));
  return speaker.say(valueLimits[about] ?? 'change.other', { value: names.value(said, String(value)) });
}

function languages({ locales = [] }: Consequence, { after: { speaker } }: TellingBoth): Sentence {
  const named = new Intl.DisplayNames([speaker.locale], { type: 'language' });
  return speaker.list(
    locales.map((locale) => [nameOfLanguage(named, locale)]),
    'conjunction',
  );
}

function nameOfLanguage(names: Intl.DisplayNames, locale: string): string {
  try {
    return names.of(locale) ?? locale;
  } catch {
    return locale;
  }
}

/** The texts of the confirmation that have messages of their own. */
const namedThanks: Readonly<Record<string, WordKey>> = {
  'thank-you.heading': 'change.what.thanks-heading',
  'thank-you.message': 'change.what.thanks-message',
  'thank-you.reference': 'change.what.thanks-reference',
  'thank-you.again': 'change.what.thanks-again',
};

/**
 * Describes a changed text. Quotes it in the reader's language if the text changed in that language, else in
 * the first language in which it changed.
 */
function sayText(consequence: Consequence, both: TellingBoth): Sentence {
  const { speaker, names } = both.after;
  const { kind, about = '', before, after, locales = [], names: many } = consequence;
  if (many !== undefined) {
    const said = speaker.say(`change.many.${kind as 'label'}`, { count: many.length });
    return speaker.say('change.in-languages', { said, languages: languages(consequence, both) });
  }
  const shown = locales.includes(speaker.locale) ? speaker.locale : (locales[0] ?? '');
  const text = (texts: Json | undefined) => {
    const found = asObject(texts)[shown];
    return typeof found === 'string' ? quoted(shortened(found), both.after) : undefined;
  };
  const field = consequence.field === undefined ? '' : fieldOf(consequence, both);
  const part =
    kind === 'choices-renamed'
      ? { field, about: names.choice(consequence.field ?? '', about) }
      : { field, about: quoted(about, both.after) };
  const isOfField = kind === 'message' || kind === 'text' ? consequence.field !== undefined : false;
  const ofThanks = kind === 'thanks' ? namedThanks[about] : undefined;
  const what = speaker.say(
    ofThanks ??
      (isOfField ? `change.what.${kind as 'message' | 'text'}-of` : `change.what.${kind as 'label'}`),
    part,
  );
  const [was, is] = [text(before), text(after)];
  const said =
    was !== undefined && is !== undefined
      ? speaker.say('change.text', { what, before: was, after: is })
      : is !== undefined
        ? speaker.say('change.text-new', { what, after: is })
        : speaker.say('change.text-gone', { what, ...(was !== undefined && { before: was }) });
  const isOfAll = locales.length === Object.keys(both.after.names.form.texts).length;
  return isOfAll
    ? said
    : speaker.say('change.in-languages', { said, languages: languages(consequence, both) });
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text;
}

function sayUnread({ about = '', field, after, ...rest }: Consequence, both: TellingBoth): Sentence {
  const { speaker, names } = both.after;
  if (field !== undefined) {
    const isNew = names.form.rules.some(({ id }) => id === field);
    return speaker.say('change.rule-unread', { rule: (isNew ? both.after : both.before).names.rule(field) });
  }
  if (typeof after === 'number')
    return speaker.say('change.texts-unread', {
      count: after,
      languages: languages({ ...rest, about, after }, both),
    });
  return speaker.say('change.document-unread', { file: quoted(about, both.after) });
}
