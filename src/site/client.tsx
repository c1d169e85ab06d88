import { hydrateRoot } from 'react-dom/client';
import { latePartsOf } from '#widgets';
import {
  isResumable,
  loadPiping,
  loadResume,
  loadSocialLinks,
  loadSteps,
  openingType,
  type Validators,
} from '../contact/index.ts';
import '#widgets/theme/theme.css';
import { dataId, formId, type PageData } from './data.ts';
import { PageForm, sectionInputs } from './form.tsx';
import { keepEntered } from './keep-entered.ts';
import './styles/site.css';

/** Hydrates the form that the server drew; the rest of the page stays as it is. */
function hydrateForm(): void {
  const root = document.getElementById(formId);
  const text = document.getElementById(dataId)?.textContent;
  if (root === null || !text) return;
  const data = JSON.parse(text) as PageData;
  const validators = validatorsAt(data.form.validators);
  const hydrate = () =>
    hydrateRoot(root, <PageForm data={data} validators={validators} />, keepEntered(root));
  const load = partsOfOpening(data, validators);
  if (load) hydrateWith(load, root, hydrate);
  else hydrate();
}

/**
 * The form's own server writes these modules; the address names the form's version, so that they never change. One that could not be
 * loaded is asked for by another address (`retriedImports` in `vite.config.ts` says why).
 */
function validatorsAt(address: string): Validators {
  const failed = new Map<string, number>();
  return {
    async load(typeKey) {
      const times = failed.get(typeKey);
      const again = times === undefined ? '' : `&again=${times}`;
      try {
        return await import(/* @vite-ignore */ address.replace(':type', typeKey) + again);
      } catch (error) {
        failed.set(typeKey, (times ?? 0) + 1);
        throw error;
      }
    },
  };
}

/** Loads what the type takes with which the form opens; undefined where that is no more than every page has. */
function partsOfOpening(data: PageData, validators: Validators): ReturnType<typeof latePartsOf> {
  const { form, hasSocialIcons } = data.form.section;
  const type = form.types.some(latePartsOf) ? openingType(sectionInputs(data, validators)) : undefined;
  const loads = [
    hasSocialIcons && loadSocialLinks,
    form.pipes && loadPiping,
    isResumable(form) && loadResume,
    // A page has the steps of its types where it shows them.
    form.types.some(({ steps }) => steps) && loadSteps,
    type && latePartsOf(type),
  ].filter((load) => load !== false && load !== undefined);
  return loads.length === 0 ? undefined : () => Promise.all(loads.map((load) => load()));
}

/** What the server drew of such parts is matched by nothing until what draws them is there; until then the page is one without scripts. */
function hydrateWith(load: () => Promise<unknown>, root: HTMLElement, hydrate: () => void): void {
  load().then(hydrate, (error: unknown) => {
    console.error('Cannot load what draws the form:', error);
    root.addEventListener('focusin', () => hydrateWith(load, root, hydrate), { once: true });
  });
}

hydrateForm();
