import { hydrateRoot } from 'react-dom/client';
import { importAt, partsOfOpening, type Validators, validatorsAt } from '../contact/index.ts';
import '#widgets/theme/theme.css';
import { dataId, dataOf, formId, type PageData, type PageNote } from './data.ts';
import { PageForm, sectionInputs } from './form.tsx';
import { keepEntered } from './keep-entered.ts';
import { readPart, type WrittenPart } from './part.ts';
import './styles/site.css';

/** Hydrates the form that the server drew; the rest of the page stays as it is. */
function hydrateForm(): void {
  const root = document.getElementById(formId);
  const text = document.getElementById(dataId)?.textContent;
  if (root === null || !text) return;
  const note = JSON.parse(text) as PageNote;
  const validators = validatorsAt(note.form.validators);
  const hydrate = (data: PageData) =>
    hydrateRoot(root, <PageForm data={data} validators={validators} />, keepEntered(root));
  hydrateWith(() => dataWithParts(note, validators), root, hydrate);
}

/** What the page is taken over with, once that and what draws it are there. */
async function dataWithParts(note: PageNote, validators: Validators): Promise<PageData> {
  const { default: part } = (await importAt(note.part)) as { readonly default: WrittenPart };
  const data = dataOf(note, readPart(part));
  const { placement, isOpened } = data.form;
  await partsOfOpening(sectionInputs(data, validators), placement === 'modal' && !isOpened);
  return data;
}

/** What the server drew is matched by nothing until all that it was drawn with is there; until then the page is one without scripts. */
function hydrateWith(
  load: () => Promise<PageData>,
  root: HTMLElement,
  hydrate: (data: PageData) => void,
): void {
  load().then(hydrate, (error: unknown) => {
    console.error('Cannot load what draws the form:', error);
    root.addEventListener('focusin', () => hydrateWith(load, root, hydrate), { once: true });
  });
}

hydrateForm();
