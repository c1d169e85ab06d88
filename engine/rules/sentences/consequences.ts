import type { Consequence } from '../../compare/index.ts';
import { asList, asObject } from '../../json-schema/values.ts';
import { readChangedSentences } from '../../messages/changed-sentences.ts';
import { typeField } from '../../model/names.ts';
import type { Json } from '../../model/types.ts';
import { itemKinds, mailKinds } from '../../preset/compare.ts';
import { presetContentLists, presetContentProperties } from '../../preset/rules.ts';
import { getLanguageName } from '../../texts/locale.ts';
import type { SentenceKey } from './catalogue.ts';
import { describeCondition, describeConstant, quoteText, type SentenceContext } from './conditions.ts';
import { formatFileSize, formatMediaType } from './effects.ts';
import { capitalise } from './language-tools.ts';
import type { Sentence, SentencePart, SentenceReference } from './sentence.ts';
import { describeSettingValue, nameSetting, type SettingContext } from './settings.ts';

/** The contexts of the former and of the new version. Sentences are in the language of `after`. */
export interface ComparisonContexts {
  readonly before: SentenceContext;
  readonly after: SentenceContext;
}

/** Describes a consequence in one sentence. Never throws. */
export function describeConsequence(consequence: Consequence, both: ComparisonContexts): Sentence {
  const { language } = both.after;
  const { types = [], isOfAllTypes, kind } = consequence;
  const text = describeWithLocation(consequence, both);
  const isOfTypes =
    types.length > 0 && !isOfAllTypes && !kindsNamingTypes.test(kind) && !isOfferOfItems(kind);
  const sentence = isOfTypes
    ? language.format('change.of-types', { types: listTypeNames(consequence, both), said: text })
    : text;
  return capitaliseUnquotedField(
    capitalise(language.format('change.sentence', { said: sentence }), language.locale),
    language.locale,
  );
}

/** Capitalises a field name without quotes at the beginning of a sentence. */
function capitaliseUnquotedField([first, ...rest]: Sentence, locale: string): Sentence {
  if (first === undefined || typeof first === 'string') return first === undefined ? rest : [first, ...rest];
  if (first.kind !== 'field' || first.said !== undefined) return [first, ...rest];
  const { label } = first;
  return [{ ...first, said: label.charAt(0).toLocaleUpperCase(locale) + label.slice(1) }, ...rest];
}

/** Kinds whose sentences name the enquiry types themselves, besides those of `isOfferOfItems`. */
const kindsNamingTypes = /^type-/;

/**
 * Returns true for a consequence about items of the narrowed list that were lost or gained. Its sentence names
 * the types and the site.
 */
function isOfferOfItems(kind: Consequence['kind']): boolean {
  return kind === itemKinds.lost || kind === itemKinds.gained;
}

/** Kinds whose sentences may say "everywhere". `describeWithLocation` excludes three of them. */
const kindsSayingEverywhere =
  /^(?:form-|type-(?:not-)?offered|field-|required|optional|disabled|readonly|enabled)/;

/** Kinds whose sentences are negative ("is no longer shown"), so that "everywhere" would be ambiguous. */
const kindsOfLoss = /^(?:form-hidden|type-not-offered|field-hidden)$/;

/** Describes a change and, where the sentence needs it, the sites or situations in which it occurs. */
function describeWithLocation(consequence: Consequence, both: ComparisonContexts): Sentence {
  const { after } = both;
  const { language, names } = after;
  const { where, kind, situations, of, types } = consequence;
  const what = describeWithoutLocation(consequence, both);
  switch (where.in) {
    case 'here':
      return what;
    case 'all':
      return (kind === itemKinds.changed || kindsSayingEverywhere.test(kind)) &&
        !/^field-(?:added|removed|required)$/.test(kind)
        ? language.format(kindsOfLoss.test(kind) ? 'change.anywhere' : 'change.everywhere', { what })
        : what;
    case 'pages':
      return what;
    case 'site':
      return isOfferOfItems(kind)
        ? what
        : language.format('change.on-site', { site: names.site(where.site), what });
    case 'some':
      return language.format('change.some', {
        what,
        situations: language.number(situations),
        of: language.number(of),
      });
    case 'these': {
      const site = findSiteOfCondition(where.when);
      if (site !== undefined) return language.format('change.on-site', { site: names.site(site), what });
      const condition = describeCondition(where.when, { ...after, ...(types && { types }) });
      return language.format('change.when', { condition, what });
    }
  }
}

