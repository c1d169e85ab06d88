import type { PageData } from './data.ts';

/**
 * A page's data as JSON that is safe inside a `<script>` (HTML, "Restrictions for contents of script elements"): it holds no `<`. What many
 * pages have in common, the form and every list, is written once for as long as it lives.
 */
export function scriptJson({ form: { section, ...view }, ...data }: PageData): string {
  const { form, lists, ...rest } = section;
  const sectionJson = objectJson({
    ...mapped(rest, (value) => (Array.isArray(value) ? keptJson(value) : json(value))),
    lists: lists ? objectJson(mapped(lists, keptJson)) : json(lists),
    form: keptJson(form),
  });
  return objectJson({
    form: objectJson({ ...mapped(view, json), section: sectionJson }),
    ...mapped(data, json),
  });
}

const written = new WeakMap<object, string>();

function keptJson(value: object): string {
  const known = written.get(value);
  if (known !== undefined) return known;
  const text = json(value) ?? 'null';
  written.set(value, text);
  return text;
}

/** What JSON has no word for is undefined, and left out. */
function json(value: unknown): string | undefined {
  return JSON.stringify(value)?.replaceAll('<', '\\u003c');
}

function mapped<Value>(
  object: Readonly<Record<string, Value>> | object,
  jsonOf: (value: Value) => string | undefined,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, jsonOf(value)]));
}

/** Put together piece by piece, so that no long text is copied before the whole page is. */
function objectJson(members: Readonly<Record<string, string | undefined>>): string {
  let whole = '';
  for (const [name, text] of Object.entries(members))
    if (text !== undefined) whole += `${whole && ','}${json(name)}:${text}`;
  return `{${whole}}`;
}
