import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { type Json, postNames, readNumber, typeField } from '#engine';
import { isObject } from '#engine/json-schema/values.ts';
import { reservedNames } from '#engine/model/names.ts';
import { toPositionKey } from '#engine/model/ranking.ts';
import type { ValidAnswers } from '../corpus/corpus.ts';

export interface FormScreen {
  /** The controls with a value, in the order of the page. */
  readonly shown: readonly (readonly [name: string, text: string])[];
  /** The chosen branches and the names of entries, by the id of their control. */
  readonly chosen: readonly (readonly [id: string, text: string])[];
  /** Every control by its name, with its kind: the `type` of an input, or `select-one`. */
  readonly kinds: Readonly<Record<string, string>>;
  /** The names of read-only controls. */
  readonly fixed: readonly string[];
  /** The readable values: labels of choices, otherwise the values. */
  readonly words: readonly string[];
}

const ownNames: readonly string[] = [...reservedNames, ...Object.values(postNames)];

/** Returns the visible state of a page's form, without passwords, since no draft contains them. */
export function readScreen(page: Page): Promise<FormScreen> {
  return page.getByTestId('contact-form').evaluate((section, own: readonly string[]) => {
    const all = [...section.querySelectorAll<HTMLInputElement>('input, select, textarea')];
    const chosen = all
      .filter(({ id, name }) => name === '' && (/__(?:any|one)of_select$/.test(id) || id.endsWith('--name')))
      .map(({ id, value }) => [id, value] as const);
    const controls = all.filter(
      ({ name, type }) => name !== '' && !own.includes(name) && !/^(?:submit|file|password)$/.test(type),
    );
    const showing = controls.filter((control) => {
      if (control.type === 'checkbox' || control.type === 'radio') return control.checked;
      return control.value !== '' && control.closest('.sw-shown--unchosen') === null;
    });
    const readLabels = (control: HTMLInputElement) => {
      if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.label ?? '';
      if (control.type === 'radio' || (control.type === 'checkbox' && control.value !== 'true'))
        return control.labels?.[0]?.textContent ?? '';
      return /^(?:checkbox|date|time|datetime-local|hidden|color)$/.test(control.type) ? '' : control.value;
    };
    return {
      chosen,
      shown: showing.map(({ name, value }) => [name, value] as const),
      kinds: Object.fromEntries(controls.map(({ name, type }) => [name, type])),
      fixed: controls
        .filter((control) => control.matches(':disabled') || control.readOnly)
        .map(({ name }) => name),
      words: showing
        .filter(({ name }) => !/\[(?:day|month|year)\]$/.test(name))
        .map((control) => readLabels(control).trim())
        .filter((text) => text !== ''),
    };
  }, ownNames);
}

/** Returns values as the controls of a screen show them: each leaf with the name of its control. */
export function toControlTexts(values: unknown, { kinds }: Pick<FormScreen, 'kinds'>): readonly string[] {
  const listTexts = (value: unknown, name: string): readonly string[] => {
    if (value === undefined || value === null || value === '') return [];
    const kind = kinds[name];
    // Text typed into a searchable choice that matches no option.
    if (kind !== undefined && isObject(value) && typeof value.typed === 'string')
      return listTexts(value.typed, name);
    if (`${name}[year]` in kinds && typeof value === 'string') {
      const [year, month, day] = value.split('-');
      return Object.entries({ day, month, year }).flatMap(([part, text]) =>
        listTexts(text, `${name}[${part}]`),
      );
    }
    if (isRanking(value, name, kinds))
      return value.flatMap((choice, at) => listTexts(at + 1, `${name}[${toPositionKey(choice)}]`));
    if (Array.isArray(value))
      return value.flatMap((item, at) => listTexts(item, kind === undefined ? `${name}[${at}]` : name));
    if (typeof value === 'object' && kind === undefined)
      return Object.entries(value).flatMap(([key, item]) =>
        listTexts(item, name === '' ? key : `${name}[${key}]`),
      );
    if (value === false && (kind === undefined || kind === 'checkbox')) return [];
    return [toShownText(name, typeof value === 'object' ? JSON.stringify(value) : String(value), kind)];
  };
  return listTexts(values, '').toSorted();
}