/** Returns the id of the site that a condition requires, if it requires nothing else; else undefined. */
function findSiteOfCondition(when: unknown): string | number | undefined {
  const [fact, id] = asList(asObject(when)['==']);
  const isId = typeof id === 'string' || typeof id === 'number';
  return asObject(fact).var === 'site.id' && isId ? id : undefined;
}

/** Returns the names of the changed types, joined by "and". A type that was removed has its former name. */
function listTypeNames({ types = [] }: Consequence, { before, after }: ComparisonContexts): Sentence {
  const existsAfterwards = (key: string) => after.names.form.types.some((type) => type.key === key);
  return after.language.list(
    types.map((key) => [(existsAfterwards(key) ? after : before).names.type(key)]),
    'conjunction',
  );
}

/** Kinds that use the former name of a field, because it is removed or renamed. */
const kindsWithFormerName = /^(?:field-removed|field-hidden|block-removed|block-hidden|label)$/;

/** Returns the name of the changed field or block: its former one if it was removed, hidden or renamed. */
function getFieldReference(
  { kind, field = '', types }: Consequence,
  { before, after }: ComparisonContexts,
): SentenceReference {
  const { names } = kindsWithFormerName.test(kind) ? before : after;
  return names.formElement(field, types);
}

/**
 * Describes a change without the sites or situations in which it occurs. Only a sentence about items that
 * were lost or gained names its site.
 */
function describeWithoutLocation(consequence: Consequence, both: ComparisonContexts): Sentence {
  const { kind, about = '', before, after, types = [] } = consequence;
  const { language, names } = both.after;
  const { format } = language;
  const field = getFieldReference(consequence, both);
  switch (kind) {
    case 'form-hidden':
    case 'form-shown':
    case itemKinds.changed:
    case 'order':
    case 'steps':
      return kind === 'steps' && consequence.field !== undefined
        ? describeTextChange(consequence, both)
        : format(`change.${kind}`);
    case 'links':
    case 'resume':
    case 'receipt-given':
    case 'receipt-gone':
    case 'reply':
    case 'conditions':
    case 'not-compared':
      return format(`change.${kind}`);
    case 'capacity':
      return typeof after === 'number'
        ? format('change.capacity', { count: after })
        : format('change.capacity-none');
    case 'type-removed':
    case 'type-retired':
    case 'type-not-offered':
    case 'type-added':
    case 'type-offered':
    case 'type-renamed':
      return format(`change.${kind}`, { type: listTypeNames(consequence, both), count: types.length });
    case 'page-offers-others': {
      const { names: paths = [] } = consequence;
      const pages = listFirstItems(
        paths.map((path) => [quoteText(path, both.after)]),
        both,
      );
      return format('change.page-offers-others', { pages, count: paths.length });
    }
    case 'types-reordered': {
      const ordered = asList(after).map((key) => [names.type(String(key))]);
      return format('change.types-reordered', { types: language.list(ordered, 'conjunction') });
    }
    case 'type-opens':
      return after === undefined
        ? format('change.type-opens-other')
        : format('change.type-opens', { after: names.type(String(after)) });
    case itemKinds.lost:
    case itemKinds.gained: {
      const ids = asList(kind === itemKinds.lost ? before : after);
      const site = consequence.where.in === 'site' ? names.site(consequence.where.site) : '';
      const items = listFirstItems(
        ids.map((id) => [names.item(String(id))]),
        both,
      );
      const of = { types: listTypeNames(consequence, both), many: types.length, count: ids.length };
      return format(`change.${kind}`, { ...of, site, items });
    }
    case 'recipient':
      return describeValueChange('recipient', {}, (id) => [names.recipient(String(id))], consequence, both);
    case mailKinds.toSite: {
      const [address] = asList(after);
      return address === undefined
        ? format('change.mail-to-nobody')
        : format('change.mail-to-site', { address: [names.value(String(address))] });
    }
    case mailKinds.toItem:
      return format(`change.${kind}`);
    case 'destinations': {
      /** Lists the ids of destinations, at most five. */
      const listDestinations = (value: Json) =>
        listFirstItems(
          asList(value).map((id) => [names.value(String(id))]),
          both,
        );
      return describeValueChange('destinations', {}, listDestinations, consequence, both);
    }
    case 'preset':
      return describeValueChange(
        'preset',
        { field: [field] },
        (value) => describeFieldValue(value, consequence, both),
        consequence,
        both,
      );
    case 'setting':
      return describeSettingChange(consequence, both);
    case 'content-added':
    case 'content-removed':
    case 'content-reordered':
      return format(`change.${kind}`, describeContentEntry(consequence, both));
    case 'content-changed':
      return describeValueChange(
        'content',
        { field: describeContentProperty(consequence, both) },
        createContentFormatter(both),
        consequence,
        both,
      );
    case 'narrower':
    case 'wider':
    case 'limit': {
      if (before === undefined && after === undefined) return format(`change.${kind}-other`, { field });
      /** Describes the limit of one version. */
      const describeSide = (value: Json | undefined) => describeLimit(about, value, both.after);
      return format(`change.${kind}`, { field, before: describeSide(before), after: describeSide(after) });
    }
    case 'answers-refused':
    case 'answers-taken':
      return format(`change.${kind}`, { field, value: describeFieldValue(after, consequence, both) });
    case 'choices-removed':
    case 'choices-added': {
      const isGone = kind === 'choices-removed';
      const values = asList(isGone ? before : after);
      const context = isGone ? both.before : both.after;
      const choices = listFirstItems(
        values.map((value) => [context.names.choice(consequence.field ?? '', String(value))]),
        both,
      );
      return format(`change.${kind}`, { field, count: values.length, choices });
    }
    case 'widget':
      return format('change.widget', { field, before: String(before), after: String(after) });
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
      return describeTextChange(consequence, both);
    case 'language-removed':
    case 'language-added':
      return format(`change.${kind}`, { language: listLanguageNames(consequence, both) });
    case 'untranslated':
      return format('change.untranslated', {
        count: asList(after).length,
        language: listLanguageNames(consequence, both),
      });
    case 'documents-only':
      return describeUnreadChange(consequence, both);
    default:
      return format(`change.${kind}`, { field });
  }
}

