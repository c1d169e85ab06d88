import type { Form, Rule } from '../model/types.ts';
import { listWireFields } from '../model/wire/wire.ts';
import { findRegionalLocale, findTextLocale } from './locale.ts';
import { findTypesShowing } from './types-of-text.ts';

/**
 * Returns the part of a form that is sent to a page: the texts of its locale (gaps filled from the fallback
 * locale), the definitions of the types that it may show, the rules and settings without recipients and
 * destinations, and the wire fields of all types. The locale of the texts becomes the fallback locale. The hash
 * stays the same, and the result resolves like the whole form for those types.
 * @param options.types The keys of the types that the page may show. Absent: all types.
 */
export function toClientForm(
  form: Form,
  { locale, types }: { readonly locale: string; readonly types?: readonly string[] },
): Form {
  const { recipient: _recipient, ...settings } = form.settings;
  const { fallbackLocale } = settings;
  const textLocale = findTextLocale(form, locale);
  const { lists: _declared, pipes: _pipes, ...rest } = form;
  const sentTypes = types === undefined ? form.types : form.types.filter((type) => types.includes(type.key));
  const unusedPrefixes = listUnusedTextPrefixes(sentTypes, settings);
  const written = { ...form.texts[fallbackLocale], ...form.texts[textLocale] };
  const texts = Object.entries(written).filter(
    ([key]) => !unusedPrefixes.some((prefix) => key.startsWith(prefix)),
  );
  const pipes = texts.flatMap(([key]) => {
    const locale = form.texts[textLocale]?.[key] === undefined ? fallbackLocale : textLocale;
    const all = form.pipes?.[locale] ?? {};
    const message = Object.hasOwn(all, key) ? all[key] : undefined;
    const isShown = findTypesShowing(key, form.types).some((type) => sentTypes.includes(type));
    return message !== undefined && isShown ? [[key, message] as const] : [];
  });
  return {
    ...rest,
    types: sentTypes.map(
      ({ visitor: _visitor, receipt: _receipt, names: _names, capacity: _capacity, ...type }) => type,
    ),
    rules: form.rules.flatMap(omitRecipients),
    texts: { [textLocale]: Object.fromEntries(texts) },
    ...(pipes.length > 0 && { pipes: { [textLocale]: Object.fromEntries(pipes) } }),
    wire: listWireFields(form),
    digits: getDigits(findRegionalLocale(textLocale, [locale])),
    settings: { ...settings, fallbackLocale: textLocale },
  };
}

/**
 * The prefixes of the texts with which sending later is offered. The others are about what waits already, which is also
 * sent after the owner has turned this off.
 */
const sendLaterOffer: readonly string[] = [
  'send-later.unreachable',
  'send-later.kept-for',
  'send-later.do-not-keep',
  'send-later.notify',
  'page-offline',
];

/**
 * Returns prefixes of text keys that no page with these types needs: texts of the server, and of features
 * that the types or the settings do not have.
 */
function listUnusedTextPrefixes(types: Form['types'], { sendLater }: Form['settings']): readonly string[] {
  return [
    'mail.',
    'server.',
    ...(types.some(({ hasLateWidgets }) => hasLateWidgets)
      ? []
      : ['widgets.', 'problems.time-', 'problems.date-time-']),
    ...(types.some(({ resume }) => resume) ? [] : ['resume.']),
    ...(sendLater ? [] : sendLaterOffer),
  ];
}

/**
 * Returns a rule without recipient and destinations, which stay on the server, as a list of one; an empty
 * list if it has no other effect.
 */
function omitRecipients({ then, ...rule }: Rule): readonly Rule[] {
  const { recipient: _recipient, destinations: _destinations, ...shown } = then;
  return Object.keys(shown).length === 0 ? [] : [{ ...rule, then: shown }];
}

/** Returns the digits from 0 to 9 as numbers of a locale have them: `getDigits('en') // '0123456789'`. */
function getDigits(locale: string): string {
  const { format } = new Intl.NumberFormat(locale, { useGrouping: false });
  return Array.from({ length: 10 }, (_, digit) => format(digit)).join('');
}
