import { hydrateRoot } from 'react-dom/client';
import { latePartsOf } from '#widgets';
import {
  isResumable,
  loadModal,
  loadPiping,
  loadResume,
  loadSocialLinks,
  loadSteps,
  openingType,
  type Validators,
} from '../contact/index.ts';
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
  await partsOfOpening(data, validators);
  return data;
}

/** The form's own server writes these modules; the address names the form's version, so that they never change. */
function validatorsAt(address: string): Validators {
  return { load: (typeKey) => importAt(address.replace(':type', typeKey)) as ReturnType<Validators['load']> };
}

const failed = new Map<string, number>();

/** Imports what the server writes. What could not be loaded is asked for by another address (`retriedImports` in `vite.config.ts` says why). */
async function importAt(address: string): Promise<unknown> {
  const times = failed.get(address);
  try {
    return await import(/* @vite-ignore */ times === undefined ? address : `${address}&again=${times}`);
  } catch (error) {
    failed.set(address, (times ?? 0) + 1);
    throw error;
  }
}

/** Loads what the type takes with which the form opens; undefined where that is no more than every page has. */
function partsOfOpening(data: PageData, validators: Validators): Promise<unknown> | undefined {
  const { section, placement, isOpened } = data.form;
  const { form, hasSocialIcons } = section;
  const type = form.types.some(latePartsOf) ? openingType(sectionInputs(data, validators)) : undefined;
  const loads = [
    placement === 'modal' && !isOpened && loadModal,
    hasSocialIcons && loadSocialLinks,
    form.pipes && loadPiping,
    isResumable(form) && loadResume,
    // A page has the steps of its types where it shows them.
    form.types.some(({ steps }) => steps) && loadSteps,
    type && latePartsOf(type),
  ].filter((load) => load !== false && load !== undefined);
  return loads.length === 0 ? undefined : Promise.all(loads.map((load) => load()));
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