/**
 * Describes a value that changed, was added or was removed. Without both values it says only that it changed.
 * @param messageArguments Further arguments of the message.
 * @param describeOne Describes a value of one version.
 */
function describeValueChange(
  key: 'recipient' | 'destinations' | 'preset' | 'content',
  messageArguments: { readonly field?: Sentence },
  describeOne: (value: Json) => Sentence,
  { before, after }: Consequence,
  { after: { language } }: ComparisonContexts,
): Sentence {
  if (before !== undefined && after !== undefined)
    return language.format(`change.${key}`, {
      ...messageArguments,
      before: describeOne(before),
      after: describeOne(after),
    });
  if (after !== undefined)
    return language.format(`change.${key}-new`, { ...messageArguments, after: describeOne(after) });
  if (before !== undefined)
    return language.format(`change.${key}-none`, { ...messageArguments, before: describeOne(before) });
  return language.format(`change.${key}-other`, messageArguments);
}

/** Describes another value of a setting. What was absent or switched off before is not mentioned. */
function describeSettingChange(
  { about = '', before, after }: Consequence,
  { after: context }: ComparisonContexts,
): Sentence {
  const { language, names } = context;
  const settings: SettingContext = {
    language,
    quote: (text) => [quoteText(text, context)],
    nameField: (field) => [names.field(field)],
  };
  const [was, is] = [before, after].map((value) => describeSettingValue(about, value, settings));
  return language.format(
    before === undefined || after === undefined ? 'change.setting-new' : 'change.setting',
    { field: nameSetting(about, settings), before: was ?? [], after: is ?? [] },
  );
}

/** The phrases for lists of the content, by the names of their files. */
const contentLists: Readonly<Record<string, SentenceKey>> = {
  ...presetContentLists,
  'content/sites.json': 'content.sites',
  'content/pages.json': 'content.pages',
  'content/recipients.json': 'content.recipients',
  'content/enquiry-types.json': 'content.enquiry-types',
  'content/lists.json': 'content.lists',
};

/** Returns the list and the name of an entry of the content. */
function describeContentEntry(
  { about = '', names = [] }: Consequence,
  { after }: ComparisonContexts,
): { readonly list: Sentence; readonly entry: Sentence } {
  const list = contentLists[about];
  return {
    list: list === undefined ? [quoteText(about, after)] : after.language.format(list),
    entry: names.map((name) => quoteText(name, after)),
  };
}

