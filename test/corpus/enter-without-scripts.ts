import { postNames } from '#engine';
import { getValueAt } from '#engine/json-schema/pointers.ts';
import { fillControls, type PlainControl, parseControls, toFormEntries } from '../support/plain-form.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import type { ValidAnswers } from './corpus.ts';

/**
 * Returns the answers that have a control: values that a rule calculates or removes can only be sent by
 * programs. `null` becomes an empty text.
 */
export function selectEnterable({ answers, stored = answers }: ValidAnswers): ValidAnswers['answers'] {
  return Object.fromEntries(
    Object.entries(answers).filter(
      ([key, value]) => JSON.stringify(stored[key] ?? null) === JSON.stringify(value),
    ),
  );
}

/**
 * Enters answers into a page without scripts. It presses the posting buttons until each answer has a control.
 *
 * @returns The controls in the state to be sent. Undefined if an answer has no control.
 * @throws If a post is answered by anything but the form.
 */
export async function enterWithoutScripts(
  url: string,
  path: string,
  { answers, chooses = {} }: Pick<ValidAnswers, 'answers' | 'chooses'>,
): Promise<readonly PlainControl[] | undefined> {
  let page = await fetchFormPage(url, path);
  const pressed: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const { controls, missing } = fillControls(parseControls(page), answers);
    const branch = controls.find((control) => isToChoose(control, chooses));
    const remove = controls.find(({ name, kind }) => kind === 'submit' && isTooMany(name, answers));
    if (missing.length === 0 && branch === undefined && remove === undefined) return controls;
    const chosen =
      branch === undefined
        ? controls
        : controls.map((one) => (one === branch ? findChoiceButton(one, chooses) : one));
    const add =
      remove ??
      controls.find(({ name, kind }) => kind === 'submit' && missing.some((place) => isAdding(name, place)));
    const name = branch ? postNames.showFields : (add?.name ?? postNames.showFields);
    const held = JSON.stringify(toFormEntries(chosen));
    if (pressed.includes(`${name} ${held}`)) return undefined;
    pressed.push(`${name} ${held}`);
    page = await postForm(url, path, [
      ...toFormEntries(chosen, name),
      ...(add ? [] : [[name, 'x'] as const]),
    ]);
    if (page.status !== 200)
      throw new Error(`Cannot press "${name}" on ${path}: answered with ${page.status}`);
  }
  return undefined;
}

function isToChoose({ name, value }: PlainControl, chooses: Readonly<Record<string, number>>): boolean {
  const [word, place = ''] = name.split(' ');
  return word === postNames.branch && chooses[place] !== undefined && String(chooses[place]) !== value;
}

function findChoiceButton(control: PlainControl, chooses: Readonly<Record<string, number>>): PlainControl {
  return { ...control, value: String(chooses[control.name.split(' ')[1] ?? '']) };
}

/** True if a button removes an item that the answers do not have. */
function isTooMany(name: string, answers: ValidAnswers['answers']): boolean {
  const [word, action, place = ''] = name.split(' ');
  if (word !== postNames.changeList || action !== 'remove') return false;
  const [list, index] = [getValueAt(answers, place.split('/').slice(0, -1)), Number(place.split('/').at(-1))];
  return Array.isArray(list) && index >= list.length;
}

/** True if a button adds an item to a list in which a path is missing. */
function isAdding(name: string, place: readonly string[]): boolean {
  const [word, action, list = ''] = name.split(' ');
  return word === postNames.changeList && action === 'add' && place.join('/').startsWith(`${list}/`);
}
