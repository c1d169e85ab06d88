import { toPositionKey } from '#engine/model/ranking.ts';
import { type FormPage, findAttribute } from './posts.ts';

/** A control of a form in its initial state. */
export interface PlainControl {
  readonly name: string;
  /** `type` of an input, else `select` or `textarea`. */
  readonly kind: string;
  /** The submitted value; for a checkbox or radio button if it is checked. */
  readonly value: string;
  readonly isChecked: boolean;
  /** For a select. */
  readonly options: readonly string[];
}

/** Returns the enabled controls of a page's form, in their order. */
export function parseControls({ html }: FormPage): readonly PlainControl[] {
  const [form = ''] = /<form[\s\S]*<\/form>/.exec(html) ?? [];
  const pattern =
    /<(input)([^>]*)>|<(textarea)([^>]*)>\n?([^<]*)<\/textarea>|<(select)([^>]*)>([\s\S]*?)<\/select>/g;
  return [...form.matchAll(pattern)].flatMap((found) => {
    const [, input, inputAttributes, textarea, textAttributes, text = '', , selectAttributes, inner = ''] =
      found;
    const attributes = ` ${inputAttributes ?? textAttributes ?? selectAttributes ?? ''} `;
    const name = findAttribute(attributes, 'name');
    if (name === '' || / disabled=""/.test(attributes)) return [];
    const isChecked = / checked=""/.test(attributes);
    if (input)
      return [
        {
          name,
          kind: findAttribute(attributes, 'type') || 'text',
          value: findAttribute(attributes, 'value'),
          isChecked,
          options: [],
        },
      ];
    if (textarea) return [{ name, kind: 'textarea', value: text, isChecked, options: [] }];
    const options = [...inner.matchAll(/<option([^>]*)>/g)].map(([, option = '']) => option);
    const chosen = options.find((option) => / selected=""/.test(option)) ?? options[0] ?? '';
    return [
      {
        name,
        kind: 'select',
        value: findAttribute(chosen, 'value'),
        isChecked,
        options: options.map((option) => findAttribute(option, 'value')),
      },
    ];
  });
}

/** Returns the entries that a browser would post, with the pressed button if it has a name. */
export function toFormEntries(
  controls: readonly PlainControl[],
  pressed?: string,
): [name: string, value: string][] {
  return controls.flatMap(({ name, kind, value, isChecked }): [string, string][] => {
    if (kind === 'submit') return name === pressed ? [[name, value]] : [];
    if (kind === 'file') return [];
    return (kind === 'checkbox' || kind === 'radio') && !isChecked ? [] : [[name, value]];
  });
}

/**
 * Fills an answer into controls. Also returns the paths for which no control exists yet: `['guests', '0',
 * 'name']`.
 */
export function fillControls(
  controls: readonly PlainControl[],
  answers: unknown,
  path: readonly string[] = [],
): { readonly controls: readonly PlainControl[]; readonly missing: readonly (readonly string[])[] } {
  const name = path.map((step, index) => (index === 0 ? step : `[${step}]`)).join('');
  const own = controls.filter(
    (control) => control.name === name && control.kind !== 'submit' && !isItemMarker(control),
  );
  if (own.length > 0) {
    const texts = (
      Array.isArray(answers) && own.length > 0 && own[0]?.kind === 'checkbox' ? answers : [answers]
    ).map(toControlText);
    if (!own.some((control) => canContain(control, texts))) return { controls, missing: [path] };
    return {
      controls: controls.map((control) =>
        own.includes(control) ? setControlTexts(control, texts) : control,
      ),
      missing: [],
    };
  }
  const parts = controls.filter((control) => partNames(name).includes(control.name));
  if (parts.length > 0 && typeof answers === 'string') {
    const [year = '', month = '', day = ''] = answers.split('-');
    const texts = Object.fromEntries(partNames(name).map((part, index) => [part, [day, month, year][index]]));
    return {
      controls: controls.map((control) => ({ ...control, value: texts[control.name] ?? control.value })),
      missing: [],
    };
  }
  const ranked = Array.isArray(answers) && answers.length > 0 ? answers : [];
  const positions = new Map(ranked.map((choice, index) => [`${name}[${toPositionKey(choice)}]`, index + 1]));
  const selects = controls.filter(({ name: one, kind }) => kind === 'select' && positions.has(one));
  if (ranked.length > 0 && selects.length === ranked.length)
    return {
      controls: controls.map((control) =>
        selects.includes(control) ? setControlTexts(control, [String(positions.get(control.name))]) : control,
      ),
      missing: [],
    };
  if (typeof answers !== 'object' || answers === null)
    return { controls, missing: answers === null ? [] : [path] };
  return Object.entries(answers).reduce<ReturnType<typeof fillControls>>(
    (before, [step, inner]) => {
      const after = fillControls(before.controls, inner, [...path, step]);
      return { controls: after.controls, missing: [...before.missing, ...after.missing] };
    },
    { controls, missing: [] },
  );
}

/** True if a control only marks that an item of a list exists. */
export function isItemMarker({ name, kind, value }: PlainControl): boolean {
  return kind === 'hidden' && value === '' && /\[\d+\]$/.test(name);
}

/** The names of the controls of a date in three fields. */
function partNames(name: string): readonly string[] {
  return ['day', 'month', 'year'].map((part) => `${name}[${part}]`);
}

function canContain({ kind, value, options }: PlainControl, texts: readonly string[]): boolean {
  if (kind === 'select') return texts.every((text) => options.includes(text));
  if (kind === 'radio' || kind === 'checkbox')
    return texts.includes(value) || texts.every((text) => text === 'false');
  return kind !== 'hidden' || texts.includes(value);
}

function setControlTexts(control: PlainControl, texts: readonly string[]): PlainControl {
  return control.kind === 'radio' || control.kind === 'checkbox'
    ? { ...control, isChecked: texts.includes(control.value) }
    : { ...control, value: texts[0] ?? '' };
}

function toControlText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