/** The phrases for properties of the content, by their path. */
const contentProperties: Readonly<Record<string, SentenceKey>> = {
  ...presetContentProperties,
  name: 'content.property.name',
  title: 'content.property.title',
  email: 'content.property.email',
  phone: 'content.property.phone',
  site: 'content.property.site',
  path: 'content.property.path',
  placement: 'content.property.placement',
  locale: 'content.property.locale',
  domains: 'content.property.domains',
  enquiryTypes: 'content.property.enquiry-types',
  'contactForm.formTitle': 'content.property.form-title',
  'landingData.form_title': 'content.property.form-title',
  'contactForm.formCopy': 'content.property.form-copy',
  'landingData.form_copy': 'content.property.form-copy',
  'contactForm.thankYouHeading': 'content.property.thanks-heading',
  'landingData.thank_you_heading': 'content.property.thanks-heading',
  'contactForm.thankYouMessage': 'content.property.thanks-message',
  'landingData.thank_you_message': 'content.property.thanks-message',
};

/** Returns the property of an entry of the content: "the title of “Contact” (pages)". */
function describeContentProperty(consequence: Consequence, both: ComparisonContexts): Sentence {
  const { field = '' } = consequence;
  const { language } = both.after;
  if (consequence.about === 'content/sources.json') {
    const { list } = describeContentEntry({ ...consequence, about: `content/${field}.json` }, both);
    return language.format('content.source-of', { list });
  }
  const known = contentProperties[field];
  const property = known === undefined ? [quoteText(field, both.after)] : language.format(known);
  const { list, entry } = describeContentEntry(consequence, both);
  return entry.length === 0
    ? language.format('content.property-of-list', { property, list })
    : language.format('content.property-of-entry', { property, entry, list });
}

/** Returns a function that describes a value of the content, shortened. Lists of texts are joined by commas. */
function createContentFormatter({ after }: ComparisonContexts): (value: Json) => Sentence {
  const format = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(format).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (value) => [quoteText(shortenText(format(value)), after)];
}

/** Describes an answer or a preset. Objects, arrays and null are written as JSON. */
function describeFieldValue(
  value: Json | undefined,
  { field = '' }: Consequence,
  { after }: ComparisonContexts,
): Sentence {
  if (typeof value === 'object') return [after.names.value(JSON.stringify(value))];
  return describeConstant(value, field === typeField ? 'type' : `values.${field}`, after);
}

const maxListed = 5;

/** Returns a list of at most five items, followed by "…" if there are more. */
function listFirstItems(items: readonly Sentence[], { after: { language } }: ComparisonContexts): Sentence {
  const named = items.slice(0, maxListed);
  return language.list(items.length > maxListed ? [...named, ['…']] : named, 'conjunction');
}

/** The messages for limits that are counts, by the name of the limit. */
const countedLimits: Readonly<Record<string, SentenceKey>> = {
  count: 'change.at-most-files',
  minLength: 'change.at-least-characters',
  maxLength: 'change.at-most-characters',
  minItems: 'change.at-least-entries',
  maxItems: 'change.at-most-entries',
};