/**
 * Returns true if a value is the order of a ranking, whose choices have a select each for their position. The items of a
 * list of numbers may have the same names, but are no selects.
 */
function isRanking(value: unknown, name: string, kinds: FormScreen['kinds']): value is readonly unknown[] {
  return Array.isArray(value) && kinds[`${name}[${toPositionKey(value[0])}]`] === 'select-one';
}

/** Returns the shown values in the format of `toControlTexts`. */
export function listShownTexts({ shown, kinds }: FormScreen): readonly string[] {
  return shown.map(([name, text]) => toShownText(name, text, kinds[name])).toSorted();
}

/** Normalizes a value: numbers are equal in any notation, times with or without seconds and zone. */
function toShownText(name: string, text: string, kind = ''): string {
  const value = /^(?:time|datetime-local)$/.test(kind)
    ? text.replace(/Z$|[+-]\d\d:\d\d$/, '').replace(/(T?\d\d:\d\d):00(?:\.0+)?$/, '$1')
    : text.trim().replaceAll('\r\n', '\n');
  const number =
    kind === 'text' || kind === 'number' || kind === 'range' ? readNumber(value, 'en') : undefined;
  return `${name} = ${number ?? value}`;
}

/** Returns the values in the draft of a page, in the state in which the page would be left. */
export function readDraft(page: Page): Promise<Readonly<Record<string, unknown>>> {
  return page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('slipway:draft:'));
    return key === undefined ? {} : JSON.parse(sessionStorage.getItem(key) ?? 'null').values;
  });
}

/** A sequence of numbers that decides about a visitor's actions, and restarts at its end. */
export interface VisitorChoices {
  /** Returns a number below `count`. */
  readonly next: (count: number) => number;
}

export function createVisitorChoices(seed: number): VisitorChoices {
  const [numbers = [0]] = fc.sample(fc.array(fc.nat(), { minLength: 97, maxLength: 97 }), {
    seed,
    numRuns: 1,
  });
  let at = 0;
  return {
    next(count) {
      at += 1;
      return (numbers[at % numbers.length] ?? 0) % count;
    },
  };
}

const texts = ['Ann', 'Bo Öz', '12', '3.5', ' a b ', '0', 'x', '1,200', 'constructor', '=1+1', '購入'];
const numbers = ['12', '3', '0', '-1', '2.5', '1,200'];
const days = ['2027-06-01', '1984-02-29'];

/** Enters something into every control of a form, extends each list and names entries, by the choices. */
export async function enterAnything(page: Page, choices: VisitorChoices): Promise<void> {
  const section = page.getByTestId('contact-form');
  for (let round = 0; round < 2; round += 1) {
    for (const select of await section.locator('select[id$="of_select"]').all()) {
      const options = await select.locator('option').all();
      await select.selectOption({ index: choices.next(options.length) });
    }
    const adding = section.getByRole('button', { name: /^Add / });
    const count = await adding.count();
    if (count > 0) await adding.nth(choices.next(count)).click();
  }
  const names = await section.locator('input[id$="--name"]').all();
  for (const [at, name] of names.entries()) await renameEntry(name, `${texts[choices.next(3)]} ${at}`);
  const { kinds, fixed } = await readScreen(page);
  for (const name of Object.keys(kinds)) {
    if (!fixed.includes(name)) await enterInto(section, name, choices);
  }
}

async function renameEntry(control: Locator, name: string): Promise<void> {
  await control.fill(name);
  await control.blur();
}

