import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { importAt, partsOfOpening, type Validators, validatorsAt } from '../contact/index.ts';
import type { NoteWithPart } from './current-page.ts';
import { dataId, dataOf, formId, type PageData, type PageNote } from './data.ts';
import { PageForm, sectionInputs } from './form.tsx';
import { keepEntered, type LastPress, notePresses } from './keep-entered.ts';
import { arrivedPart, readPart, type WrittenPart } from './part.ts';

/** Hydrates the server-rendered form; the rest of the page is static. */
export function hydrateForm(): void {
  const root = document.getElementById(formId);
  const text = document.getElementById(dataId)?.textContent;
  if (root === null || !text) return;
  const note = JSON.parse(text) as PageNote;
  hydrateWith(() => pageOf(note), root, notePresses(root));
}

interface TakenOver {
  readonly data: PageData;
  readonly validators: Validators;
}

async function pageOf(drawn: PageNote): Promise<TakenOver> {
  const { note, part } = await withPart(drawn);
  const validators = validatorsAt(note.form.validators);
  const data = dataOf(note, readPart(part));
  const { placement, isOpened } = data.form;
  await partsOfOpening(sectionInputs(data, validators), placement === 'modal' && !isOpened);
  return { data, validators };
}

/**
 * Loads the shared data. If no server has it any more, the page would be rendered differently now, so its
 * current data is used instead.
 */
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

/**
 * Hydrates after everything is loaded with which the server rendered; otherwise the markup would not match.
 * Until then the page works without scripts.
 */
function hydrateWith(load: () => Promise<TakenOver>, root: HTMLElement, lastPress: LastPress): void {
  // A long form is hydrated in chunks. Everything around them, including the plan of all fields, would still
  // block a phone, so it is hydrated in slices between which the page can scroll. Short forms are hydrated
  // without slices, which would only delay them.
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
