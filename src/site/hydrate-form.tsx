import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { importAt, partsOfOpening, type Validators, validatorsAt } from '../contact/index.ts';
import type { NoteWithPart } from './current-page.ts';
import { dataId, dataOf, formId, type PageData, type PageNote } from './data.ts';
import { PageForm, sectionInputs } from './form.tsx';
import { keepEntered, type LastPress, notePresses } from './keep-entered.ts';
import { arrivedPart, readPart, type WrittenPart } from './part.ts';

/** Hydrates the form that the server drew; the rest of the page stays as it is. */
export function hydrateForm(): void {
  const root = document.getElementById(formId);
  const text = document.getElementById(dataId)?.textContent;
  if (root === null || !text) return;
  const note = JSON.parse(text) as PageNote;
  hydrateWith(() => pageOf(note), root, notePresses(root));
}

/** What a page is taken over with. */
interface TakenOver {
  readonly data: PageData;
  readonly validators: Validators;
}

/** What the page is taken over with, once that and what draws it are there. */
async function pageOf(drawn: PageNote): Promise<TakenOver> {
  const { note, part } = await withPart(drawn);
  const validators = validatorsAt(note.form.validators);
  const data = dataOf(note, readPart(part));
  const { placement, isOpened } = data.form;
  await partsOfOpening(sectionInputs(data, validators), placement === 'modal' && !isOpened);
  return { data, validators };
}

/** A part that no server has any more is one of a page that would be drawn otherwise now: it is taken over as that. */
async function withPart(note: PageNote): Promise<NoteWithPart> {
  try {
    return { note, part: arrivedPart() ?? (await importPart(note.part)) };
  } catch (error) {
    const { currentPage } = await import('./current-page.ts');
    const current = await currentPage(note, importPart);
    if (current === undefined) throw error;
    return current;
  }
}

async function importPart(address: string): Promise<WrittenPart> {
  const { default: part } = (await importAt(address)) as { readonly default: WrittenPart };
  return part;
}

/** What the server drew is matched by nothing until all that it was drawn with is there; until then the page is one without scripts. */
function hydrateWith(load: () => Promise<TakenOver>, root: HTMLElement, lastPress: LastPress): void {
  // A long form comes in parts, which are taken over one by one. What stands around them, the plan of all of them among it, would keep a
  // phone busy as well: in slices it scrolls meanwhile. For others a slice more is a slice too many.
  const isLong = root.querySelector('.sw-fields--part') !== null;
  const hydrate = (page: TakenOver) => {
    const start = () => void hydrateRoot(root, <PageForm {...page} />, keepEntered(root, lastPress));
    if (isLong) startTransition(start);
    else start();
  };
  load().then(hydrate, (error: unknown) => {
    console.error('Cannot load what draws the form:', error);
    root.addEventListener('focusin', () => hydrateWith(load, root, lastPress), { once: true });
  });
}