async function enterInto(section: Locator, name: string, choices: VisitorChoices): Promise<void> {
  const all = section.locator(`[name="${name.replaceAll('"', '\\"')}"]`);
  const count = await all.count();
  if (count === 0) return;
  const control = all.nth(choices.next(count));
  const { type, options, isText } = await control.evaluate((element: HTMLInputElement) => ({
    type: element.type,
    options: element instanceof HTMLSelectElement ? element.options.length : 0,
    isText: element.inputMode !== 'decimal' && element.inputMode !== 'numeric',
  }));
  if (type === 'hidden') return;
  if (type === 'select-one') return void (await control.selectOption({ index: choices.next(options) }));
  if (type === 'radio') return control.check();
  if (type === 'checkbox') return control.setChecked(choices.next(3) > 0);
  if (type === 'range') return control.press('ArrowRight');
  const isEmptied = type !== 'color' && choices.next(6) === 0;
  await control.fill(isEmptied ? '' : textFor(type, name, isText, choices));
  await control.blur();
}

function textFor(type: string, name: string, isText: boolean, { next }: VisitorChoices): string {
  const one = (list: readonly string[]) => list[next(list.length)] ?? '';
  if (type === 'date') return one(days);
  if (type === 'time') return '09:30';
  if (type === 'datetime-local') return '2027-06-01T10:00';
  if (type === 'color') return '#00ff00';
  if (type === 'email') return 'ann@example.com';
  if (type === 'url') return 'https://example.com/a';
  const part = /\[(day|month|year)\]$/.exec(name)?.[1];
  if (part !== undefined) return part === 'year' ? '2001' : '11';
  return one(type === 'number' ? numbers.slice(0, -1) : isText ? texts : numbers);
}

type WaitForScripts = (page: Page) => Promise<void>;

/** Actions between entering and sending. Each returns the page to continue on. */
export const visitorSteps = {
  async 'reloads it'(page: Page, isReady: WaitForScripts) {
    await page.reload();
    await isReady(page);
    return page;
  },
  async 'leaves it and goes back'(page: Page, isReady: WaitForScripts) {
    await page.goto('/');
    await page.goBack();
    await isReady(page);
    return page;
  },
  async 'duplicates its tab'(page: Page, isReady: WaitForScripts) {
    // A page opened by a page gets a copy of its session storage, like a duplicated tab.
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(location.href));
    const twin = await opened;
    // The tab may still be empty; then there would be no form to wait for.
    await twin.waitForURL(page.url());
    await isReady(twin);
    return twin;
  },
  async 'chooses other branches and returns'(page: Page) {
    const branches = page.getByTestId('contact-form').locator('select[id$="of_select"]');
    for (let at = 0; at < (await branches.count()); at += 1) {
      const [chosen = 0, count = 1] = await branches
        .nth(at)
        .evaluate((element: HTMLSelectElement) => [element.selectedIndex, element.options.length]);
      await branches.nth(at).selectOption({ index: (chosen + 1) % count });
      await branches.nth(at).selectOption({ index: chosen });
    }
    return page;
  },
  async 'chooses another type and returns'(page: Page) {
    const type = page.getByTestId('contact-form').locator(`[name="${typeField}"]`);
    const own = await type.inputValue();
    const all = await type
      .locator('option')
      .evaluateAll((options) => options.map((one) => one.getAttribute('value')));
    const other = all.find((value) => value !== null && value !== '' && value !== own);
    if (other === undefined || other === null) return page;
    await type.selectOption(other);
    await type.selectOption(own);
    return page;
  },
} as const;

/** Enters answers into the controls of a page, in several rounds, because earlier answers reveal controls. */
export async function enterAnswers(page: Page, { answers, chooses = {} }: ValidAnswers): Promise<void> {
  const section = page.getByTestId('contact-form');
  for (let round = 0; round < 3; round += 1) {
    for (const [key, value] of Object.entries(answers)) await setAt(section, [key], value, chooses);
  }
}

