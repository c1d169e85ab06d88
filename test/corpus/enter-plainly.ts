import { postNames } from '#engine';
import { getValueAt } from '#engine/json-schema/pointers.ts';
import { controlsOf, entriesOf, filled, type PlainControl } from '../support/plain-form.ts';
import { openPage, post } from '../support/posts.ts';
import type { Answered } from './corpus.ts';

/** Returns what there is a control for: what a rule calculates, or takes away, is answered by programs alone. `null` is emptied. */
export function enterable({ answers, stored = answers }: Answered): Answered['answers'] {
  return Object.fromEntries(
    Object.entries(answers).filter(
      ([key, value]) => JSON.stringify(stored[key] ?? null) === JSON.stringify(value),
    ),
  );
}

/**
 * Enters answers into a page as a visitor does without scripts, who presses buttons that post until there is a control for each.
 *
 * @returns the controls as they would be sent; undefined where there is no control for an answer.
 * @throws where a post is answered by anything but the form.
 */
export async function enterPlainly(
  url: string,
  path: string,
  { answers, chooses = {} }: Pick<Answered, 'answers' | 'chooses'>,
): Promise<readonly PlainControl[] | undefined> {
  let page = await openPage(url, path);
  const pressed: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const { controls, missing } = filled(controlsOf(page), answers);
    const branch = controls.find((control) => isToChoose(control, chooses));
    const remove = controls.find(({ name, kind }) => kind === 'submit' && isTooMany(name, answers));
    if (missing.length === 0 && branch === undefined && remove === undefined) return controls;
    const chosen =
      branch === undefined
        ? controls
        : controls.map((one) => (one === branch ? choosing(one, chooses) : one));
    const add =
      remove ??
      controls.find(({ name, kind }) => kind === 'submit' && missing.some((place) => isAdding(name, place)));
    const name = branch ? postNames.showFields : (add?.name ?? postNames.showFields);
    const held = JSON.stringify(entriesOf(chosen));
    if (pressed.includes(`${name} ${held}`)) return undefined;
    pressed.push(`${name} ${held}`);
    page = await post(url, path, [...entriesOf(chosen, name), ...(add ? [] : [[name, 'x'] as const])]);
    if (page.status !== 200)
      throw new Error(`Cannot press "${name}" on ${path}: answered with ${page.status}`);
  }
  return undefined;
}

function isToChoose({ name, value }: PlainControl, chooses: Readonly<Record<string, number>>): boolean {
  const [word, place = ''] = name.split(' ');
  return word === postNames.branch && chooses[place] !== undefined && String(chooses[place]) !== value;
}

function choosing(control: PlainControl, chooses: Readonly<Record<string, number>>): PlainControl {
  return { ...control, value: String(chooses[control.name.split(' ')[1] ?? '']) };
}

/** Returns whether a button takes an item away that the answers do not have. */
function isTooMany(name: string, answers: Answered['answers']): boolean {
  const [word, action, place = ''] = name.split(' ');
  if (word !== postNames.changeList || action !== 'remove') return false;
  const [list, index] = [getValueAt(answers, place.split('/').slice(0, -1)), Number(place.split('/').at(-1))];
  return Array.isArray(list) && index >= list.length;
}

/** Returns whether a button makes a list longer in which a place is missing. */
function isAdding(name: string, place: readonly string[]): boolean {
  const [word, action, list = ''] = name.split(' ');
  return word === postNames.changeList && action === 'add' && place.join('/').startsWith(`${list}/`);
}