/** The messages for limits that are values, by the name of the limit. */
const valueLimits: Readonly<Record<string, SentenceKey>> = {
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

/**
 * Describes the value of a limit. Undefined means that there is none.
 * @param about The name of the limit: `maxLength`, `bound-minimum` …
 */
function describeLimit(about: string, value: Json | undefined, context: SentenceContext): Sentence {
  const { language, names } = context;
  if (value === undefined) return language.format('change.no-limit');
  const counted = countedLimits[about];
  if (counted !== undefined) return language.format(counted, { count: Number(value) });
  if (about === 'bytes')
    return language.format('change.bytes', { size: formatFileSize(Number(value), context) });
  if (about === 'timeoutMs') return language.format('change.seconds', { count: Number(value) / 1000 });
  if (about === 'types') {
    const kinds = asList(value).map((type) => [names.value(formatMediaType(String(type)), String(type))]);
    return language.list(kinds, 'conjunction');
  }
  const sentence = typeof value === 'number' ? language.number(value) : language.day(String(value));
  return language.format(valueLimits[about] ?? 'change.other', {
    value: names.value(sentence, String(value)),
  });
}

/** Returns the names of the languages of a change, in the language of the sentences and joined by "and". */
function listLanguageNames(
  { locales = [] }: Consequence,
  { after: { language } }: ComparisonContexts,
): Sentence {
  return language.list(
    locales.map((locale) => [getLanguageName(locale, language.locale)]),
    'conjunction',
  );
}

/** The texts of the confirmation that have messages of their own. */
const thanksKeys: Readonly<Record<string, SentenceKey>> = {
  'thank-you.heading': 'change.what.thanks-heading',
  'thank-you.message': 'change.what.thanks-message',
  'thank-you.reference': 'change.what.thanks-reference',
  'thank-you.again': 'change.what.thanks-again',
};

/**
 * Describes a changed text. Quotes it in the reader's language if the text changed in that language, else in
 * the first language in which it changed. Several changed texts are counted, not quoted. Names the languages
 * unless the text changed in all of them.
 */
function describeTextChange(consequence: Consequence, both: ComparisonContexts): Sentence {
  const { language, names } = both.after;
  const { kind, about = '', before, after, locales = [], names: many } = consequence;
  if (many !== undefined) {
    const sentence = language.format(`change.many.${kind as 'label'}`, { count: many.length });
    return language.format('change.in-languages', {
      said: sentence,
      languages: listLanguageNames(consequence, both),
    });
  }
  const shown = locales.includes(language.locale) ? language.locale : (locales[0] ?? '');
  const field = consequence.field === undefined ? '' : getFieldReference(consequence, both);
  const part =
    kind === 'choices-renamed'
      ? { field, about: names.choice(consequence.field ?? '', about) }
      : { field, about: toTextReference(about, before, both.after) };
  const isOfField = kind === 'message' || kind === 'text' ? consequence.field !== undefined : false;
  const ofThanks = kind === 'thanks' ? thanksKeys[about] : undefined;
  const what = language.format(
    ofThanks ??
      (isOfField ? `change.what.${kind as 'message' | 'text'}-of` : `change.what.${kind as 'label'}`),
    part,
  );
  const texts = [before, after].map((version) => asObject(version)[shown]);
  const [was, is] = readChangedSentences(texts, shown).map((text) =>
    text === undefined ? undefined : quoteText(shortenText(text), both.after),
  );
  const sentence =
    was !== undefined && is !== undefined
      ? language.format('change.text', { what, before: was, after: is })
      : is !== undefined
        ? language.format('change.text-new', { what, after: is })
        : language.format('change.text-gone', { what, ...(was !== undefined && { before: was }) });
  const isOfAll = locales.length === Object.keys(both.after.names.form.texts).length;
  return isOfAll
    ? sentence
    : language.format('change.in-languages', {
        said: sentence,
        languages: listLanguageNames(consequence, both),
      });
}

/**
 * Returns the quoted key of a text as a reference, so that an interface can name it. Other names are quoted.
 * @param before The former texts by language.
 */
function toTextReference(about: string, before: Json | undefined, context: SentenceContext): SentencePart {
  const part = quoteText(about, context);
  const { texts, settings } = context.names.form;
  const isText = Object.values(texts).some((all) => Object.hasOwn(all, about));
  if (!isText || typeof part === 'string') return part;
  const former = asObject(before)[settings.fallbackLocale];
  return { ...part, kind: 'text', ...(typeof former === 'string' && { former }) };
}

/** Returns at most 80 characters; a text that was cut ends with "…". */
function shortenText(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text;
}

/** Describes a change of a document, a rule or texts that has no effect for visitors. */
function describeUnreadChange(
  { about = '', field, after, ...rest }: Consequence,
  both: ComparisonContexts,
): Sentence {
  const { language, names } = both.after;
  if (field !== undefined) {
    const isNew = names.form.rules.some(({ id }) => id === field);
    return language.format('change.rule-unread', {
      rule: (isNew ? both.after : both.before).names.rule(field),
    });
  }
  if (typeof after === 'number')
    return language.format('change.texts-unread', {
      count: after,
      languages: listLanguageNames({ ...rest, about, after }, both),
    });
  if (about === 'scenarios.json') return language.format('change.expectations-unread');
  return language.format('change.document-unread', { file: quoteText(about, both.after) });
}