async function setAt(
  section: Locator,
  path: readonly string[],
  value: unknown,
  chooses: Readonly<Record<string, number>>,
): Promise<void> {
  const page = section.page();
  const branch = chooses[path.join('/')];
  const id = `contact-form-${path.join('-')}`;
  if (branch !== undefined) {
    const select = section.locator(`[id="${id}__oneof_select"], [id="${id}__anyof_select"]`);
    if ((await select.count()) > 0 && (await select.inputValue()) !== String(branch))
      await select.selectOption({ index: branch });
  }
  const name = path.map((step, at) => (at === 0 ? step : `[${step}]`)).join('');
  const screen = await readScreen(page);
  const { kinds, fixed } = screen;
  // A null field is cleared.
  if (fixed.includes(name) || kinds[name] === 'hidden' || (value === null && path.length > 1)) return;
  if (kinds[name] !== undefined || `${name}[year]` in kinds) {
    const isSame =
      toControlTexts(nestPath(path, value), screen).join() ===
      listShownTexts(screen)
        .filter((text) => text.startsWith(`${name} =`) || text.startsWith(`${name}[`))
        .join();
    if (!isSame) await putInto(section, name, kinds[name], value);
    return;
  }
  if (isRanking(value, name, kinds)) {
    for (const [at, choice] of value.entries())
      await section.locator(`[name="${name}[${toPositionKey(choice)}]"]`).selectOption(String(at + 1));
    return;
  }
  if (Array.isArray(value)) await resizeList(section, id, value.length);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const isThere = Object.keys((await readScreen(page)).kinds).some((one) =>
      one.startsWith(`${name}[${key}]`),
    );
    if (!isThere && !Array.isArray(value)) await addsEntry(section, id, key);
    await setAt(section, [...path, key], inner, chooses);
  }
}

function nestPath(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
}

async function putInto(
  section: Locator,
  name: string,
  kind: string | undefined,
  value: unknown,
): Promise<void> {
  const control = section.locator(`[name="${name}"]`);
  if (kind === undefined) {
    const [year = '', month = '', day = ''] = String(value).split('-');
    for (const [part, text] of Object.entries({ day, month, year }))
      await section.locator(`[name="${name}[${part}]"]`).fill(text);
  } else if (Array.isArray(value)) {
    for (const box of await control.all())
      await box.setChecked(value.map(String).includes(await box.inputValue()));
  } else if (kind === 'checkbox') await control.setChecked(value === true);
  else if (kind === 'radio') await section.locator(`[name="${name}"][value="${value}"]`).check();
  else if (kind === 'select-one')
    await control.selectOption(
      typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''),
    );
  else {
    const text = String(value ?? '');
    const isMoment = kind === 'time' || kind === 'datetime-local';
    await control.fill(isMoment ? text.replace(/:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)$/, '') : text);
    await control.blur();
  }
}

/** Adds and removes items of a list until it has `count`. */
async function resizeList(section: Locator, id: string, count: number): Promise<void> {
  const list = section.locator(`fieldset[id="${id}"]`);
  const items = list.locator(':scope > div > ol > li');
  for (let round = 0; round < 20; round += 1) {
    const there = await items.count();
    if (there === count) return;
    if (there < count) await list.locator(':scope > div > .sw-actions > button').click();
    else await items.last().locator(':scope > .sw-actions > button').last().click();
  }
}

async function addsEntry(section: Locator, id: string, name: string): Promise<void> {
  const add = section.locator(`fieldset[id="${id}"] > .sw-actions > button`);
  if ((await add.count()) === 0) return;
  await add.click();
  await renameEntry(section.locator(`fieldset[id="${id}"] input[id$="--name"]`).last(), name);
}

/** Returns the shown values as texts, as somebody enters them without scripts. */
export function readAnswers({ shown, kinds }: FormScreen): Readonly<Record<string, Json>> {
  const root: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const texts = shown.filter(([one]) => one === name).map(([, text]) => text);
    if (kind === 'hidden' || (kind === 'radio' && texts.length === 0)) continue;
    const isBox = kind === 'checkbox';
    const several = isBox && (texts.length > 1 || texts.some((text) => text !== 'true'));
    const path = name.split(/[[\]]+/).filter((step) => step !== '');
    const leaf = path.pop() ?? '';
    let at = root;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[leaf] = several ? texts : (texts[0] ?? (isBox ? 'false' : ''));
  }
  return convertLists(root) as Readonly<Record<string, Json>>;
}

/** Converts objects with only indices as names to lists. */
function convertLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, convertLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], at) => key === String(at));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
